import { isValues } from "../../../../model";
import type { Members, Shape } from "../../contract/service-model";
import { detected, matching, oneOf, violation } from "../../contract/violations";
import { ItemError, TableError } from "../errors";
import type { Constraints, Rule, Rules } from "./constraints";

type Given = Record<string, unknown>;

const mostProblems = 10;

/**
 * Refuses a request whose members have wrong types, with the error messages of the service.
 *
 * Members that are null or unknown are removed. Numbers and flags become what the service reads.
 *
 * @param path - where the members are: `transactItems.1.member.put.`
 */
export function readShape(input: Given, members: Members, path = ""): void {
  for (const name in input) {
    const shape = members.get(name);
    if (shape === undefined || input[name] === null) delete input[name];
    else input[name] = read(input[name], shape, `${path}${lower(name)}`, "field");
  }
}

/** Refuses a request whose members are outside of their constraints. */
export function checkShape(input: Given, rules: Rules): void {
  const problems: string[] = [];
  checkMembers(input, rules, "", problems);
  if (problems.length === 0) return;
  throw new ItemError(detected(...problems.slice(0, mostProblems)));
}

const refusal = (what: string): TableError => new TableError("SerializationException", what);
const lower = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

/** @param place - the part of the request that has the value, as errors call it: a member, or a list or map */
function read(value: unknown, shape: Shape, path: string, place: "field" | "value"): unknown {
  const { kind, of, members } = shape;
  if (members !== undefined) {
    readShape(requireObject(value, shape, place), members, `${path}.`);
    return value;
  }
  if (of !== undefined && kind === "list") {
    if (isValues(value)) throw refusal("Start of structure or map found where not expected");
    if (!Array.isArray(value)) throw refusal(place === "field" ? "Unexpected field type" : wrongParameter);
    for (const [at, each] of value.entries()) value[at] = readElement(each, of, `${path}.${at + 1}`);
    return value;
  }
  if (of !== undefined) {
    const map = requireObject(value, shape, place);
    for (const key of Object.keys(map)) readElement(map[key], of, `${path}.${key}`);
    return map;
  }
  if (kind === "boolean") return readFlag(value);
  if (kind === "blob") return readBytes(value);
  if (typeof value === kind) return typeof value === "number" ? Math.floor(value) : value;
  const type = kind === "string" ? "String" : /units(persecond)?$/i.test(path) ? "Long" : "Integer";
  throw refusal(
    typeof value === "object" ? wrongObject(value, type) : `${nameOf(value)} cannot be converted to ${type}`,
  );
}

function readElement(value: unknown, shape: Shape, path: string): unknown {
  if (value !== null) return read(value, shape, `${path}.member`, "value");
  throw new ItemError(detected(violation(`${path}.member`, null, "not be null")));
}

function nameOf(value: unknown): string {
  if (typeof value === "number") return value % 1 === 0 ? "NUMBER_VALUE" : "DECIMAL_VALUE";
  return typeof value === "string" ? "STRING_VALUE" : value === true ? "TRUE_VALUE" : "FALSE_VALUE";
}

const wrongParameter =
  "class sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl cannot be cast to class java.lang.Class (sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl and java.lang.Class are in module java.base of loader 'bootstrap')";

const wrongObject = (value: unknown, type: string): string =>
  Array.isArray(value)
    ? `Unrecognized collection type class java.lang.${type}`
    : "Start of structure or map found where not expected";

function requireObject(value: unknown, { kind, of }: Shape, place: "field" | "value"): Given {
  if (isValues(value)) return value as Given;
  const isMap = kind === "map";
  if (Array.isArray(value)) {
    const type = isMap ? `java.util.Map<java.lang.String, ${classOf(of)}>` : `class ${classOf({ kind })}`;
    throw refusal(`Unrecognized collection type ${type}`);
  }
  if (place === "field") throw refusal("Unexpected field type");
  throw refusal(isMap ? wrongParameter : "Unexpected value type in payload");
}

