import type { Construct } from "constructs";
import { markMadeFromReference } from "../app/names/construct-name";
import { Function } from "./function";
import { FunctionPlan, type PackagedFunctionProps } from "./plan";

/** Refuses props of a function whose code this package ships. Creates nothing. */
export function planPackagedFunction(
  scope: Construct,
  id: string,
  props: PackagedFunctionProps,
): FunctionPlan {
  return FunctionPlan.ofPackage(scope, id, props);
}

/** Creates a function whose code this package ships, without the app's and the stack's defaults. */
export function createPackagedFunction(
  scope: Construct,
  id: string,
  given: PackagedFunctionProps | FunctionPlan,
): Function {
  const fn = new Function(
    scope,
    id,
    given instanceof FunctionPlan ? given : planPackagedFunction(scope, id, given),
  );
  markMadeFromReference(fn);
  return fn;
}
