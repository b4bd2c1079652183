import { boundResources, type WrittenAtSynthesis } from "../bindings/resources";

/** Functions of the app, by id; synthesis writes them. */
export interface FunctionResources extends WrittenAtSynthesis {}

/**
 * The functions that this function is bound to and may invoke.
 *
 * @example
 * new InvokeCommand({ FunctionName: Function.report.functionName });
 */
export const Function = boundResources<FunctionResources>({
  className: "Function",
  variables: ["functionName"],
});
