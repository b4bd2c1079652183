import type { Where } from "../../../facts/errors/error";
import { attempt, mapAttempts, mapTogether } from "../../../facts/errors/problems";
import { Hidden } from "../../../facts/errors/words";
import { fail } from "../errors";
import { memberPath } from "../prop-path";
import { isUnresolved } from "../tokens/unresolved";
import { configsOfKeys, type ProviderConfigs, placeBelowCdk, providerConfigsOf } from "./below-cdk";
import { checkKnownList, parseItems } from "./list";

/**
 * The minimum that a prop requires. `true`: another check covers its value. A list: the literals that it may be.
 *
 * Messages do not show values whose kind begins with `secret`.
 */
export type PropKind = true | keyof typeof kinds | readonly string[] | PropCheck;

/** A check of a value that is given, in place of a kind. */
export type PropCheck = (where: Where, prop: string, value: unknown) => void;

interface Kind {
  readonly expected: string;
  has(value: unknown): boolean;
}

const isText = (value: unknown) => typeof value === "string";
/** A reference to one value. CDKTF's reference to a list is a list. */
export const isReference = (value: unknown) => isUnresolved(value) && !Array.isArray(value);
const isAttributeText = (value: unknown) => isText(value) || isReference(value);
const isObjectReference = (value: unknown) => isReference(value) && typeof value === "object";
const isList = (value: unknown) => Array.isArray(value) || isObjectReference(value);
const isMap = (value: unknown) => isPlainObject(value) || isObjectReference(value);
const isListOf = (isItem: (value: unknown) => boolean) => (value: unknown) =>
  isList(value) && (!Array.isArray(value) || value.every(isItem));
const isMapOf = (isValue: (value: unknown) => boolean) => (value: unknown) =>
  isMap(value) && Object.values(Object(value)).every((each) => each === undefined || isValue(each));
const mapOfTexts = 'a plain object of strings: { name: "..." }';

/** The kinds of values. A reference passes if it may be a value of the kind. */
const kinds = {
  text: { expected: "a string", has: isText },
  secret: { expected: "a string", has: isText },
  boolean: {
    expected: "true or false",
    has: (value) => typeof value === "boolean" || isObjectReference(value),
  },
  number: { expected: "a number", has: (value) => Number.isFinite(value) || isReference(value) },
  list: { expected: "an array: [...]", has: isList },
  texts: { expected: 'an array of strings: ["..."]', has: isListOf(isText) },
  // Lists whose items the library uses itself.
  knownTexts: { expected: 'an array of strings: ["..."]', has: isListOf(isText) },
  map: { expected: "a plain object: { ... }", has: isMap },
  textMap: { expected: mapOfTexts, has: isMapOf(isText) },
  secretMap: { expected: mapOfTexts, has: isMapOf(isText) },
  secretObject: { expected: "a plain object: { ... }", has: isMap },
  function: { expected: "a function", has: (value) => typeof value === "function" },
  // A text for the provider, which accepts references of any type.
  attributeText: { expected: "a string", has: isAttributeText },
  attributeBoolean: {
    expected: "true or false",
    has: (value) => typeof value === "boolean" || isReference(value),
  },
  attributeTexts: { expected: 'an array of strings: ["..."]', has: isListOf(isAttributeText) },
  attributeMap: { expected: mapOfTexts, has: isMapOf(isAttributeText) },
} as const satisfies Readonly<Record<string, Kind>>;

/** The kind of the values of a map. */
const valueKinds: { readonly [Kind in keyof typeof kinds]?: "text" | "attributeText" } = {
  textMap: "text",
  secretMap: "text",
  attributeMap: "attributeText",
};

const wrongMember = (map: object, kind: "text" | "attributeText") =>
  Object.entries(map).find(([, each]) => each !== undefined && !kinds[kind].has(each));

/** The kinds of the props in each list of keys. Both are constants in the code, for all apps. */
const kindsOfKeys = new WeakMap<readonly string[], Readonly<Record<string, PropKind>>>();

/**
 * The keys of a props type, as a value, each with its kind: `propKeys<ApiProps>()({ routes: "map", ... })`.
 *
 * The compiler compares the list with the type, so that a new prop cannot be missing. The configs of the provider below `cdk` are
 * for messages: a misplaced key is reported with its place.
 */
export function propKeys<Props>(): (
  kinds: Record<keyof Required<Props>, PropKind>,
  cdk?: () => ProviderConfigs,
) => readonly (keyof Props & string)[] {
  return (table, cdk) => {
    const keys = Object.keys(table) as (keyof Props & string)[];
    kindsOfKeys.set(keys, table);
    if (cdk !== undefined) configsOfKeys.set(keys, cdk);
    return keys;
  };
}

/** A table of keys that no type of props has together. */
export function keyTable(table: Readonly<Record<string, PropKind>>): readonly string[] {
  return propKeys<Record<string, unknown>>()(table);
}

export function joinKeys(...tables: readonly (readonly string[])[]): readonly string[] {
  const joined = tables.flat();
  kindsOfKeys.set(joined, Object.assign({}, ...tables.map((each) => kindsOfKeys.get(each) ?? {})));
  configsOfKeys.set(joined, () => Object.assign({}, ...tables.map(providerConfigsOf)));
  return joined;
}

/**
 * Rejects values that are not plain objects, unknown keys, `null`, and values of a different kind than in `propKeys`.
 *
 * `undefined` is absence.
 */
