import { looseArnPattern } from "../../../facts/aws/arn-patterns";
import type { Where } from "../../../facts/errors/error";
import { Hidden } from "../../../facts/errors/words";
import { checkKind, isPlainObject, type PropCheck, type PropKind } from "../checks/check";
import { fail, refuseValue } from "../errors";
import { memberPath } from "../prop-path";
import { isUnresolved } from "../tokens/unresolved";

export interface TextLimit {
  readonly kind: "text";
  readonly min: number;
  readonly max: number;
  readonly pattern: RegExp;
  /** A check that the pattern cannot express. */
  readonly accepts?: ((text: string) => boolean) | undefined;
  /** The pattern in words. */
  readonly expected: string;
  /** A valid text for tests, if the pattern is narrow. */
  readonly sample?: string | undefined;
  readonly source: string;
}

export interface NumberLimit {
  readonly kind: "number";
  readonly min: number;
  readonly max: number;
  /** Numbers outside the range with a special meaning. */
  readonly also: readonly number[];
  /** `seconds` */
  readonly unit: string;
  /** Whether the provider expects the number as a text: `"1024"`. */
  readonly isText: boolean;
  readonly isDecimal: boolean;
  readonly source: string;
}

/** The number of items that AWS accepts in a list or map. */
export interface CountLimit {
  readonly kind: "count";
  readonly max: number;
  /** The items, for messages: `subnets`. */
  readonly what: string;
  /** The limits for the entries of a map. */
  readonly entries?: { readonly name: TextLimit; readonly value: TextLimit } | undefined;
  readonly source: string;
}

export type Limit = TextLimit | NumberLimit | CountLimit;

/** A different limit for some resources of a type: by protocol, engine, tier or place of execution. */
export interface Exception {
  readonly attribute: string;
  readonly applies: (value: unknown) => boolean;
  readonly limit: Limit;
}

export type LimitRow = Limit & { readonly exception?: Exception };

/** A limit in the models of AWS, see `api-facts.json`. */
export interface ModelledLimit {
  readonly kind: "modelled";
}

/** Limits of the attributes of a resource: `description`, or `passwordPolicy.minimumLength` in a block. */
export type ResourceLimits = Readonly<Record<string, LimitRow | ModelledLimit>>;

const anyText = /^/;

/** A name or another text with a grammar, of at least one character. */
export function textLimit(
  source: string,
  max: number,
  pattern: RegExp = anyText,
  expected: string = "a string that is not empty",
  min = 1,
): TextLimit {
  return { kind: "text", min, max, pattern, expected, source };
}

/** Attributes whose limits are exactly those in the models of AWS. */
export function modelled<Attribute extends string>(
  ...attributes: readonly Attribute[]
): Readonly<Record<Attribute, ModelledLimit>> {
  const rows = attributes.map((attribute) => [attribute, { kind: "modelled" }]);
  return Object.fromEntries(rows) as Record<Attribute, ModelledLimit>;
}

/** A limit, and a different one for resources whose attribute has certain values. */
export function unless<Row extends Limit>(
  row: Row,
  attribute: string,
  applies: (value: unknown) => boolean,
  limit: Limit,
): Row & { readonly exception: Exception } {
  return { ...row, exception: { attribute, applies, limit } };
}

/** One of the values that AWS knows. */
export function choice(source: string, ...values: readonly string[]): TextLimit {
  const words = values.map((value) => JSON.stringify(value));
  const last = words.pop() ?? "";
  const pattern = new RegExp(`^(${values.map((value) => value.replace(/[.*+$]/g, "\\$&")).join("|")})$`);
  const expected = words.length === 0 ? last : `${words.join(", ")} or ${last}`;
  return { ...textLimit(source, Number.POSITIVE_INFINITY, pattern, expected), sample: values[0] };
}

/** The ARN of a resource of one of the services, by an example: `arnOf(source, ["kms"], "arn:aws:kms:...")`. */
export function arnOf(source: string, services: readonly string[], sample: string): TextLimit {
  const pattern = looseArnPattern(services);
  const limit = textLimit(
    source,
    Number.POSITIVE_INFINITY,
    pattern,
    `an ARN such as ${JSON.stringify(sample)}`,
  );
  return { ...limit, sample };
}

export function jsonDocument(source: string): TextLimit {
  const expected = "JSON, as JSON.stringify({ ... }) writes it";
  return { ...textLimit(source, Number.POSITIVE_INFINITY, anyText, expected), accepts: isJson, sample: "{}" };
}

export function policyText(source: string): TextLimit {
  const expected = 'a policy as JSON: { "Version": "2012-10-17", "Statement": [{ "Effect": "Allow", ... }] }';
  const sample = '{"Version":"2012-10-17","Statement":[]}';
  return { ...textLimit(source, Number.POSITIVE_INFINITY, anyText, expected), accepts: isPolicy, sample };
}

function isPolicy(text: string): boolean {
  if (!isJson(text)) return false;
  const policy: unknown = JSON.parse(text);
  if (!isPlainObject(policy)) return false;
  const { Version: version, Statement: given = [] } = policy;
  if (version !== undefined && version !== "2012-10-17" && version !== "2008-10-17") return false;
  const statements: readonly unknown[] = Array.isArray(given) ? given : [given];
  return statements.every((each) => ["Allow", "Deny"].includes(Object(each).Effect));
}

/** A regular expression of Java, which also has inline flags, atomic groups and possessive quantifiers. */
export function javaRegexText(source: string): TextLimit {
  const expected = 'a regular expression, such as "^Bearer .+$"';
  const limit = textLimit(source, Number.POSITIVE_INFINITY, anyText, expected);
  return { ...limit, accepts: (text) => javaRegexProblem(text) === undefined, sample: "^Bearer .+$" };
}

