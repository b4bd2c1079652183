import { Stack } from "../../kit/app";
import { createPackagedFunction, type Function, RolePolicies } from "../../kit/function";

const id = "_script";

/** The function of a stack that runs the functions of all its scripts. Its code is part of this package. */
export function dispatcherOf(stack: Stack): Function {
  const existing = stack.node.tryFindChild(id) as Function | undefined;
  return (
    existing ??
    createPackagedFunction(stack, id, {
      entry: "script-dispatcher",
      format: "cjs",
      timeout: 900,
      enableLiveDev: false,
      description: "Runs the functions of scripts during a deployment",
    })
  );
}

/**
 * Lets the dispatcher invoke functions.
 *
 * It names those of its stack by their literal ARNs: with references, each script would wait for the functions of all, and none
 * could wait for another one.
 */
export function allowInvocations(dispatcher: Function, functions: readonly Function[]): void {
  const stack = Stack.of(dispatcher);
  for (const fn of functions) {
    const arn = Stack.of(fn) === stack ? fn.knownArn : undefined;
    if (arn === undefined) dispatcher.attachPermissions([[fn, "grantInvoke"]]);
    else RolePolicies.of(stack, dispatcher.role).addLinks([invocationOf(arn)]);
  }
}

const invocationOf = (arn: string) => ({
  effect: "Allow" as const,
  actions: ["lambda:InvokeFunction"],
  resources: [arn, `${arn}:*`],
});
