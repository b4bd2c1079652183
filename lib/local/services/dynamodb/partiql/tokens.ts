import { ItemError } from "../expressions/problems";

/** A part of a statement. */
export interface Token {
  readonly kind: "word" | "name" | "text" | "number" | "symbol" | "end";
  readonly text: string;
  /** Where it begins, in characters. */
  readonly at: number;
}

/** A statement that is not PartiQL. */
export class StatementError extends ItemError {}

/** The error of a place in a statement, by line and column. */
export function errorAt(statement: string, at: number, problem: string): StatementError {
  const before = statement.slice(0, at).split("\n");
  const column = (before.at(-1)?.length ?? 0) + 1;
  return new StatementError(
    `Statement wasn't well formed, can't be processed: ${problem} at line ${before.length}, column ${column}`,
  );
}

/** Comments and white space; words; numbers; texts; quoted names; symbols, the longest first. */
const pattern =
  /(?<space>\s+|--[^\n]*|\/\*[\s\S]*?\*\/)|(?<word>[A-Za-z_$][\w$]*)|(?<number>(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)|'(?<text>(?:[^']|'')*)'|"(?<name>(?:[^"]|"")*)"|(?<symbol><<|>>|<=|>=|<>|!=|[=<>(){}[\],.:?*+-])/y;

/** The parts of a statement; the last one is its end. */
export function readTokens(statement: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < statement.length) {
    pattern.lastIndex = at;
    const { groups } = pattern.exec(statement) ?? {};
    if (groups === undefined) throw errorAt(statement, at, `Unexpected character ${statement[at]}`);
    const { space, word, number, text, name, symbol } = groups;
    if (space !== undefined) at = pattern.lastIndex;
    else {
      const [kind, value]: readonly [Token["kind"], string] =
        word !== undefined
          ? ["word", word]
          : number !== undefined
            ? ["number", number]
            : text !== undefined
              ? ["text", text.replaceAll("''", "'")]
              : name !== undefined
                ? ["name", name.replaceAll('""', '"')]
                : ["symbol", symbol ?? ""];
      tokens.push({ kind, text: value, at });
      at = pattern.lastIndex;
    }
  }
  return [...tokens, { kind: "end", text: "", at }];
}
