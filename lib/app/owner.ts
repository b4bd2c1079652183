import { TerraformStack } from "cdktf";
import type { IConstruct } from "constructs";
import { packageName } from "../errors/package-name";
import type { App } from "./app";
import { fail } from "./errors";
import type { Stack } from "./stack";

// In a separate file, because `App` and `Stack` would otherwise import each other.

const appMark = Symbol.for("serverform.App");

/** Marks an app with the name of its package, so that another copy of this package recognizes it. */
export function markApp(app: App): void {
  Object.defineProperty(app, appMark, { value: packageName });
}

/** The app of a construct; undefined when its root is an app of plain CDKTF. */
export function findApp(construct: IConstruct): App | undefined {
  const { root } = construct.node;
  if (!(appMark in root)) return undefined;
  const found = root[appMark];
  if (typeof found === "string" && found !== packageName) fail(construct, "two-packages", "scope", { found });
  return root as unknown as App;
}

/** The app of a construct; throws when there is none. */
export function appOf(construct: IConstruct): App {
  return findApp(construct) ?? fail(construct, "app-required", "scope", {});
}

/**
 * The stack of a construct; throws when there is none.
 *
 * @param where - the construct that the error names, which may be one that is still to be created
 */
export function stackOf(construct: IConstruct, where: IConstruct | string = construct): Stack {
  const stack = construct.node.scopes.findLast((scope) => TerraformStack.isStack(scope));
  if (stack === undefined || !("isServerformStack" in stack)) {
    return fail(where, "stack-required", "scope", { found: stack?.node.id });
  }
  return stack as Stack;
}