/** The reason why a text is not a regular expression; undefined if it is one. */
export function javaRegexProblem(text: string): string | undefined {
  try {
    new RegExp(
      text
        .replace(/\(\?[a-zA-Z-]+\)/g, "")
        .replace(/\(\?[a-zA-Z-]+:|\(\?>/g, "(?:")
        .replace(/([*+?}])\+/g, "$1"),
    );
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^.*: /, "") : String(error);
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** A description: any text, also an empty one. */
export function description(source: string, max: number): TextLimit {
  return textLimit(source, max, anyText, "a string", 0);
}

export function range(
  source: string,
  min: number,
  max: number,
  { also = [], unit = "", isText = false, isDecimal = false }: Partial<NumberLimit> = {},
): NumberLimit {
  return { kind: "number", min, max, also, unit, isText, isDecimal, source };
}

export function count(
  source: string,
  max: number,
  what: string,
  entries?: CountLimit["entries"],
): CountLimit {
  return { kind: "count", max, what, entries, source };
}

/** Rejects a value that AWS rejects. A value that is known only at deployment passes; `undefined` is absence. */
export function checkLimit(where: Where, prop: string, value: unknown, limit: Limit): void {
  if (value === undefined) return;
  // CDKTF writes a reference to a list as an array with one text, which is not a text.
  const isList = limit.kind === "text" && Array.isArray(value);
  if (isUnknown(value) && !isList) return;
  if (limit.kind === "text") checkText(where, prop, value, limit);
  else if (limit.kind === "number") checkNumber(where, prop, value, limit);
  else checkCount(where, prop, value, limit);
}

/** A kind of props, for `propKeys`: a value that AWS accepts. */
export function within(limit: Limit, kind: PropKind = limit.kind === "count" ? true : limit.kind): PropCheck {
  return (where, prop, value) => {
    checkKind(where, prop, value, kind);
    checkLimit(where, prop, value, limit);
  };
}

/** A kind of props: a list of texts, each of which AWS accepts. */
export function eachWithin(limit: TextLimit): PropCheck {
  return (where, prop, value) => {
    checkKind(where, prop, value, "texts");
    checkEach(where, prop, value as readonly unknown[], limit);
  };
}

/** Checks each item of a list. A reference to a list passes. */
export function checkEach(
  where: Where,
  prop: string,
  list: readonly unknown[] | undefined,
  limit: TextLimit,
): void {
  if (list === undefined || isUnresolved(list)) return;
  list.forEach((item, index) => {
    checkLimit(where, `${prop}[${index}]`, item, limit);
  });
}

/** A reference of CDKTF, or a handwritten expression of Terraform. */
export function isUnknown(value: unknown): boolean {
  if (typeof value === "string") return /[$%]\{/.test(value);
  return isUnresolved(value);
}

/** Rejects values that are not a text, also `undefined`, and texts that AWS rejects. */
export function requireWithin(
  where: Where,
  prop: string,
  value: unknown,
  limit: TextLimit,
): asserts value is string {
  if (typeof value !== "string" || !isUnknown(value)) checkText(where, prop, value, limit);
}

/** Like `checkLimit`, for a text that messages do not show. */
export function checkSecret(
  where: Where,
  prop: string,
  value: unknown,
  { min, max, pattern, expected }: TextLimit,
): void {
  if (value === undefined || isUnknown(value)) return;
  const fits = typeof value === "string" && value.length >= min && value.length <= max && pattern.test(value);
  if (fits) return;
  const found = typeof value === "string" ? `a string of ${value.length} characters` : new Hidden(value);
  refuseValue(where, prop, found, expected);
}

function checkText(
  where: Where,
  prop: string,
  value: unknown,
  { min, max, pattern, expected, accepts = () => true }: TextLimit,
): void {
  if (typeof value !== "string") return refuseValue(where, prop, value, expected);
  const { length } = value;
  if (length > max) fail(where, "name-too-long", prop, { value, length, limit: max });
  if (length < min || !pattern.test(value) || !accepts(value)) refuseValue(where, prop, value, expected);
}

/** `1 to 900 seconds` */
export function rangeOf({ min, max, also, unit }: NumberLimit): string {
  const others = also.map((each) => `, or ${each}`).join("");
  return `${min}${Number.isFinite(max) ? ` to ${max}` : " or more"}${unit && ` ${unit}`}${others}`;
}

function checkNumber(where: Where, prop: string, value: unknown, limit: NumberLimit): void {
  const { min, max, also, isText, isDecimal } = limit;
  const number = isText && typeof value === "string" && /^-?\d+$/.test(value) ? Number(value) : value;
  const isNumber = isDecimal ? Number.isFinite(number) : Number.isInteger(number);
  const isWithin = isNumber && Number(number) >= min && Number(number) <= max;
  if (isWithin || also.some((each) => each === number)) return;
  fail(where, "out-of-range", prop, { value, range: rangeOf(limit), isInteger: !isDecimal });
}

function checkCount(where: Where, prop: string, value: unknown, { max, what, entries }: CountLimit): void {
  const found = Array.isArray(value) ? value.length : Object.keys(Object(value)).length;
  if (found > max) fail(where, "quota-exceeded", prop, { what, count: found, limit: max });
  if (entries === undefined || !isPlainObject(value)) return;
  for (const [name, each] of Object.entries(value)) {
    const at = memberPath(prop, name);
    checkLimit(where, at, name, entries.name);
    // Variables of stages may be secret.
    checkSecret(where, at, each, entries.value);
  }
}
