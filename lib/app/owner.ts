import { TerraformStack, Token, Tokenization } from "cdktf";
import { Construct, type IConstruct } from "constructs";
import { isPlainObject } from "../core/check";
import { memberPath } from "../core/prop-path";
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
  const found = appMark in root ? root[appMark] : undefined;
  if (typeof found === "string" && found !== packageName) fail(where, "two-packages", "scope", { found });
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
  const { scopes } = construct.node;
  const stack = scopes.findLast((scope) => TerraformStack.isStack(scope));
  checkPackage(scopes[0] ?? construct, where);
  if (stack === undefined || !("isServerformStack" in stack)) {
    return fail(where, "stack-required", "scope", { found: stack?.node.id });
  }
  return stack as Stack;
}

/**
 * Refuses a construct that is given to one of another app: its references lead nowhere there.
 *
 * @param where - for error messages
 * @param place - a construct in the app; a text says nothing of it
 */
export function checkSameApp(
  where: IConstruct | string,
  prop: string,
  given: IConstruct,
  place: IConstruct | string = where,
): void {
  const root = typeof place === "string" ? undefined : place.node.root;
  const { root: other } = given.node;
  if (root === undefined || other === root) return;
  const found = appMark in other ? other[appMark] : undefined;
  fail(where, "construct-of-another-app", prop, {
    value: given,
    package: typeof found === "string" && found !== packageName ? found : undefined,
  });
}

/**
 * Refuses constructs of another app, and references to them, in the props of a construct or the arguments of a method: at any
 * depth of plain objects and lists.
 *
 * @param place - a construct in the app
 */
export function checkOwnConstructs(where: IConstruct | string, given: unknown, place: IConstruct): void {
  checkInside(where, "", given, place, []);
}

function checkInside(
  where: IConstruct | string,
  prop: string,
  value: unknown,
  place: IConstruct,
  above: readonly unknown[],
): void {
  // An object that contains itself is refused where it is used.
  if (value === undefined || value === null || above.includes(value)) return;
  if (Construct.isConstruct(value)) return checkSameApp(where, prop, value, place);
  if (Token.isUnresolved(value)) {
    for (const origin of originsOf(value)) checkSameApp(where, prop, origin, place);
    return;
  }
  const inside = [...above, value];
  if (Array.isArray(value)) {
    for (const [index, each] of value.entries()) checkInside(where, `${prop}[${index}]`, each, place, inside);
  } else if (isPlainObject(value)) {
    for (const [key, each] of Object.entries(value))
      checkInside(where, prop === "" ? key : memberPath(prop, key), each, place, inside);
  }
}

/** The stacks of the resources that a reference names. */
function originsOf(value: unknown): readonly IConstruct[] {
  return Tokenization.reverse(value).flatMap((token) => {
    const { originStack } = token as { readonly originStack?: unknown };
    return Construct.isConstruct(originStack) ? [originStack] : [];
  });
}
