export { bindingTarget } from "../metadata";
export {
  bindingEnvironment,
  bindingKey,
  bindingParameterName,
  fallbackParameterName,
  requireBinding,
  takeBoundName,
} from "./environment";
export { type Binding, type BindingDescription, createBinding, fetchFromSsm, isBindable } from "./target";
export { bindingTypes } from "./types";
