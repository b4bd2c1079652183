import type { Construct } from "constructs";
import { markMadeFromReference } from "../app/construct-name";
import { Function } from "./function";
import { FunctionPlan, type PackagedFunctionProps } from "./plan";

/** Creates a function whose code this package ships, without the app's and the stack's defaults. */
export function createPackagedFunction(scope: Construct, id: string, props: PackagedFunctionProps): Function {
  const fn = new Function(scope, id, FunctionPlan.ofPackage(scope, id, props));
  markMadeFromReference(fn);
  return fn;
}
