export { bindableClasses } from "./clients";
export {
  bindingEnvironment,
  bindingKey,
  fallbackParameterName,
  type ParameterScope,
  parameterName,
  requireBinding,
} from "./environment";
export { type Bindable, type Binding, bindingTarget, fetchFromSsm, isBindable } from "./target";
export { bindingTypes } from "./types";
