import { ownValue } from "../../../facts/errors/own-value";
/**
 * Methods that templates call on values. In AWS, they are methods of Java.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/models-mappings.html
 */

import { GivenPattern, replacePattern, splitByPattern } from "../../../facts/text/given-pattern";
import { javaText } from "./java-text";

type Arguments = readonly unknown[];
type Methods<Value> = Readonly<Record<string, (value: Value, args: Arguments) => unknown>>;
type Members = Record<string, unknown>;

const strings: Methods<string> = {
  charAt: (value, [index]) => value.charAt(Number(index)),
  concat: (value, [other]) => value + textOf(other),
  contains: (value, [part]) => value.includes(textOf(part)),
  endsWith: (value, [part]) => value.endsWith(textOf(part)),
  equals: (value, [other]) => value === other,
  equalsIgnoreCase: (value, [other]) => value.toLowerCase() === textOf(other).toLowerCase(),
  indexOf: (value, [part]) => value.indexOf(textOf(part)),
  isEmpty: (value) => value.length === 0,
  lastIndexOf: (value, [part]) => value.lastIndexOf(textOf(part)),
  length: (value) => value.length,
  matches: (value, [pattern]) => new GivenPattern(`^(?:${textOf(pattern)})$`, "s").test(value),
  replace: (value, [from, to]) => value.replaceAll(textOf(from), () => textOf(to)),
  replaceAll: (value, [pattern, to]) => replacePattern(value, textOf(pattern), "g", textOf(to)),
  replaceFirst: (value, [pattern, to]) => replacePattern(value, textOf(pattern), "", textOf(to)),
  split: (value, [pattern]) => split(value, textOf(pattern)),
  startsWith: (value, [part]) => value.startsWith(textOf(part)),
  substring: (value, [from, to]) => value.substring(Number(from), to === undefined ? undefined : Number(to)),
  toLowerCase: (value) => value.toLowerCase(),
  toString: (value: string) => value,
  toUpperCase: (value) => value.toUpperCase(),
  trim: (value) => value.trim(),
};

const lists: Methods<unknown[]> = {
  add: (list, args) => {
    if (args.length > 1) list.splice(Number(args[0]), 0, args[1]);
    else list.push(args[0]);
    return true;
  },
  addAll: (list, [others]) => {
    if (Array.isArray(others)) list.push(...others);
    return true;
  },
  contains: (list, [value]) => list.includes(value),
  get: (list, [index]) => list[Number(index)],
  indexOf: (list, [value]) => list.indexOf(value),
  isEmpty: (list) => list.length === 0,
  remove: (list, [at]) => {
    const index = typeof at === "number" ? at : list.indexOf(at);
    return index === -1 ? undefined : list.splice(index, 1)[0];
  },
  set: (list, [index, value]) => {
    list[Number(index)] = value;
    return value;
  },
  size: (list) => list.length,
  toString: (list: unknown) => javaText(list),
  subList: (list, [from, to]) => list.slice(Number(from), Number(to)),
};

const maps: Methods<Members> = {
  containsKey: (map, [key]) => Object.hasOwn(map, textOf(key)),
  containsValue: (map, [value]) => Object.values(map).includes(value),
  entrySet: (map) => Object.entries(map).map(([key, value]) => ({ key, value })),
  get: (map, [key]) => ownValue(map, textOf(key)),
  getKey: (map) => ownValue(map, "key"),
  getOrDefault: (map, [key, otherwise]) => ownValue(map, textOf(key)) ?? otherwise,
  getValue: (map) => ownValue(map, "value"),
  isEmpty: (map) => Object.keys(map).length === 0,
  keySet: (map) => Object.keys(map),
  put: (map, [key, value]) => {
    define(map, textOf(key), value);
    return value;
  },
  putAll: (map, [others]) => {
    if (typeof others !== "object" || others === null) return undefined;
    for (const [key, value] of Object.entries(others)) define(map, key, value);
    return undefined;
  },
  remove: (map, [key]) => {
    const name = textOf(key);
    const value = ownValue(map, name);
    delete map[name];
    return value;
  },
  size: (map) => Object.keys(map).length,
  toString: (map: unknown) => javaText(map),
  values: (map) => Object.values(map),
};

const toInteger = (_: number, [text]: Arguments): number => parsedNumber(text, /^[+-]?\d+$/);
const toDecimal = (_: number, [text]: Arguments): number =>
  parsedNumber(text, /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i);

/**
 * Templates call the static methods of a number to read texts: `#set($Integer = 0)$Integer.parseInt("5")`.
 *
 * Source: https://velocity.apache.org/engine/1.7/user-guide.html#methods: a template may call every public method of a value
 */
const numbers: Methods<number> = {
  doubleValue: (value) => value,
  equals: (value, [other]) => value === other,
  intValue: (value) => Math.trunc(value),
  longValue: (value) => Math.trunc(value),
  parseDouble: toDecimal,
  parseFloat: toDecimal,
  parseInt: toInteger,
  parseLong: toInteger,
  toString: (value: unknown) => String(value),
};

const flags: Methods<boolean> = {
  equals: (value, [other]) => value === other,
  toString: (value: unknown) => String(value),
};

/** Calls a method of a value; undefined if the method does not exist. */
export function callMethod(value: unknown, name: string, args: Arguments): unknown {
  if (typeof value === "string") return ownValue(strings, name)?.(value, args);
  if (typeof value === "number") return ownValue(numbers, name)?.(value, args);
  if (typeof value === "boolean") return ownValue(flags, name)?.(value, args);
  if (Array.isArray(value)) return ownValue(lists, name)?.(value as unknown[], args);
  if (typeof value === "object" && value !== null) return ownValue(maps, name)?.(value as Members, args);
  return undefined;
}

function parsedNumber(text: unknown, form: RegExp): number {
  if (form.test(textOf(text))) return Number(text);
  throw new Error(`NumberFormatException: For input string: "${textOf(text)}"`);
}

/** As in Java, trailing empty parts are omitted. */
function split(value: string, pattern: string): string[] {
  const parts = splitByPattern(value, pattern);
  while (parts.length > 1 && parts.at(-1) === "") parts.pop();
  return parts;
}

function define(map: Members, key: string, value: unknown): void {
  Object.defineProperty(map, key, { value, enumerable: true, configurable: true, writable: true });
}

function textOf(value: unknown): string {
  return value === undefined || value === null ? "" : String(value);
}
