import { Construct, type IConstruct } from "constructs";
import type { Where } from "../../../facts/errors/error";
import { isPlainObject } from "../../core/checks/check";
import { memberPath } from "../../core/prop-path";
import { fail } from "../errors";
import { otherPackageOf } from "./owner";

/**
 * Refuses constructs of another app anywhere in a value, whose references would not work. Refuses circular lists and plain
 * objects, which cannot be written.
 *
 * Constructors and methods call it first, with all their arguments.
 *
 * @param where - for error messages
 * @param prop - of the value; "" for props as a whole
 * @param place - a construct in the app; a text is not related to it
 */
export function checkSameApp(where: Where, prop: string, given: unknown, place: Where = where): void {
  if (typeof place !== "string") checkValue({ where, root: place.node.root, above: new Set() }, prop, given);
}

interface Search {
  readonly where: Where;
  readonly root: IConstruct;
  readonly above: Set<unknown>;
}

function checkValue(search: Search, prop: string, given: unknown): void {
  if (typeof given !== "object" || given === null) return;
  if (Construct.isConstruct(given)) {
    const { root } = given.node;
    if (root === search.root) return;
    const facts = { value: given, package: otherPackageOf(root) };
    return fail(search.where, "construct-of-another-app", prop, facts);
  }
  const isList = Array.isArray(given);
  if (!(isList || isPlainObject(given))) return;
  const { above } = search;
  if (above.has(given)) fail(search.where, "json-circular", prop, {});
  above.add(given);
  for (const [key, value] of Object.entries(given)) {
    if (typeof value === "object") checkValue(search, pathOf(prop, key, isList), value);
  }
  above.delete(given);
}

function pathOf(prop: string, key: string, isList: boolean): string {
  if (isList) return `${prop}[${key}]`;
  return prop === "" ? key : memberPath(prop, key);
}
