import { fail } from "./errors";
import type { RegisteredTypes } from "./registered-types";
import type { Stack } from "./stack";

export type AppFunctionProps = RegisteredTypes["functionProps"];

/** Some of a function's props, or what to compute them from. */
export type FunctionDefaults = Partial<AppFunctionProps> | ((stack: Stack) => Partial<AppFunctionProps>);

/** Defaults for functions, in the order in which they were declared; later ones win. */
export class FunctionDefaultsList {
  constructor(private readonly declared: FunctionDefaults[] = []) {}

  add(defaults: FunctionDefaults): void {
    this.declared.push(defaults);
  }

  /** What a stack sees of the app's defaults: those declared before the stack. */
  copy(): FunctionDefaultsList {
    return new FunctionDefaultsList([...this.declared]);
  }

  for(stack: Stack): readonly Partial<AppFunctionProps>[] {
    return this.declared.map((each) => (typeof each === "function" ? each(stack) : each));
  }
}

/** Refuses whole defaults once there is a function that they would not reach. */
export function checkNoFunctions(
  owner: { readonly path: string; readonly kind: string },
  functions: readonly unknown[],
): void {
  if (functions.length > 0)
    fail(owner.path, "defaults-too-late", "setDefaultFunctionProps", { kind: owner.kind });
}
