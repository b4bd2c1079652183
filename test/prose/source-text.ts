/** A comment of a source file, without its delimiters. */
export interface Comment {
  readonly value: string;
  readonly isLine: boolean;
  /** The lines that it begins and ends on, counted from 1. */
  readonly line: number;
  readonly endLine: number;
}

/** A string or a template. */
export interface Literal {
  /** The text between the expressions: a single one for a string. */
  readonly parts: readonly string[];
  readonly line: number;
  /** Whether it is the name of a test or of a group of tests. */
  readonly isTestName: boolean;
}

export interface SourceText {
  readonly comments: readonly Comment[];
  readonly literals: readonly Literal[];
}

interface OpenTemplate {
  readonly at: number;
  readonly line: number;
  readonly parts: string[];
  /** The braces that are open within the current expression. */
  braces: number;
}

const token =
  /\/\/(?<lineComment>[^\n]*)|\/\*(?<block>[\s\S]*?)\*\/|"(?<double>(?:\\[\s\S]|[^"\\\n])*)"|'(?<single>(?:\\[\s\S]|[^'\\\n])*)'|[`{}/]/g;

const templatePart = /(?:\\[\s\S]|\$(?!\{)|[^`\\$])*(?:`|\$\{)/y;

const regularExpression = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/\w*/y;

/** The end of the code before a slash that begins a regular expression. After a name, a number or a bracket, it divides. */
const beforeRegularExpression =
  /(?:^|[(,=:[!&|?{;+\-*%>~^]|\b(?:return|typeof|case|in|of|void|await|yield))\s*$/;

/** The end of the code before the name of a test: `test.skip(`, `describeWithSdk(`, or the `)(` behind the rows of `test.each`. */
const beforeTestName = /(?:(?<![.\w])(?:test|it|describe)\w*(?:\.\w+)*|\))\(\s*$/;

/**
 * The comments and literals of a TypeScript file.
 *
 * Reads tokens instead of a syntax tree: a parser takes ten times as long for all sources.
 */
export function sourceTextOf(source: string): SourceText {
  const comments: Comment[] = [];
  const found: { readonly at: number; readonly literal: Literal }[] = [];
  const templates: OpenTemplate[] = [];
  const lineAt = lineCounter(source);
  const isTestName = (at: number) => beforeTestName.test(source.slice(Math.max(0, at - 60), at));

  /** Reads a template, or its rest after an expression, and returns the index behind it. */
  function readPart(template: OpenTemplate, start: number): number {
    templatePart.lastIndex = start;
    const part = templatePart.exec(source)?.[0];
    if (part === undefined) throw new Error(`The template in line ${template.line} has no end`);
    const isEnd = part.endsWith("`");
    template.parts.push(unescaped(part.slice(0, isEnd ? -1 : -2)));
    if (isEnd) {
      const { at, parts, line } = template;
      found.push({ at, literal: { parts, line, isTestName: isTestName(at) } });
    } else templates.push(template);
    return start + part.length;
  }

  token.lastIndex = 0;
  for (let match = token.exec(source); match !== null; match = token.exec(source)) {
    const [text] = match;
    const at = match.index;
    const { lineComment, block, double, single } = match.groups ?? {};
    const string = double ?? single;
    const template = templates.at(-1);
    if (string !== undefined) {
      found.push({
        at,
        literal: { parts: [unescaped(string)], line: lineAt(at), isTestName: isTestName(at) },
      });
    } else if (lineComment !== undefined || block !== undefined) {
      comments.push({
        value: lineComment ?? block ?? "",
        isLine: lineComment !== undefined,
        line: lineAt(at),
        endLine: lineAt(at + text.length),
      });
    } else if (text === "`") {
      token.lastIndex = readPart({ at, line: lineAt(at), parts: [], braces: 0 }, at + 1);
    } else if (text === "/") {
      regularExpression.lastIndex = at;
      const isStart = beforeRegularExpression.test(source.slice(Math.max(0, at - 200), at));
      if (isStart && regularExpression.test(source)) token.lastIndex = regularExpression.lastIndex;
    } else if (template !== undefined) {
      if (text === "{") template.braces++;
      else if (template.braces > 0) template.braces--;
      else {
        templates.pop();
        token.lastIndex = readPart(template, at + 1);
      }
    }
  }
  return { comments, literals: found.sort((a, b) => a.at - b.at).map(({ literal }) => literal) };
}

/** Returns the line of an index, counted from 1. The indexes must not decrease. */
function lineCounter(source: string): (index: number) => number {
  let line = 1;
  let next = source.indexOf("\n");
  return (index) => {
    while (next !== -1 && next < index) {
      line++;
      next = source.indexOf("\n", next + 1);
    }
    return line;
  };
}

const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f", v: "\v" };

/** The value of a literal. */
const unescaped = (text: string): string =>
  text.includes("\\")
    ? text.replace(
        /\\(?:u\{(\w+)\}|u(\w{4})|x(\w\w)|(\r?\n)|([\s\S]))/g,
        (_, ...[braced, four, two, lineBreak, other]: (string | undefined)[]) => {
          const code = braced ?? four ?? two;
          if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16));
          return lineBreak !== undefined ? "" : (escapes[other ?? ""] ?? other ?? "");
        },
      )
    : text;
