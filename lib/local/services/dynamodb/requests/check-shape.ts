import { isValues } from "../../../../model";
import { ItemError, TableError } from "../errors";
import { value as attributeValue, type Constraints, type Members, type Shape } from "./shapes";

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
    const shape = Object.hasOwn(members, name) ? members[name] : undefined;
    if (shape === undefined || input[name] === null) delete input[name];
    else input[name] = read(input[name], shape, `${path}${lower(name)}`, "field");
  }
}

/** Refuses a request whose members are outside of their constraints. */
export function checkShape(input: Given, members: Members): void {
  const problems: string[] = [];
  checkMembers(input, members, "", problems);
  if (problems.length === 0) return;
  const told = problems.slice(0, mostProblems);
  throw new ItemError(
    `${told.length} validation error${told.length > 1 ? "s" : ""} detected: ${told.join("; ")}`,
  );
}

const refusal = (what: string): TableError => new TableError("SerializationException", what);
const lower = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

/** @param place - the part of the request that has the value, as errors call it: a member, or a list or map */
function read(value: unknown, shape: Shape, path: string, place: "field" | "value"): unknown {
  switch (shape.type) {
    case "List": {
      if (isValues(value)) throw refusal("Start of structure or map found where not expected");
      if (!Array.isArray(value)) throw refusal(place === "field" ? "Unexpected field type" : wrongParameter);
      for (const [at, each] of value.entries()) value[at] = readElement(each, shape.of, `${path}.${at + 1}`);
      return value;
    }
    case "Map": {
      const map = requireObject(value, shape, place);
      for (const key of Object.keys(map)) readElement(map[key], shape.of, `${path}.${key}`);
      return map;
    }
    case "Structure":
      readShape(requireObject(value, shape, place), shape.members, `${path}.`);
      return value;
    case "Boolean":
      return readFlag(value);
    case "Blob":
      return readBytes(value);
    case "String":
      if (typeof value === "string") return value;
      break;
    default:
      if (typeof value === "number") return Math.floor(value);
  }
  throw refusal(
    typeof value === "object"
      ? wrongObject(value, shape.type)
      : `${nameOf(value)} cannot be converted to ${shape.type}`,
  );
}

function readElement(value: unknown, shape: Shape, path: string): unknown {
  if (value !== null) return read(value, shape, `${path}.member`, "value");
  const what = "failed to satisfy constraint: Member must not be null";
  throw new ItemError(`1 validation error detected: Value null at '${path}.member' ${what}`);
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

function requireObject(
  value: unknown,
  { type, name }: Shape & { readonly name: string },
  place: "field" | "value",
): Given {
  if (isValues(value)) return value as Given;
  const service = "com.amazonaws.dynamodb.v20120810.";
  if (Array.isArray(value)) {
    const full = name.includes(".") ? name : `${service}${name}`;
    const collection = type === "Map" ? `java.util.Map<java.lang.String, ${full}>` : `class ${full}`;
    throw refusal(`Unrecognized collection type ${collection}`);
  }
  if (place === "field") throw refusal("Unexpected field type");
  throw refusal(type === "Map" ? wrongParameter : "Unexpected value type in payload");
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

function checkMembers(input: Given, members: Members, path: string, problems: string[]): void {
  for (const name in members) {
    const shape = members[name];
    if (shape !== undefined) check(input[name], shape, `${path}${lower(name)}`, problems);
  }
}

function check(value: unknown, shape: Shape, path: string, problems: string[]): void {
  if (value === undefined && shape.notNull !== true) return;
  for (const constraint in shape) {
    if (value === undefined && constraint !== "notNull") continue;
    const problem = (checks[constraint as keyof Constraints] as Check | undefined)?.(value, shape);
    if (problem !== undefined)
      problems.push(
        `Value ${shown(value)} at '${path}' failed to satisfy constraint: Member must ${problem}`,
      );
  }
  if (value === undefined || shape === attributeValue) return;
  if (shape.type === "Structure") checkMembers(value as Given, shape.members, `${path}.`, problems);
  if (shape.type === "List") {
    for (const [at, each] of (value as unknown[]).entries())
      check(each, shape.of, `${path}.${at + 1}.member`, problems);
  }
  if (shape.type === "Map" && shape.of !== attributeValue) {
    for (const [key, each] of Object.entries(value as Given))
      check(each, shape.of, `${path}.${key}.member`, problems);
  }
}

type Check = (value: unknown, constraints: Constraints) => string | undefined;

const lengthOf = (value: unknown): number =>
  typeof value === "string" || Array.isArray(value) ? value.length : Object.keys(Object(value)).length;

const checks: Readonly<Record<keyof Constraints, Check>> = {
  notNull: (value) => (value === undefined ? "not be null" : undefined),
  pattern: (value, { pattern }) =>
    pattern?.test(String(value)) === false
      ? "satisfy regular expression pattern: [a-zA-Z0-9_.-]+"
      : undefined,
  least: (value, { least = 0 }) =>
    Number(value) < least ? `have value greater than or equal to ${least}` : undefined,
  most: (value, { most = 0 }) =>
    Number(value) > most ? `have value less than or equal to ${most}` : undefined,
  shortest: (value, { shortest = 0 }) =>
    lengthOf(value) < shortest ? `have length greater than or equal to ${shortest}` : undefined,
  longest: (value, { longest = 0 }) =>
    lengthOf(value) > longest ? `have length less than or equal to ${longest}` : undefined,
  values: (value, { values = [] }) =>
    values.includes(String(value)) ? undefined : `satisfy enum value set: [${values.join(", ")}]`,
};

function shown(value: unknown): string {
  return value === undefined ? "null" : `'${plain(value)}'`;
}

function plain(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(plain).join(", ")}]`;
  return typeof value === "object" ? "..." : String(value);
}
