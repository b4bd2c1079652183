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
  checkPackage(root, construct);
  return appMark in root ? (root as unknown as App) : undefined;
}

/** Refuses a construct in the app of another package. */
function checkPackage(root: IConstruct, where: IConstruct | string): void {
  const found = otherPackageOf(root);
  if (found !== undefined) fail(where, "two-packages", "scope", { found });
}

/** The app of a construct; throws without one. */
export function appOf(construct: IConstruct): App {
  return findApp(construct) ?? fail(construct, "app-required", "scope", {});
}

/**
 * The stack of a construct; throws without one.
 *
 * @param where - the construct that the error names, which may be one that is still to be created
 */
export function stackOf(construct: IConstruct, where: IConstruct | string = construct): Stack {
  const { scopes } = construct.node;
  const stack = scopes.findLast((scope) => TerraformStack.isStack(scope));
  checkPackage(scopes[0] ?? construct, where);
  if (stack === undefined || !("isServerformStack" in stack)) {
    return fail(where, "stack-required", "scope", { found: stack?.node.id });
  }
  return stack as Stack;
}

/** The package whose app a root is; undefined for an app of this one, and of plain CDKTF. */
export function otherPackageOf(root: IConstruct): string | undefined {
  const found = appMark in root ? root[appMark] : undefined;
  return typeof found === "string" && found !== packageName ? found : undefined;
}
