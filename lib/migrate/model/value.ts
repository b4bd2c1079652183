import type { Place } from "./place";

export interface ImportedName {
  readonly name: string;
  readonly from: string;
}

/** A piece of TypeScript, for example `stack.stage`. */
interface CodePart {
  readonly code: string;
  readonly imports?: readonly ImportedName[];
  /** The type of a parameter. @default - text */
  readonly type?: "list" | "number" | "boolean";
  /** Whether the value is known only at deployment, so that TypeScript cannot compare or convert it. @default false */
  readonly isDeferred?: boolean;
}

/** A reference to a declared resource or its attribute: `!Ref Notes`, `!GetAtt Notes.Arn`. */
interface Reference {
  readonly target: string;
  /** Empty for `Ref`. */
  readonly attribute: string;
  readonly place: Place;
}

/** The declared object itself: a `Table` in `permissions`. */
interface ObjectReference {
  readonly object: string;
  readonly place: Place;
}

export type ComputedPart = string | CodePart | Reference | ObjectReference;

/** A text with computed parts. A single part that is not text keeps its type. */
export class Computed {
  constructor(readonly parts: readonly ComputedPart[]) {}
}

/**
 * A call, for example `JSON.stringify({ ... })`. A name that begins with a dot is a method of the first argument:
 * `.replaceAll` of a text. Without further arguments it is a property.
 */
export class Call {
  constructor(
    readonly callee: string,
    readonly args: readonly Value[],
    readonly imports: readonly ImportedName[] = [],
  ) {}
}

/** One of two values: `isProd ? "a" : "b"`. */
export class Choice {
  constructor(
    readonly condition: string,
    readonly yes: Value,
    readonly no: Value,
  ) {}
}

export interface ValueMap {
  readonly [key: string]: Value;
}

/** A value of the written code. Keys that are undefined are left out. */
export type Value =
  | string
  | number
  | boolean
  | null
  | undefined
  | Computed
  | Call
  | Choice
  | readonly Value[]
  | ValueMap;

export const code = (text: string, imports?: readonly ImportedName[]): Computed =>
  new Computed([imports === undefined ? { code: text } : { code: text, imports }]);

export const objectOf = (object: string, place: Place): Computed => new Computed([{ object, place }]);

export const attributeOf = (target: string, attribute: string, place: Place): Computed =>
  new Computed([{ target, attribute, place }]);

export const isList = (value: Value): value is readonly Value[] => Array.isArray(value);

/** Code whose value is a list, or a choice between such values. */
export function isListCode(value: Value): boolean {
  if (value instanceof Choice) return [value.yes, value.no].some((each) => isList(each) || isListCode(each));
  return codeOf(value)?.type === "list";
}

/** The code that is the whole value. */
export function codeOf(value: Value): CodePart | undefined {
  const [part, ...others] = value instanceof Computed ? value.parts : [];
  return others.length === 0 && typeof part === "object" && "code" in part ? part : undefined;
}

/** The reference with which a value begins, such as that of `${Orders.Arn}:live`. */
export function firstReference(value: Value): Reference | undefined {
  const [part] = value instanceof Computed ? value.parts : [];
  return typeof part === "object" && "target" in part ? part : undefined;
}

/** The reference that is the whole value, for example `!GetAtt Failed.Arn`. */
export const referenceOf = (value: Value): Reference | undefined =>
  value instanceof Computed && value.parts.length === 1 ? firstReference(value) : undefined;

/** A document, which resources of the provider take as JSON. */
export const json = (value: Value): Call => new Call("JSON.stringify", [value]);

/** Whether a value has parts that are known only at deployment, such as attributes of resources. */
export const isDeferred = (value: Value): boolean =>
  computedParts(value).some((part) => !("code" in part) || part.isDeferred === true);

export const listOf = (value: Value): readonly Value[] => (isList(value) ? value : [value]);

/** A list, which may be written as its single item. */
export const optionalList = (value: Value): Value => (value === undefined ? undefined : listOf(value));

export const isMap = (value: Value): value is ValueMap =>
  typeof value === "object" &&
  value !== null &&
  !isList(value) &&
  !(value instanceof Computed) &&
  !(value instanceof Call) &&
  !(value instanceof Choice);

