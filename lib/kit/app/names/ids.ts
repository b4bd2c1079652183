import { TerraformResource } from "cdktf";
import { Construct, type IConstruct } from "constructs";
import { isNamedPerRegion, resourceTypes } from "../../../facts/aws/resource-types";
import type { ServerformError, Where } from "../../../facts/errors/error";
import { show } from "../../../facts/errors/words";
import { withoutUndefined } from "../../core/checks/absence";
import { isPlainObject } from "../../core/checks/check";
import { constructsOfTree } from "../../core/constructs-of-tree";
import { refuseValue } from "../../core/errors";
import { notePlace } from "../../core/fault";
import { camelCase } from "../../core/terraform/provider-kinds";
import { isUnresolved, literalName } from "../../core/tokens/unresolved";
import { fail, problem } from "../errors";
import { isNamedConstruct } from "../metadata";
import { checkSameApp } from "../scope/same-app";
import { compoundOf, constructName, madeFromReference, nameConflict } from "./construct-name";

const grammar = /^[a-zA-Z][a-zA-Z0-9_-]*$/;

/**
 * The id of a construct before its creation: `cdk.id`, else the given one.
 *
 * Rejects an invalid scope, id or props before the base class, whose errors contain neither the construct nor a remedy.
 */
export function constructId(scope: unknown, id: unknown, props: unknown, example = "{ ... }"): string {
  checkScope(typeof id === "string" && id !== "" ? id : "app", "scope", scope);
  const where = [scope.node.path, typeof id === "string" ? id : show(id)]
    .filter((part) => part !== "")
    .join("/");
  notePlace(where, "props");
  if (props !== undefined && !isPlainObject(props)) {
    refuseValue(where, "props", props, `a plain object: ${example}`);
  }
  const { id: given } = Object(props?.cdk) as { readonly id?: unknown };
  const prop = given === undefined ? "id" : "cdk.id";
  const value = given ?? id;
  if (typeof value !== "string" || value === "" || isUnresolved(value)) {
    return fail(scope, "id-invalid", prop, { value });
  }
  const free = requireFreeId(scope, value, prop);
  checkSameApp(where, "", props, scope);
  return free;
}

export function checkConstruct(value: unknown): void {
  if (Construct.isConstruct(value)) return;
  refuseValue("app", "of(construct)", value, "a construct in a Stack");
}

export function checkScope(where: Where, prop: string, scope: unknown): asserts scope is IConstruct {
  if (Construct.isConstruct(scope)) return checkSameApp(where, prop, scope);
  const order = typeof scope === "string" ? `. It comes before the id: (stack, ${show(scope)}, { ... })` : "";
  refuseValue(where, prop, scope, `a Stack, or a construct in one${order}`);
}

/**
 * The parts for a method that adds parts, without `undefined`.
 *
 * Rejects invalid arguments: the first must be a construct, the second a map of parts.
 */
export function checkAddition<Parts>(owner: IConstruct, method: string, scope: unknown, parts: Parts): Parts {
  const expected = `a scope and a plain object: ${method}(stack, { ... })`;
  for (const [name, value, isValid] of [
    ["scope", scope, Construct.isConstruct(scope)],
    ["parts", parts, isPlainObject(parts)],
  ] as const) {
    if (!isValid) refuseValue(owner, `${method}(${name})`, value, expected);
  }
  checkSameApp(owner, `${method}(scope)`, scope);
  checkSameApp(owner, method, parts);
  return withoutUndefined(parts);
}

export function checkPartKey(owner: IConstruct, method: string, key: unknown): asserts key is string {
  if (typeof key !== "string") refuseValue(owner, method, key, "the name of a part, as a string");
}

/** Refuses names of members of plain objects, such as `constructor`: the tree of `constructs` uses plain objects. */
export function checkNoMember(where: IConstruct, prop: string, value: string, what: string): void {
  if (value in Object.prototype) {
    const expected = `${what} that plain objects of JavaScript do not have as a member`;
    refuseValue(where, prop, value, expected);
  }
}

/** Returns the id if it is free in the scope. The error of `constructs` would contain no remedy. */
export function requireFreeId(scope: IConstruct, id: string, prop = "id"): string {
  checkNoMember(scope, prop, id, "an id");
  const existing = scope.node.tryFindChild(id);
  if (existing !== undefined) {
    fail(existing, "id-taken", prop, { value: id, kind: existing.constructor.name });
  }
  return id;
}

/** Finds invalid ids, and constructs of one class that would share a name. */
export function checkIds(root: IConstruct): ServerformError[] {
  const problems: ServerformError[] = [];
  for (const construct of constructsOfTree(root)) {
    if (!isNamedConstruct(construct) || madeFromReference in construct) continue;
    const id = construct.node.id;
    if (!grammar.test(id)) {
      problems.push(problem(construct, "id-invalid", "id", { value: id }));
      continue;
    }
    const other = nameConflict(construct);
    if (other !== undefined) problems.push(duplicate(construct, id, other));
  }
  return problems;
}

function duplicate(construct: IConstruct, id: string, other: IConstruct): ServerformError {
  const name = constructName(construct);
  return problem(construct, "id-duplicate", "id", {
    value: id,
    name: name === id ? undefined : name,
    other: other.node.path,
    isInCompound: compoundOf(other) !== undefined && compoundOf(construct) === undefined,
  });
}

/** The credentials of a stack; the same for stacks of the same account. */
interface HasAccountKey {
  readonly accountKey: string;
  readonly region: string;
}

/**
 * Resources with the same name in AWS. Names are ids joined by `-`, so `B-C` in the stack `A` and `C` in `A-B` may have the same
 * one.
 *
 * SQS, for example, answers the second creation with the existing queue, so both resources would be one queue.
 */
export function checkUniqueNames(root: IConstruct): ServerformError[] {
  const holders = new Map<string, IConstruct>();
  return constructsOfTree(root).flatMap((construct) => {
    if (!TerraformResource.isTerraformResource(construct)) return [];
    const { terraformResourceType: type, provider, count, forEach } = construct;
    const row = resourceTypes[type];
    // AWS returns the existing resource for a second creation, or refuses it.
    const attribute = row?.again === "another" || row?.name === undefined ? undefined : camelCase(row.name);
    if (attribute === undefined || count !== undefined || forEach !== undefined) return [];
    const name = literalName(Reflect.get(construct, `${attribute}Input`));
    if (name === undefined) return [];
    const { accountKey = construct.cdktfStack.node.path, region } =
      construct.cdktfStack as Partial<HasAccountKey>;
    const place = isNamedPerRegion(type) ? region : undefined;
    const key = JSON.stringify([type, name, accountKey, place, provider?.fqn]);
    const other = holders.get(key);
    if (other === undefined) {
      holders.set(key, construct);
      return [];
    }
    return [problem(construct, "name-taken", attribute, { value: name, other: other.node.path })];
  });
}
