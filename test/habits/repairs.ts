import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import * as library from "../../lib";
import { errorFactsOf, errorTextOf, type ServerformError } from "../../lib/facts/errors/error";
import { attempts } from "../inputs/attempt";
import { stepsOf } from "../inputs/together";

type Stack = library.Stack;

/** Props that may need other constructs of the stack. */
export type Props = (stack: Stack) => object;

/** Declares the construct with these props. */
export type Declare = (stack: Stack, props: object) => unknown;

/**
 * The end of a search for props that the library accepts. `built`: the remedies, taken literally, lead there. `words`: a remedy on the way
 * leaves something to decide, and has nothing to copy. `stuck`: what a remedy says to write is refused again.
 */
export interface Repair {
  readonly end: "built" | "words" | "stuck";
  /** The messages on the way, each with its code at the end. */
  readonly messages: readonly string[];
}

/** A remedy may lead to the next mistake: the value of a key that was renamed, for example. */
const longestWay = 4;

/** Makes the mistake, and applies the remedy of each error literally until the stack is built. */
export function repair(declare: Declare, props: Props, way = 0): Repair {
  const error = errorOf(declare, props);
  if (error === undefined) return { end: "built", messages: [] };
  const messages = [error.message];
  if (way === longestWay) return { end: "words", messages };
  let last: Repair | undefined;
  for (const change of changesOf(error)) {
    let next: Repair;
    try {
      next = repair(declare, (stack) => change(props(stack), stack), way + 1);
    } catch {
      // The text is not code after all, or names something that only the reader has.
      continue;
    }
    const found = { ...next, messages: [...messages, ...next.messages] };
    if (next.end === "built") return found;
    const isSame = next.messages[0]?.split("\n")[0] === error.message.split("\n")[0];
    if (last === undefined || (last.end === "stuck" && !isSame))
      last = isSame ? { ...found, end: "stuck" } : found;
  }
  return last ?? { end: "words", messages };
}

/** A refusal leaves its stack unchanged, so that the next attempt finds the same one: half of the time of an attempt is a new app. */
const attemptOne = attempts(() => undefined);

function errorOf(declare: Declare, props: Props): ServerformError | undefined {
  const outcome = attemptOne((_, stack) => declare(stack, props(stack)));
  if (outcome.kind === "crashed") throw outcome.error;
  return outcome.kind === "refused" ? (outcome.error.problems[0] ?? outcome.error) : undefined;
}

type Change = (props: object, stack: Stack) => object;
type Steps = readonly string[];

