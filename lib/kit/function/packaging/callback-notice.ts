import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { IConstruct } from "constructs";
import { exportNameOf, findEntry, nodeVersionOf } from "../../../bundle";
import { Stack } from "../../app/stack";
import type { ArtifactOptions } from "../../app/synthesis/artifacts";

/** The first Node runtime whose handlers cannot use a callback. */
const firstWithoutCallbacks = 24;

/**
 * Adds a notice if Lambda will refuse to start a function: its handler takes a callback.
 *
 * Source: https://docs.aws.amazon.com/lambda/latest/dg/nodejs-handler.html#nodejs-handler-callback
 */
export function warnOfCallback(fn: IConstruct, runtime: string, artifact: ArtifactOptions, handler: string) {
  if ((nodeVersionOf(runtime) ?? 0) < firstWithoutCallbacks) return;
  const source = sourceOf(artifact, handler);
  if (
    source === undefined ||
    (countParameters(source, exportNameOf(handler, entryOf(artifact, handler))) ?? 0) < 3
  )
    return;
  Stack.of(fn).app.addNotice(
    `serverform: the handler "${handler}" has three parameters, and functions with the runtime ${runtime} whose handler ` +
      "takes a callback do not start; return a promise instead: async (event, context) => result. Until then, set " +
      'runtime: "nodejs22.x"',
    fn,
  );
}

/** The source of the caller's handler, if it is a file in the project. */
function sourceOf(artifact: ArtifactOptions, handler: string): string | undefined {
  const file = entryOf(artifact, handler);
  return file && readFileSync(join(artifact.appPath, artifact.srcPath, file), "utf8");
}

function entryOf(artifact: ArtifactOptions, handler: string): string | undefined {
  if (artifact.kind === "node") return artifact.isOfPackage === true ? undefined : artifact.entry;
  return artifact.kind === "prebuilt" ? findEntry(artifact.appPath, artifact.srcPath, handler) : undefined;
}

/**
 * The number of declared parameters of a handler, if the text of its file shows it; otherwise undefined.
 *
 * Counts like `Function.length`, which Lambda reads: parameters before the first one with a default value. Ignores handlers from
 * other functions (`middy(...)`) and other files.
 */
export function countParameters(source: string, name: string): number | undefined {
  const code = withoutTexts(source);
  const begin = parametersOf(code, name) ?? parametersOf(code, localNameOf(code, name));
  if (begin === undefined) return undefined;
  const list = bracketed(code, begin);
  return list === undefined ? undefined : countIn(list);
}

/** Replaces comments and the contents of texts with spaces. Positions stay. */
function withoutTexts(source: string): string {
  const pattern =
    /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*'|`(?:\\[\s\S]|[^`\\])*`/g;
  return source.replace(pattern, (text) => " ".repeat(text.length));
}

/** The name in the file of an export `export { main as handler }`. */
function localNameOf(code: string, name: string): string | undefined {
  for (const [, list = ""] of code.matchAll(/\bexport\s*\{([^}]*)\}(?!\s*from)/g)) {
    const pairs = list.split(",").map((each) => each.trim().split(/\s+as\s+/));
    const found = pairs.find(([local, exported = local]) => exported === name);
    if (found !== undefined) return found[0];
  }
  return undefined;
}

/** The position after the opening bracket of a function's parameters. */
function parametersOf(code: string, name: string | undefined): number | undefined {
  if (name === undefined || !/^[\w$]+$/.test(name)) return undefined;
  const word = name.replaceAll("$", "\\$");
  const generics = "(?:<[^()]*?>\\s*)?";
  const declared = `\\bfunction\\b\\s*\\*?\\s*${word}\\s*${generics}\\(`;
  const assigned = `(?:\\b(?:const|let|var)\\s+${word}\\b[^;=]*(?:=>[^;=]*)*|\\bexports\\s*\\.\\s*${word}\\s*)=`;
  const expression = `\\s*(?:async\\b\\s*)?(?:function\\b\\s*\\*?\\s*[\\w$]*\\s*)?${generics}\\(`;
  const match = new RegExp(declared).exec(code) ?? new RegExp(`(?:${assigned})(?!>)${expression}`).exec(code);
  if (match === null) return undefined;
  const begin = match.index + match[0].length;
  if (/\bfunction\b/.test(match[0])) return begin;
  // `const handler = (wrap)(...)` has no parameters.
  const end = bracketed(code, begin);
  return end !== undefined && /^\)\s*(=>|:)/.test(code.slice(begin + end.length)) ? begin : undefined;
}

const opening = "([{<";
const closing = ")]}>";

/** The text up to the matching closing bracket. */
function bracketed(code: string, begin: number): string | undefined {
  let depth = 0;
  for (let at = begin; at < code.length; at++) {
    const character = code[at] ?? "";
    if ("([{".includes(character)) depth++;
    else if (")]}".includes(character) && depth-- === 0) return code.slice(begin, at);
  }
  return undefined;
}

function countIn(list: string): number {
  const parameters = splitParameters(list);
  const named = parameters.map((each) => each.trim()).filter((each) => each !== "" && !/^this\b/.test(each));
  const optional = named.findIndex((each) => each.startsWith("...") || /=(?!>)/.test(each));
  return optional < 0 ? named.length : optional;
}

/** Without the content of brackets. */
function splitParameters(list: string): readonly string[] {
  // Nearly all handlers: only the event, with or without a type, or only names.
  if (!/[,=]/.test(list)) return [list];
  if (!/[([{<)\]}>]/.test(list)) return list.split(",");
  const parameters: string[] = [""];
  let depth = 0;
  for (let at = 0; at < list.length; at++) {
    const character = list[at] ?? "";
    const isArrow = character === ">" && list[at - 1] === "=";
    if (opening.includes(character)) depth++;
    else if (closing.includes(character) && !isArrow) depth--;
    if (depth === 0 && character === ",") parameters.push("");
    else parameters[parameters.length - 1] += depth === 0 || opening.includes(character) ? character : " ";
  }
  return parameters;
}
