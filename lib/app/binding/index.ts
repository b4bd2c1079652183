export {
  bindingEnvironment,
  bindingKey,
  bindingParameterName,
  fallbackParameterName,
  type ParameterScope,
  requireBinding,
} from "./environment";
export {
  type Bindable,
  type Binding,
  type BindingDescription,
  bindingTarget,
  createBinding,
  fetchFromSsm,
  isBindable,
} from "./target";
export { bindingTypes } from "./types";
