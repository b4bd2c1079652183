import { isValues, type Values } from "../../../model";
import { ServiceError } from "./define-service";
import type { Members, Shape } from "./service-model";
import { detected, violation } from "./violations";

/**
 * Reads the members of an input. Throws the answer of AWS to another shape.
 *
 * @param code - the code of the refusal of an input that lacks members. @default - it is not refused
 * @param isEmptyMissing - whether an empty text is refused for a required member. The model has no lengths
 */
export function readInput(members: Members, input: Values, code?: string, isEmptyMissing = false): Values {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, shape] of members) {
    const value = Object.hasOwn(input, name) ? input[name] : undefined;
    values[name] = readMember(name, value, shape, "", problems);
    if (isEmptyMissing && shape.isRequired && value === "")
      problems.push(violation(lower(name), "", "have length greater than or equal to 1"));
  }
  if (problems.length === 0 || code === undefined) return values;
  throw new ServiceError(code, detected(...problems));
}

const lower = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

function readMember(name: string, value: unknown, shape: Shape, path: string, problems: string[]): unknown {
  const at = `${path}${lower(name)}`;
  if (value !== undefined && value !== null) return read(value, shape, { name, path: at, problems });
  if (shape.isRequired) problems.push(violation(at, null, "not be null"));
  return undefined;
}

interface Place {
  /** The member of the input or of a structure. */
  readonly name: string;
  readonly path: string;
  readonly problems: string[];
}

const types: Readonly<Record<string, string>> = {
  string: "string",
  blob: "string",
  boolean: "boolean",
  number: "number",
  timestamp: "number",
};

function read(value: unknown, { kind, of, members }: Shape, place: Place): unknown {
  const { name, path, problems } = place;
  if (typeof value === types[kind] || (kind === "timestamp" && typeof value === "string")) return value;
  if (of !== undefined && Array.isArray(value) && kind === "list")
    return value.map((each, index) => read(each, of, { ...place, path: `${path}.${index + 1}.member` }));
  if (!isValues(value) || kind === "list" || types[kind] !== undefined)
    throw new ServiceError("SerializationException", `The value of ${name} is not valid.`);
  if (members !== undefined) {
    const found: Record<string, unknown> = {};
    for (const [member, shape] of members)
      found[member] = readMember(member, value[member], shape, `${path}.`, problems);
    return found;
  }
  if (of === undefined) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(
    entries.map(([key, each]) => [key, read(each, of, { ...place, path: `${path}.${key}.member` })]),
  );
}