export function checkKeys(where: Where, prop: string, value: unknown, allowed: readonly string[]): void {
  if (!isPlainObject(value)) {
    return fail(where, "prop-invalid", prop, {
      value,
      expected: `a plain object: { ${allowed.slice(0, 4).join(", ")}${allowed.length > 4 ? ", ..." : ""} }`,
    });
  }
  mapTogether(Object.entries(value), ([key, each]) => {
    if (!allowed.includes(key))
      fail(where, "key-unknown", prop, { key, allowed, below: placeBelowCdk(key, allowed) });
    checkKind(where, prop === "props" ? key : memberPath(prop, key), each, kindOfKey(allowed, key));
  });
}

/** Like `checkKeys`, with the expected form for a value that is not a plain object. */
export function checkObject(
  where: Where,
  prop: string,
  value: unknown,
  allowed: readonly string[],
  expected: string,
): asserts value is Readonly<Record<string, unknown>> {
  if (!isPlainObject(value)) fail(where, "prop-invalid", prop, { value, expected });
  checkKeys(where, prop, value, allowed);
}

/** Like `checkKeys`, but records the problems. Returns the accepted members, for later checks. */
export function acceptedKeys<Props extends object>(
  where: Where,
  prop: string,
  value: Props,
  allowed: readonly string[],
): Props {
  if (!isPlainObject(value)) {
    attempt(() => checkKeys(where, prop, value, allowed));
    return {} as Props;
  }
  const accepted = mapAttempts(Object.entries(value), ([key, each]) => {
    checkKeys(where, prop, { [key]: each }, allowed);
    return [key, each] as const;
  });
  return Object.fromEntries(accepted) as Props;
}

export function kindOfKey(keys: readonly string[], key: string): PropKind {
  return kindsOfKeys.get(keys)?.[key] ?? true;
}

/** Rejects `null`, and a value of another kind. `undefined` is absence. */
export function checkKind(where: Where, prop: string, value: unknown, kind: PropKind = true): void {
  if (value === undefined) return;
  if (typeof kind === "function") return kind(where, prop, value);
  const { expected } = typeof kind === "string" ? kinds[kind] : { expected: "a value" };
  if (value === null)
    fail(where, "prop-invalid", prop, { value, expected: `${expected}, or leave the key out` });
  if (typeof kind === "object") return checkLiteral(where, prop, value, kind);
  if (kind === "knownTexts" && Array.isArray(value)) checkKnownList(where, prop, value);
  if (kind === true || kinds[kind].has(value)) return;
  const isSecret = kind.startsWith("secret");
  const wrong =
    isPlainObject(value) && valueKinds[kind] !== undefined ? wrongMember(value, valueKinds[kind]) : undefined;
  if (wrong !== undefined) {
    const [key, member] = wrong;
    return checkKind(where, memberPath(prop, key), member, isSecret ? "secret" : valueKinds[kind]);
  }
  fail(where, "prop-invalid", prop, {
    value: isSecret ? new Hidden(value) : value,
    expected: meantForm(kind, value) ?? expected,
  });
}

/** The value as the kind needs it: one text for a list, and names for a map. */
function meantForm(kind: keyof typeof kinds, value: unknown): string | undefined {
  if (/texts$/i.test(kind) && isText(value)) return `an array of strings: [${JSON.stringify(value)}]`;
  if (kind !== "map" || !Array.isArray(value) || value.length === 0 || !value.every(isName)) return undefined;
  return `a plain object, by names: { ${value.join(": ..., ")}: ... }`;
}

const isName = (value: unknown): value is string => typeof value === "string" && /^[A-Za-z]\w*$/.test(value);

/** Rejects a value that is not one of the literals. A token passes, since its value is unknown. */
export function checkLiteral(where: Where, prop: string, value: unknown, allowed: readonly string[]): void {
  if (isReference(value) && typeof value !== "number") return;
  if (typeof value !== "string" || !allowed.includes(value))
    fail(where, "literal-unknown", prop, { value, allowed });
}

export function checkLiterals(
  where: Where,
  prop: string,
  list: readonly unknown[],
  allowed: readonly string[],
): void {
  list.forEach((each, index) => {
    checkLiteral(where, `${prop}[${index}]`, each, allowed);
  });
}

/** Like `checkLiteral`, for a value that the library itself needs: a reference is rejected, too. */
export function checkKnownLiteral(
  where: Where,
  prop: string,
  value: unknown,
  allowed: readonly string[],
): void {
  if (isReference(value)) fail(where, "value-unknown", prop, {});
  checkLiteral(where, prop, value, allowed);
}

/** Rejects a number that is out of range or not an integer. A token passes. */
export function checkInteger(
  where: Where,
  prop: string,
  value: unknown,
  min: number,
  max: number,
  unit = "",
): void {
  if (isReference(value)) return;
  if (typeof value !== "number" || !Number.isInteger(value) || value < min || value > max) {
    const range = `${min} to ${max}${unit && ` ${unit}`}`;
    fail(where, "out-of-range", prop, { value, range, isInteger: true });
  }
}

/** Rejects a value that is not a list. A list that is known only at deployment passes. */
export function checkList(where: Where, prop: string, value: unknown): void {
  parseItems(where, prop, value as readonly unknown[]);
}

/** True for `{ ... }` literals, the usual form of props. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // The third case is an object literal of another realm: tools often run configuration files in their own.
  const isLiteral =
    prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
  return isLiteral && !isUnresolved(value);
}
