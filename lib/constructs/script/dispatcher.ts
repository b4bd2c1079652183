import type { Stack } from "../../app";
import { createPackagedFunction, type Function } from "../../function";

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