/** The changes that a reader may try, in the order of the text: the likeliest place of each first. */
function changesOf(error: ServerformError): readonly Change[] {
  const { remedy } = errorTextOf(error) ?? { remedy: "" };
  const { key } = errorFactsOf(error) as { readonly key?: unknown };
  const prop = error.prop.replace(/^props(?=$|\.|\[)/, "");
  const steps = stepsOf(prop);
  const at = typeof key === "string" && steps.at(-1) !== key ? [...steps, key] : steps;
  const parents = at.map((_, index) => at.slice(0, at.length - 1 - index));
  const changes: Change[] = [];
  for (const found of remedy.matchAll(/Did you mean ("(?:[^"\\]|\\.)*")/g))
    changes.push(...named(at, JSON.parse(found[1] ?? "")));
  for (const [, path = "", start = ""] of remedy.matchAll(/(?<![\w.])((?:\w+\.)+\w+): (?=([{["'\dtf]))/g)) {
    const code = codeFrom(remedy, remedy.indexOf(`${path}: ${start}`) + path.length + 2, 0);
    if (code !== undefined)
      changes.push((props, stack) => replaced(props, path.split("."), evaluated(code, stack, undefined)));
  }
  for (const code of snippets(remedy)) {
    if (/^\w+:/.test(code)) {
      for (const parent of parents)
        changes.push((props, stack) =>
          merged(without(props, at), parent, evaluated(`{ ${code} }`, stack, valueAt(props, at)) as object),
        );
    } else {
      changes.push((props, stack) => replaced(props, at, evaluated(code, stack, valueAt(props, at))));
      if (/^["']/.test(code))
        changes.push((props, stack) => renamed(props, at, String(evaluated(code, stack, undefined))));
    }
  }
  for (const [, from] of remedy.matchAll(/(?:within|from) (-?\d+(?:\.\d+)?) to /g))
    changes.push((props) => replaced(props, at, Number(from)));
  const word = /\bWrite (?:a (string|number)|true or false)\b/.exec(remedy);
  if (word !== null)
    changes.push((props) => replaced(props, at, { string: "text", number: 1 }[word[1] ?? ""] ?? true));
  if (/\b[Ll]eave (?:it|\S+) out\b|\b[Ll]eave out\b|\bRemove it\b|\bwithout it\b/.test(remedy))
    changes.push((props) => without(props, at));
  return changes;
}

/** A suggested word: the name of the key, or the value. */
function named(at: Steps, word: string): readonly Change[] {
  return [(props) => replaced(props, at, word), (props) => renamed(props, at, word)];
}

/** The names of all props: a word before a colon is code if it is one of them, and else part of a sentence. */
const propNames = new Set(
  ["constructs", "kit"].flatMap((house) =>
    readdirSync(resolve(__dirname, "../../lib", house), { recursive: true, encoding: "utf8" }).flatMap(
      (file) =>
        file.endsWith(".ts")
          ? [
              ...readFileSync(join(__dirname, "../../lib", house, file), "utf8").matchAll(
                /readonly (\w+)\??:/g,
              ),
            ].map(([, name = ""]) => name)
          : [],
    ),
  ),
);

/** The code in a text: `key: value`, objects, arrays and quoted strings. */
function snippets(text: string): readonly string[] {
  const found: string[] = [];
  const starts = /(?<![\w.])(?:([a-zA-Z]\w*): (?=[{["'\d]|true|false|new )|[{["]|new (?=[A-Z]))/g;
  for (let match = starts.exec(text); match !== null; match = starts.exec(text)) {
    const [head, name] = match;
    if (/[\w.]\(/.test(text.slice(Math.max(0, match.index - 2), match.index))) {
      // An argument of a call, which has another place.
      starts.lastIndex = match.index + (codeFrom(text, match.index, 0) ?? " ").length;
      continue;
    }
    const isCode =
      name === undefined || text.charAt(match.index + head.length) === "{" || propNames.has(name);
    const code = isCode ? codeFrom(text, match.index, name === undefined ? 0 : head.length) : undefined;
    if (code === undefined) continue;
    found.push(code);
    starts.lastIndex = match.index + code.length;
  }
  return found;
}

/** The code from a place on: up to the closing bracket or quote, or to the end of a word. */
function codeFrom(text: string, start: number, head: number): string | undefined {
  const open: string[] = [];
  const pairs: Readonly<Record<string, string>> = { "{": "}", "[": "]", "(": ")" };
  for (let at = start + head; at < text.length; at++) {
    const each = text.charAt(at);
    const quote = open.at(-1) === '"' || open.at(-1) === "'" ? open.at(-1) : undefined;
    if (quote !== undefined) {
      if (each === "\\") at++;
      else if (each === quote) open.pop();
    } else if (each === '"' || each === "'") open.push(each);
    else if (each in pairs) open.push(pairs[each] ?? "");
    else if (each === open.at(-1)) open.pop();
    else if (open.length === 0 && !/[\w.$ ]/.test(each)) return undefined;
    if (open.length === 0 && text.slice(start + head, at + 1) === "new") continue;
    if (open.length === 0 && !/[\w.$(]/.test(text.charAt(at + 1)))
      return text.slice(start, at + 1).replace(/\.$/, "");
    if (open.length === 0 && /^\.(?:\s|$)/.test(text.slice(at + 1))) return text.slice(start, at + 1);
  }
  return undefined;
}

/** The value of code. \`...\` stands for the value that was given, or for nothing between braces and brackets. */
function evaluated(code: string, stack: Stack, given: unknown): unknown {
  const text = code
    .replace(/([{[]) ?\.\.\. ?([}\]])/g, "$1$2")
    .replace(/, \.\.\.(?= ?[}\]])/g, "")
    .replace(/(\w+)(: )\.\.\./g, '$1$2given?.["$1"] ?? given')
    // The reader has this file.
    .replace(/"functions\/\w+\.\w+"/g, '"functions/notes.get"');
  const scope = { ...library, given, stack };
  const run = new globalThis.Function(...Object.keys(scope), `return (${text});`);
  return run(...Object.values(scope));
}

function valueAt(props: unknown, [first, ...rest]: Steps): unknown {
  if (first === undefined) return props;
  return typeof props === "object" && props !== null ? valueAt(Reflect.get(props, first), rest) : undefined;
}

/** The props with another value at a place, which is made from the present one. */
function changed(props: unknown, [first, ...rest]: Steps, change: (value: unknown) => unknown): object {
  if (first === undefined) return change(props) as object;
  const value = changed(Object(props)[first], rest, change);
  if (Array.isArray(props)) return props.map((each, index) => (String(index) === first ? value : each));
  return { ...Object(props), [first]: value };
}

const replaced = (props: object, at: Steps, value: unknown): object => changed(props, at, () => value);

const merged = (props: object, at: Steps, more: object): object =>
  changed(props, at, (value) => deepMerged(value, more));

function deepMerged(value: unknown, more: unknown): unknown {
  const isPlain = (each: unknown) =>
    typeof each === "object" && each !== null && Object.getPrototypeOf(each) === Object.prototype;
  if (!isPlain(value) || !isPlain(more)) return more;
  const entries = Object.entries(more as object).map(([key, each]) => [
    key,
    deepMerged(Object(value)[key], each),
  ]);
  return { ...Object(value), ...Object.fromEntries(entries) };
}

function without(props: object, at: Steps): object {
  const key = at.at(-1);
  if (key === undefined) return props;
  return changed(props, at.slice(0, -1), (parent) => {
    if (Array.isArray(parent)) return parent.filter((_, index) => String(index) !== key);
    return Object.fromEntries(Object.entries(Object(parent)).filter(([name]) => name !== key));
  });
}

function renamed(props: object, at: Steps, name: string): object {
  const key = at.at(-1);
  return changed(props, at.slice(0, -1), (parent) =>
    Object.fromEntries(
      Object.entries(Object(parent)).map(([each, value]) => [each === key ? name : each, value]),
    ),
  );
}
