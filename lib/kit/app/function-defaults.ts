import type { IConstruct } from "constructs";
import { isPlainObject } from "../core/checks/check";
import { refuseValue } from "../core/errors";
import { Provided } from "../core/provided";
import { fail } from "./errors";
import type { RegisteredTypes } from "./registered-types";
import { checkOpen } from "./scope/lifecycle";
import { checkSameApp } from "./scope/same-app";
import type { Stack } from "./stack";

export type AppFunctionProps = RegisteredTypes["functionProps"];

/** Some props of a function, or a function that computes them for a stack. */
export type FunctionDefaults = Partial<AppFunctionProps> | ((stack: Stack) => Partial<AppFunctionProps>);

/** Refuses defaults that no function can have. Provided by a layer above, to which functions belong. */
export const checkDefaults = new Provided<
  (owner: IConstruct, method: string, defaults: Partial<AppFunctionProps>) => void
>("The check of defaults for functions");

/** Defaults for functions, in the order of declaration. Later ones win. */
export class FunctionDefaultsList {
  constructor(private readonly declared: FunctionDefaults[] = []) {}

  /**
   * Refuses props that no function can have. Props that are computed for a stack are checked with each function.
   *
   * @param owner - the app or the stack
   */
  add(owner: IConstruct, method: string, defaults: FunctionDefaults): void {
    checkOpen(owner, method);
    const where = owner.node.path || "app";
    if (typeof defaults !== "function") {
      if (!isPlainObject(defaults)) {
        const expected =
          "a plain object, such as { timeout: 20 }, or a function that returns one for a stack";
        refuseValue(where, method, defaults, expected);
      }
      checkSameApp(where, method, defaults, owner);
      checkDefaults.get()(owner, method, defaults);
    }
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

/** Rejects `setDefaultFunctionProps` after the creation of a function, to which it would not apply. */
export function checkNoFunctions(
  owner: { readonly path: string; readonly kind: string },
  functions: readonly unknown[],
): void {
  if (functions.length > 0)
    fail(owner.path, "defaults-too-late", "setDefaultFunctionProps", { kind: owner.kind });
}
