export { bindingTarget } from "../binding-target";
export {
  bindingEnvironment,
  bindingKey,
  bindingParameterName,
  fallbackParameterName,
  type ParameterScope,
  requireBinding,
  takeBoundName,
} from "./environment";
export { type Binding, type BindingDescription, createBinding, fetchFromSsm, isBindable } from "./target";
export { bindingTypes } from "./types";
