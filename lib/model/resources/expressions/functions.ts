import * as crypto from "node:crypto";
import * as fs from "node:fs";
import * as path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { ExpressionError } from "../../../facts/expressions/syntax";
import { isRecord } from "../../../facts/text/record";
import { distinct, entriesOf, toFlag, toList, toNumber, toObject, toSet, toText } from "./types";

/** A Terraform function. `folder` is the base of relative paths. */
export type TerraformFunction = (inputs: readonly unknown[], folder: string) => unknown;

/** JSON as Terraform writes it: keys sorted, also those that are numbers, and HTML characters escaped. */
function jsonText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(jsonText).join(",")}]`;
  if (isRecord(value)) {
    const members = entriesOf(value).map(([key, each]) => `${jsonText(key)}:${jsonText(each)}`);
    return `{${members.join(",")}}`;
  }
  return (JSON.stringify(value) ?? "null").replace(
    /[<>&\u2028\u2029]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function digest(algorithm: string, encoding: "hex" | "base64"): TerraformFunction {
  return ([text]) => crypto.createHash(algorithm).update(toText(text)).digest(encoding);
}

function fileDigest(algorithm: string, encoding: "hex" | "base64"): TerraformFunction {
  return ([file], folder) => crypto.createHash(algorithm).update(readFile(file, folder)).digest(encoding);
}

function readFile(file: unknown, folder: string): Buffer {
  const name = path.resolve(folder, toText(file));
  try {
    return fs.readFileSync(name);
  } catch {
    throw new ExpressionError(`the file ${name} cannot be read`);
  }
}

function onText(change: (text: string, other: string) => unknown): TerraformFunction {
  return ([text, other]) => change(toText(text), other === undefined ? "" : toText(other));
}

function onNumbers(change: (...numbers: number[]) => number): TerraformFunction {
  return (inputs) => change(...inputs.map(toNumber));
}

function elementOf(list: readonly unknown[], index: number): unknown {
  if (list.length === 0) throw new ExpressionError("element needs a list that is not empty");
  return list[((index % list.length) + list.length) % list.length];
}

function flatten(value: unknown): unknown[] {
  return toList(value).flatMap((each) => (Array.isArray(each) ? flatten(each) : [each]));
}

function lengthOf(value: unknown): number {
  if (typeof value === "string") return [...value].length;
  return Array.isArray(value) ? value.length : Object.keys(toObject(value)).length;
}

/** A pattern between slashes is a regular expression, whose groups are `$1`, `${1}` or `${name}`; any other is plain text. */
function replace(text: string, pattern: string, by: string): string {
  const inside = /^\/(.*)\/$/s.exec(pattern)?.[1];
  if (inside === undefined) return text.replaceAll(pattern, () => by);
  return text.replace(regularExpression(inside), (...found: unknown[]) => {
    const parts = found.slice(
      0,
      found.findIndex((each) => typeof each === "number"),
    );
    const named = found.at(-1);
    const groups: Readonly<Record<string, unknown>> = { ...parts, ...(isRecord(named) && named) };
    return by.replace(/\$(?:(\$)|(\w+)|\{(\w+)\})/g, (_, dollar, name, braced) =>
      String(dollar ?? groups[name ?? braced] ?? ""),
    );
  });
}

function regularExpression(pattern: string): RegExp {
  try {
    return new RegExp(pattern.replaceAll("(?P<", "(?<"), "gu");
  } catch {
    throw new ExpressionError(`${JSON.stringify(pattern)} is not a regular expression`);
  }
}

function matchOf(match: RegExpMatchArray): unknown {
  if (match.groups !== undefined) return { ...match.groups };
  return match.length > 1 ? match.slice(1).map((part) => part ?? null) : match[0];
}

/** `%-8s`, `%+.2f`, `%[2]s`: flags, width, precision, and the number of the value. */
const verbs = /%(?:%|([-+ 0]*)(\d*)(?:\.(\d+))?(?:\[(\d+)\])?(.?))/gs;

function format([pattern, ...values]: readonly unknown[]): string {
  let place = 0;
  return toText(pattern).replace(verbs, (all, flags = "", width = "", digits, given, verb) => {
    if (all === "%%") return "%";
    place = given === undefined ? place + 1 : Number(given);
    if (place > values.length) throw new ExpressionError(`format has no value for ${all}`);
    const text = formatOne(verb, values[place - 1], digits);
    const isNumber = verb === "d" || verb === "f" || verb === "x";
    const plus = isNumber && !text.startsWith("-") ? (/[+ ]/.exec(flags)?.[0] ?? "") : "";
    return padded(plus + text, flags, Number(width));
  });
}

/** Zeros come behind the sign. */
function padded(text: string, flags: string, width: number): string {
  if (flags.includes("-")) return text.padEnd(width);
  if (!flags.includes("0")) return text.padStart(width);
  const [sign = ""] = /^[+ -]/.exec(text) ?? [];
  return sign + text.slice(sign.length).padStart(width - sign.length, "0");
}

function formatOne(verb: string, value: unknown, digits: string | undefined): string {
  switch (verb) {
    case "s":
      return [...toText(value)].slice(0, digits === undefined ? undefined : Number(digits)).join("");
    case "v":
      return typeof value === "object" ? jsonText(value) : toText(value);
    case "q":
      return JSON.stringify(toText(value));
    case "d":
      return String(toInteger(value));
    case "f":
      return toNumber(value).toFixed(Number(digits ?? 6));
    case "x":
      return toInteger(value).toString(16);
    case "t":
      return String(toFlag(value));
    default:
      throw new ExpressionError(`format does not support %${verb}`);
  }
}

function toInteger(value: unknown): number {
  const number = toNumber(value);
  if (!Number.isInteger(number)) throw new ExpressionError(`${number} is not a whole number`);
  return number;
}

function one(value: unknown): unknown {
  const list = value === null || value === undefined ? [] : toList(value);
  if (list.length > 1) throw new ExpressionError(`one expects at most one element and got ${list.length}`);
  return list[0] ?? null;
}

function coalesce(inputs: readonly unknown[]): unknown {
  const found = inputs.find((each) => each !== null && each !== undefined && each !== "");
  if (found === undefined) throw new ExpressionError("all inputs of coalesce are null or empty");
  return found;
}

function lookup([map, key, otherwise]: readonly unknown[]): unknown {
  const object = toObject(map);
  const name = toText(key);
  if (Object.hasOwn(object, name)) return object[name];
  if (otherwise === undefined) throw new ExpressionError(`lookup finds no ${JSON.stringify(name)}`);
  return otherwise;
}

const same: TerraformFunction = ([value]) => value;
const list: TerraformFunction = ([value]) => (Array.isArray(value) ? value : Object.values(toObject(value)));
const trimWith = (pattern: (letters: string) => string): TerraformFunction =>
  onText((text, letters) => text.replace(new RegExp(pattern(letters.replace(/[\]\\^-]/g, "\\$&")), "g"), ""));

/** The supported Terraform functions. Source: https://developer.hashicorp.com/terraform/language/functions */
export const terraformFunctions: Readonly<Record<string, TerraformFunction>> = {
  abs: onNumbers(Math.abs),
  abspath: ([file], folder) => path.resolve(folder, toText(file)),
  base64decode: onText((text) => Buffer.from(text, "base64").toString("utf8")),
  base64encode: onText((text) => Buffer.from(text).toString("base64")),
  base64sha256: digest("sha256", "base64"),
  basename: onText((text) => path.basename(text)),
  ceil: onNumbers(Math.ceil),
  chomp: onText((text) => text.replace(/(?<![\r\n])[\r\n]+$/, "")),
  coalesce,
  coalescelist: (inputs) => inputs.find((each) => toList(each).length > 0) ?? [],
  compact: ([values]) => toList(values).filter((each) => each !== null && each !== ""),
  concat: (inputs) => inputs.flatMap((each) => [...toList(each)]),
  contains: ([values, value]) => toList(values).some((each) => isDeepStrictEqual(each, value)),
  dirname: onText((text) => path.dirname(text)),
  distinct: ([values]) => distinct(toList(values)),
  element: ([values, index]) => elementOf(toList(values), toNumber(index)),
  endswith: onText((text, end) => text.endsWith(end)),
  file: ([file], folder) => readFile(file, folder).toString("utf8"),
  filebase64: ([file], folder) => readFile(file, folder).toString("base64"),
  filebase64sha256: fileDigest("sha256", "base64"),
  fileexists: ([file], folder) => fs.existsSync(path.resolve(folder, toText(file))),
  filemd5: fileDigest("md5", "hex"),
  filesha1: fileDigest("sha1", "hex"),
  filesha256: fileDigest("sha256", "hex"),
  flatten: ([values]) => flatten(values),
  floor: onNumbers(Math.floor),
  format,
  index: ([values, value]) => {
    const found = toList(values).findIndex((each) => isDeepStrictEqual(each, value));
    if (found < 0) throw new ExpressionError("index did not find the element");
    return found;
  },
  join: ([separator, ...lists]) => lists.flatMap((each) => toList(each).map(toText)).join(toText(separator)),
  jsondecode: onText((text) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      throw new ExpressionError("the input of jsondecode is not JSON");
    }
  }),
  jsonencode: ([value]) => jsonText(value),
  keys: ([map]) => Object.keys(toObject(map)).sort(),
  length: ([value]) => lengthOf(value),
  lookup,
  lower: onText((text) => text.toLowerCase()),
  max: onNumbers(Math.max),
  md5: digest("md5", "hex"),
  merge: (inputs) => Object.assign({}, ...inputs.filter((each) => each !== null).map(toObject)) as unknown,
  min: onNumbers(Math.min),
  nonsensitive: same,
  one: ([value]) => one(value),
  regex: onText((pattern, text) => {
    const match = [...text.matchAll(regularExpression(pattern))][0];
    if (match === undefined) throw new ExpressionError("regex finds nothing");
    return matchOf(match);
  }),
  regexall: onText((pattern, text) => [...text.matchAll(regularExpression(pattern))].map(matchOf)),
  replace: ([text, pattern, by]) => replace(toText(text), toText(pattern), toText(by)),
  reverse: ([values]) => [...toList(values)].reverse(),
  sensitive: same,
  sha1: digest("sha1", "hex"),
  sha256: digest("sha256", "hex"),
  sha512: digest("sha512", "hex"),
  slice: ([values, from, to]) => toList(values).slice(toNumber(from), toNumber(to)),
  sort: ([values]) => toList(values).map(toText).sort(),
  split: onText((separator, text) => (text === "" ? [""] : text.split(separator))),
  startswith: onText((text, start) => text.startsWith(start)),
  strcontains: onText((text, part) => text.includes(part)),
  substr: ([text, from, length]) => {
    const letters = [...toText(text)];
    const start = toNumber(from) < 0 ? letters.length + toNumber(from) : toNumber(from);
    return letters.slice(start, toNumber(length) < 0 ? undefined : start + toNumber(length)).join("");
  },
  timestamp: () => new Date().toISOString().replace(/\.\d+/, ""),
  title: onText((text) => text.replace(/(?<![\p{L}\p{N}_])\p{L}/gu, (letter) => letter.toUpperCase())),
  tobool: ([value]) => (value === null ? null : toFlag(value)),
  tolist: list,
  tomap: ([value]) => toObject(value),
  tonumber: ([value]) => (value === null ? null : toNumber(value)),
  toset: (inputs, folder) => toSet(toList(list(inputs, folder))),
  tostring: ([value]) => (value === null ? null : toText(value)),
  trim: trimWith((letters) => `^[${letters}]+|[${letters}]+$`),
  trimprefix: onText((text, start) => (text.startsWith(start) ? text.slice(start.length) : text)),
  trimspace: onText((text) => text.trim()),
  trimsuffix: onText((text, end) => (end !== "" && text.endsWith(end) ? text.slice(0, -end.length) : text)),
  upper: onText((text) => text.toUpperCase()),
  uuid: () => crypto.randomUUID(),
  urlencode: onText((text) =>
    String(new URLSearchParams({ "": text }))
      .slice(1)
      .replaceAll("*", "%2A")
      .replaceAll("%7E", "~"),
  ),
  values: ([map]) => {
    const object = toObject(map);
    return Object.keys(object)
      .sort()
      .map((key) => object[key]);
  },
  zipmap: ([keys, values]) =>
    Object.fromEntries(toList(keys).map((key, index) => [toText(key), toList(values)[index]])),
};
