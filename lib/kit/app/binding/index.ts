export { bindingTarget } from "../metadata";
export {
  bindingEnvironment,
  parameterArn,
  requireBinding,
  storeVariable,
  takeBoundName,
} from "./environment";
export { type Binding, type BindingDescription, createBinding, fetchFromSsm, isBindable } from "./target";
export { bindingTypes } from "./types";
