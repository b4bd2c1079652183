import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A member of an event, by its path: `requestContext.stage`. */
interface Field {
  readonly types: readonly string[];
  /** A regular expression for every text. */
  readonly form?: string;
  /** Whether captures exist without it. */
  readonly optional?: boolean;
}

/** What published captures of an event of AWS have in common. */
export interface EventShape {
  readonly event: string;
  readonly captures: number;
  readonly sources: readonly string[];
  readonly fields: Readonly<Record<string, Field>>;
  /** Names of headers as AWS writes them. */
  readonly headers?: readonly string[];
}

/** Members that have names of clients or of the app. Only their type is compared. */
const open = new Set([
  ...["headers", "multiValueHeaders", "queryStringParameters", "multiValueQueryStringParameters"],
  ...["pathParameters", "stageVariables", "request.userAttributes", "request.clientMetadata"],
  ...["requestContext.authorizer", "request.privateChallengeParameters"],
]);

export const readShape = (event: string): EventShape =>
  JSON.parse(readFileSync(join(__dirname, `${event}.json`), "utf8")) as EventShape;

/** Differences between an event and its captures, in both directions. */
export function differences(event: unknown, { fields }: EventShape): readonly string[] {
  const found = new Map(membersOf(event, ""));
  const missing = Object.entries(fields).flatMap(([path, { optional = false }]) => {
    const parent = path.slice(0, Math.max(0, path.lastIndexOf(".")));
    const isExpected =
      !optional && !found.has(path) && (parent === "" || typeOf(found.get(parent)) === "object");
    return isExpected ? [`${path}: AWS has it`] : [];
  });
  const others = [...found].flatMap(([path, value]) => {
    const field = fields[path];
    if (field === undefined) return [`${path}: AWS has never shown it`];
    const type = typeOf(value);
    if (!field.types.includes(type)) return [`${path}: is ${type}, and in AWS ${field.types.join(" or ")}`];
    const isOfForm =
      field.form === undefined || typeof value !== "string" || new RegExp(field.form).test(value);
    return isOfForm ? [] : [`${path}: is ${String(value)}, and in AWS of the form ${field.form}`];
  });
  return [...missing, ...others];
}

function membersOf(value: unknown, prefix: string): readonly (readonly [string, unknown])[] {
  if (typeOf(value) !== "object" || open.has(prefix)) return [];
  return Object.entries(value as object).flatMap(([name, member]: [string, unknown]) => {
    const path = prefix === "" ? name : `${prefix}.${name}`;
    return [[path, member] as const, ...membersOf(member, path)];
  });
}

const typeOf = (value: unknown): string =>
  value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
