import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A member of an event, by its path: `requestContext.stage`. */
interface Field {
  readonly types: readonly string[];
  /** A regular expression for every text and number. */
  readonly form?: string;
  /** Whether captures exist without it. */
  readonly optional?: boolean;
  /** Whether its members have names of clients or of the app. Only its own type is compared. @default - those of `open` below */
  readonly open?: boolean;
  /** The document that has it, if no capture does. */
  readonly documented?: string;
}

/** The members that published captures of an event of AWS share. */
export interface EventShape {
  readonly event: string;
  /** Other sources of the same trigger, whose events have the same members. */
  readonly alike?: readonly string[];
  readonly captures: number;
  readonly sources: readonly string[];
  /** By path: `Records[].body` is a member of every record, and `attributes.*` is every attribute, whose name the app chooses. */
  readonly fields: Readonly<Record<string, Field>>;
  /** Names of headers as AWS writes them. */
  readonly headers?: readonly string[];
}

/** Members of requests that have names of clients or of the app. */
const open = new Set([
  ...["headers", "multiValueHeaders", "queryStringParameters", "multiValueQueryStringParameters"],
  ...["pathParameters", "stageVariables", "request.userAttributes", "request.clientMetadata"],
  ...["requestContext.authorizer", "request.privateChallengeParameters"],
]);

/** Every file of captures. */
export const shapes = readdirSync(__dirname)
  .filter((file) => file.endsWith(".json"))
  .map((file) => JSON.parse(readFileSync(join(__dirname, file), "utf8")) as EventShape);

export function readShape(event: string): EventShape {
  const found = shapes.find((shape) => shape.event === event || shape.alike?.includes(event));
  if (found === undefined) throw new Error(`There are no captures of ${event}.`);
  return found;
}

type Fields = EventShape["fields"];
type Member = readonly [path: string, value: unknown];

/** Differences between an event and its captures, in both directions. */
export function differences(event: unknown, { fields }: EventShape): readonly string[] {
  const found = membersOf(event, "", fields);
  const objects = [["", event] as const, ...found].filter(([, value]) => typeOf(value) === "object");
  const missing = objects.flatMap(([parent, value]) =>
    Object.entries(fields).flatMap(([path, { optional = false }]) => {
      const name = nameIn(parent, path);
      const isExpected =
        !optional && name !== undefined && name !== "*" && !Object.hasOwn(value as object, name);
      return isExpected ? [`${path}: AWS has it`] : [];
    }),
  );
  const others = found.flatMap(([path, value]) => {
    if (path.endsWith("[]")) return [];
    const field = fields[path];
    if (field === undefined) return [`${path}: AWS has never shown it`];
    const type = typeOf(value);
    if (!field.types.includes(type)) return [`${path}: is ${type}, and in AWS ${field.types.join(" or ")}`];
    const isOfForm =
      field.form === undefined || !/string|number/.test(type) || new RegExp(field.form).test(String(value));
    return isOfForm ? [] : [`${path}: is ${String(value)}, and in AWS of the form ${field.form}`];
  });
  return [...new Set([...missing, ...others])];
}

/** The members of an event with their members, and the objects of lists. */
function membersOf(value: unknown, prefix: string, fields: Fields): readonly Member[] {
  const isOpen = fields[prefix]?.open ?? open.has(prefix);
  if (isOpen) return [];
  if (Array.isArray(value)) {
    const objects = value.filter((each) => typeOf(each) === "object");
    return objects.flatMap((each) => [
      [`${prefix}[]`, each] as const,
      ...membersOf(each, `${prefix}[]`, fields),
    ]);
  }
  if (typeOf(value) !== "object") return [];
  const isMap = `${prefix}.*` in fields;
  return Object.entries(value as object).flatMap(([name, member]: [string, unknown]) => {
    const path = [prefix, isMap ? "*" : name].filter((each) => each !== "").join(".");
    return [[path, member] as const, ...membersOf(member, path, fields)];
  });
}

/** The name of a member directly below a path; undefined if it is elsewhere. */
function nameIn(parent: string, path: string): string | undefined {
  const prefix = parent === "" ? "" : `${parent}.`;
  const name = path.slice(prefix.length);
  return path.startsWith(prefix) && !/[.[]/.test(name) ? name : undefined;
}

const typeOf = (value: unknown): string =>
  value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