/** The class of the values of a type, as errors call it. */
function classOf(
  shape: Pick<Shape, "kind"> & { readonly of?: Shape | undefined } = { kind: "string" },
): string {
  if (shape.kind === "string") return "java.lang.String";
  return shape.kind === "list"
    ? `java.util.List<${classOf(shape.of)}>`
    : `com.amazonaws.dynamodb.v20120810.${shape.kind}`;
}

function readFlag(value: unknown): boolean {
  if (typeof value === "boolean") return value;
  if (typeof value === "object") throw refusal(wrongObject(value, "Boolean"));
  if (typeof value !== "string") throw refusal(`${nameOf(value)} cannot be converted to Boolean`);
  const text = value.toUpperCase();
  if (["TRUE", "1", "YES"].includes(text)) return true;
  if (["FALSE", "0", "NO"].includes(text)) return false;
  throw refusal("Unexpected token received from parser");
}

function readBytes(value: unknown): string {
  if (Array.isArray(value)) throw refusal("Unrecognized collection type class java.nio.ByteBuffer");
  if (typeof value === "object") throw refusal("Start of structure or map found where not expected");
  if (typeof value !== "string") throw refusal("only base-64-encoded strings are convertible to bytes");
  if (value.length % 4 !== 0) {
    throw refusal(`Base64 encoded length is expected a multiple of 4 bytes but found: ${value.length}`);
  }
  if (Buffer.from(value, "base64").toString("base64") === value) return value;
  throw refusal("Invalid last non-pad Base64 character dectected");
}

function checkMembers(input: Given, rules: Rules, path: string, problems: string[]): void {
  for (const name in rules) {
    const rule = rules[name];
    if (rule !== undefined) check(input[name], rule, `${path}${lower(name)}`, problems);
  }
}

function check(value: unknown, rule: Rule, path: string, problems: string[]): void {
  if (value === undefined && rule.notNull !== true) return;
  for (const constraint in rule) {
    if (value === undefined && constraint !== "notNull") continue;
    const problem = (checks[constraint as keyof Constraints] as Check | undefined)?.(value, rule);
    if (problem !== undefined) problems.push(violation(path, shown(value), problem));
  }
  const { members, each } = rule;
  if (value === undefined) return;
  if (members !== undefined) checkMembers(value as Given, members, `${path}.`, problems);
  if (each === undefined) return;
  const items = Array.isArray(value)
    ? value.map((item, at) => [at + 1, item] as const)
    : Object.entries(value as Given);
  for (const [key, item] of items) check(item, each, `${path}.${key}.member`, problems);
}

type Check = (value: unknown, constraints: Constraints) => string | undefined;

const lengthOf = (value: unknown): number =>
  typeof value === "string" || Array.isArray(value) ? value.length : Object.keys(Object(value)).length;

const checks: Readonly<Record<keyof Constraints, Check>> = {
  notNull: (value) => (value === undefined ? "not be null" : undefined),
  pattern: (value, { pattern }) =>
    pattern?.test(String(value)) === false ? matching("[a-zA-Z0-9_.-]+") : undefined,
  least: (value, { least = 0 }) =>
    Number(value) < least ? `have value greater than or equal to ${least}` : undefined,
  most: (value, { most = 0 }) =>
    Number(value) > most ? `have value less than or equal to ${most}` : undefined,
  shortest: (value, { shortest = 0 }) =>
    lengthOf(value) < shortest ? `have length greater than or equal to ${shortest}` : undefined,
  longest: (value, { longest = 0 }) =>
    lengthOf(value) > longest ? `have length less than or equal to ${longest}` : undefined,
  values: (value, { values = [] }) => (values.includes(String(value)) ? undefined : oneOf(values)),
};

const shown = (value: unknown): string | null => (value === undefined ? null : plain(value));

function plain(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(plain).join(", ")}]`;
  return typeof value === "object" ? "..." : String(value);
}