/** Joins values to one text, or to a choice between texts. Undefined if one of them is not text. */
export function joined(values: readonly Value[], separator = ""): Computed | Choice | string | undefined {
  const choice = values.find((value) => value instanceof Choice);
  if (choice !== undefined) {
    const taken = (side: "yes" | "no") =>
      values.map((value) =>
        value instanceof Choice && value.condition === choice.condition ? value[side] : value,
      );
    const [yes, no] = [joined(taken("yes"), separator), joined(taken("no"), separator)];
    return yes === undefined || no === undefined ? undefined : new Choice(choice.condition, yes, no);
  }
  const parts: ComputedPart[] = [];
  for (const [index, value] of values.entries()) {
    if (index > 0 && separator !== "") parts.push(separator);
    if (value instanceof Computed) parts.push(...value.parts.map(textPart));
    else if (typeof value === "string" || typeof value === "number" || typeof value === "boolean")
      parts.push(String(value));
    else return undefined;
  }
  return simplified(parts);
}

/** A number or boolean as text, which a variable of a stack must have: `A: "3"`. Other values stay. */
export function asText(value: Value): Value {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (value instanceof Choice) return new Choice(value.condition, asText(value.yes), asText(value.no));
  const part = codeOf(value);
  if (part?.type !== "number" && part?.type !== "boolean") return value;
  return new Computed(part.isDeferred === true ? [textPart(part)] : ["", part]);
}

/** A token of a number or boolean cannot be part of a text. */
function textPart(part: ComputedPart): ComputedPart {
  const isToken = typeof part === "object" && "code" in part && part.isDeferred === true;
  if (!isToken || (part.type !== "number" && part.type !== "boolean")) return part;
  const { imports = [] } = part;
  return {
    code: `Token.asString(${part.code})`,
    imports: [...imports, { name: "Token", from: "cdktf" }],
    isDeferred: true,
  };
}

/** Merges neighbouring texts; a single text becomes a string. */
function simplified(parts: readonly ComputedPart[]): Computed | string {
  const merged: ComputedPart[] = [];
  for (const part of parts) {
    const last = merged.at(-1);
    if (typeof part === "string" && typeof last === "string") merged[merged.length - 1] = last + part;
    else if (part !== "") merged.push(part);
  }
  const [first] = merged;
  if (merged.length === 0) return "";
  return merged.length === 1 && typeof first === "string" ? first : new Computed(merged);
}

/** The references in a value and its parts. */
export function computedParts(value: Value): readonly Exclude<ComputedPart, string>[] {
  if (value instanceof Computed) return value.parts.filter((part) => typeof part !== "string");
  if (value instanceof Call) return value.args.flatMap(computedParts);
  if (value instanceof Choice) return [...computedParts(value.yes), ...computedParts(value.no)];
  if (isList(value)) return value.flatMap(computedParts);
  return isMap(value) ? Object.values(value).flatMap(computedParts) : [];
}

/** Whether a value has computed parts, which need the stack. */
export const isComputed = (value: Value): boolean => computedParts(value).length > 0;

/** A map without its undefined keys; undefined if it is empty. */
export function compact(map: ValueMap): ValueMap | undefined {
  const entries = Object.entries(map).filter(([, value]) => value !== undefined);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

export const defined = (map: ValueMap): ValueMap => compact(map) ?? {};

/** `30 seconds`, as props of the library take durations. */
export const duration = (value: Value, unit = "seconds"): Value =>
  value === undefined ? undefined : (joined([value, ` ${unit}`]) ?? value);

/** A value in which each text, code and call is changed. */
export function mapValue(value: Value, change: (leaf: string | Computed | Call) => Value): Value {
  if (typeof value === "string" || value instanceof Computed || value instanceof Call) return change(value);
  if (value instanceof Choice)
    return new Choice(value.condition, mapValue(value.yes, change), mapValue(value.no, change));
  if (isList(value)) return value.map((each) => mapValue(each, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapValue(each, change)]));
}

/**
 * A value of a provider's class, whose texts Terraform reads as templates: text that is not an expression, such as
 * `${topic(2)}` of an IoT rule, is escaped.
 */
export const withLiteralText = (value: Value): Value =>
  mapValue(value, (leaf) => {
    if (typeof leaf === "string") return literal(leaf);
    if (leaf instanceof Computed)
      return new Computed(leaf.parts.map((part) => (typeof part === "string" ? literal(part) : part)));
    return leaf.callee === "JSON.stringify" ? new Call(leaf.callee, leaf.args.map(withLiteralText)) : leaf;
  });

const literal = (text: string): string =>
  text.replace(/(?<!\$)\$\{|(?<!%)%\{/g, (open) => `${open[0]}${open}`);
