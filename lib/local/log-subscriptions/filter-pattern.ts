import { matchesStars } from "../../facts/aws/wildcards";
import { GivenPattern } from "../../facts/text/given-pattern";
import { jsonOrText } from "../../facts/text/json";
import { valueAt } from "../wire/value-at";

export type LineFilter = (line: string) => boolean;

/**
 * Parses a filter pattern for lines of text or JSON; undefined for a pattern that is not emulated.
 *
 * Source: https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/FilterAndPatternSyntax.html
 */
export function parseFilterPattern(pattern: string): LineFilter | undefined {
  const text = pattern.trim();
  if (text === "") return () => true;
  if (text.startsWith("[")) return undefined;
  if (text.startsWith("{") && text.endsWith("}")) return jsonFilter(text.slice(1, -1));
  return termsFilter(text);
}

interface Term {
  readonly sign: "" | "-" | "?";
  readonly matches: LineFilter;
}

function termsFilter(text: string): LineFilter | undefined {
  const terms: Term[] = [];
  const rest = text.replace(
    /([-?]?)(?:"((?:[^"\\]|\\.)*)"|%([^%]+)%|([^\s"]+))(?=\s|$)/g,
    (_, sign: Term["sign"], quoted?: string, regex?: string, bare?: string) => {
      const found = (quoted ?? bare ?? "").replace(/\\(.)/g, "$1");
      const matches: LineFilter =
        regex === undefined ? (line) => line.includes(found) : (line) => new GivenPattern(regex).test(line);
      terms.push({ sign, matches });
      return "";
    },
  );
  if (rest.trim() !== "") return undefined;
  const of = (sign: Term["sign"]) => terms.filter((each) => each.sign === sign);
  const [needed, excluded, optional] = [of(""), of("-"), of("?")];
  return (line) =>
    needed.every(({ matches }) => matches(line)) &&
    !excluded.some(({ matches }) => matches(line)) &&
    // Optional terms are ignored if there are other terms.
    (needed.length + excluded.length > 0 || optional.some(({ matches }) => matches(line)));
}

type Test = (line: unknown) => boolean;

/** A selector, a text in quotes, a regular expression, an operator, or a word. */
const tokens =
  /\s*(\$(?:\.[\w$-]+|\[\d+\]|\['[^']*'\])*|"(?:[^"\\]|\\.)*"|%[^%]+%|&&|\|\||[<>!]=|[=<>()]|[^\s()=<>!&|]+)/y;

class NotEmulated extends Error {}

/** The filter of a pattern for lines of JSON, without its braces; undefined if it cannot be read. */
export function jsonFilter(text: string): ((line: string) => boolean) | undefined {
  try {
    const test = new Parser(text).parse();
    return (line) => {
      const value = jsonOrText(line);
      return typeof value === "object" && value !== null && test(value);
    };
  } catch (error) {
    if (error instanceof NotEmulated) return undefined;
    throw error;
  }
}

class Parser {
  private readonly tokens: readonly string[];
  private at = 0;

  constructor(text: string) {
    const found: string[] = [];
    const trimmed = text.trimEnd();
    for (tokens.lastIndex = 0; tokens.lastIndex < trimmed.length; ) {
      const [, token] = tokens.exec(trimmed) ?? [];
      if (token === undefined) throw new NotEmulated();
      found.push(token);
    }
    this.tokens = found;
  }

  parse(): Test {
    const test = this.either();
    if (this.at < this.tokens.length) throw new NotEmulated();
    return test;
  }

  private either(): Test {
    let test = this.both();
    while (this.skip("||")) {
      const [left, right] = [test, this.both()];
      test = (line) => left(line) || right(line);
    }
    return test;
  }

  private both(): Test {
    let test = this.one();
    while (this.skip("&&")) {
      const [left, right] = [test, this.one()];
      test = (line) => left(line) && right(line);
    }
    return test;
  }

  private one(): Test {
    if (this.skip("(")) {
      const test = this.either();
      if (!this.skip(")")) throw new NotEmulated();
      return test;
    }
    const selector = this.next();
    if (!selector.startsWith("$")) throw new NotEmulated();
    const path = selector.slice(1).replace(/\['([^']*)'\]/g, ".$1");
    const operator = this.next();
    const word = operator.toUpperCase();
    if (word === "EXISTS") return (line) => valueAt(line, path) !== undefined;
    if (word === "NOT" && this.skipWord("EXISTS")) return (line) => valueAt(line, path) === undefined;
    const compare = word === "IS" ? isValue(this.next()) : comparison(operator, this.next());
    return (line) => compare(valueAt(line, path));
  }

  private next(): string {
    const token = this.tokens[this.at];
    if (token === undefined) throw new NotEmulated();
    this.at += 1;
    return token;
  }

  private skip(token: string): boolean {
    if (this.tokens[this.at] !== token) return false;
    this.at += 1;
    return true;
  }

  private skipWord(word: string): boolean {
    return this.tokens[this.at]?.toUpperCase() === word && this.skip(this.tokens[this.at] ?? "");
  }
}

function isValue(name: string): Test {
  const values: Readonly<Record<string, unknown>> = { NULL: null, TRUE: true, FALSE: false };
  const key = name.toUpperCase();
  if (!Object.hasOwn(values, key)) throw new NotEmulated();
  return (value) => value === values[key];
}

function comparison(operator: string, written: string): Test {
  const equals = equalsOf(written);
  // A line without the member matches neither = nor !=.
  if (operator === "=") return (value) => value !== undefined && equals(value);
  if (operator === "!=") return (value) => value !== undefined && !equals(value);
  const limit = Number(written);
  const order: Readonly<Record<string, (value: number) => boolean>> = {
    "<": (value) => value < limit,
    "<=": (value) => value <= limit,
    ">": (value) => value > limit,
    ">=": (value) => value >= limit,
  };
  const compare = order[operator];
  if (compare === undefined || Number.isNaN(limit)) throw new NotEmulated();
  return (value) => typeof value === "number" && compare(value);
}

function equalsOf(written: string): Test {
  if (written.startsWith("%")) {
    const regex = new GivenPattern(written.slice(1, -1));
    return (value) => typeof value === "string" && regex.test(value);
  }
  const text = written.startsWith('"') ? written.slice(1, -1).replace(/\\(.)/g, "$1") : written;
  const number = written.startsWith('"') ? Number.NaN : Number(written);
  return (value) => (typeof value === "number" ? value === number : matchesStars(text, String(value)));
}
