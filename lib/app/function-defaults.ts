import { fail } from "./errors";
import type { RegisteredTypes } from "./registered-types";
import type { Stack } from "./stack";

export type AppFunctionProps = RegisteredTypes["functionProps"];

/** Some props of a function, or a function that computes them for a stack. */
export type FunctionDefaults = Partial<AppFunctionProps> | ((stack: Stack) => Partial<AppFunctionProps>);

/** Defaults for functions, in the order of declaration. Later ones win. */
export class FunctionDefaultsList {
  constructor(private readonly declared: FunctionDefaults[] = []) {}

  add(defaults: FunctionDefaults): void {
    this.declared.push(defaults);
  }

  /** A copy for a new stack, which later defaults of the app do not change. */
  copy(): FunctionDefaultsList {
    return new FunctionDefaultsList([...this.declared]);
  }

  for(stack: Stack): readonly Partial<AppFunctionProps>[] {
    return this.declared.map((each) => (typeof each === "function" ? each(stack) : each));
  }
}

/** Rejects `setDefaultFunctionProps` once there is a function that it would not reach. */
export function checkNoFunctions(
  owner: { readonly path: string; readonly kind: string },
  functions: readonly unknown[],
): void {
  if (functions.length > 0)
    fail(owner.path, "defaults-too-late", "setDefaultFunctionProps", { kind: owner.kind });
}
