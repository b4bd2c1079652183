import { TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import { addDependencyFor } from "../../app/stack-dependencies";
import { fail, problem } from "./errors";

/** Refuses functions of a stack that already waits for the stack of the API, which would wait for the functions. */
export function checkRoutesDependency(
  api: Construct,
  prop: string,
  functionStack: TerraformStack | undefined,
): void {
  const apiStack = TerraformStack.of(api);
  if (functionStack === undefined || functionStack === apiStack || !functionStack.dependsOn(apiStack)) return;
  fail(api, "rest-routes-cycle", prop, {
    apiStack: apiStack.node.path,
    stack: functionStack.node.path,
    reference: undefined,
  });
}

/**
 * Makes the stack of the API wait for the stack of a function.
 *
 * The integration refers to the function, so that CDKTF would add the dependency when it prepares the stacks. Added here,
 * a reference from the function's stack to the API is refused in words that name the route.
 */
export function addRoutesDependency(
  api: Construct,
  prop: string,
  functionStack: TerraformStack | undefined,
): void {
  const apiStack = TerraformStack.of(api);
  if (functionStack === undefined || functionStack === apiStack) return;
  addDependencyFor(apiStack, functionStack, (reference) =>
    problem(api, "rest-routes-cycle", prop, {
      apiStack: apiStack.node.path,
      stack: functionStack.node.path,
      reference,
    }),
  );
}
