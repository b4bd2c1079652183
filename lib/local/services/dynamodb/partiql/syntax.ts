import type { Values } from "../../../../model";
import { ItemError } from "../errors";

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

/** Names and indexes that lead to an attribute. */
export type Path = readonly (string | number)[];

/** A value of an attribute, as DynamoDB writes it: `{ "S": "ada" }`. */
export type WireValue = Values;

export type Term =
  | { readonly kind: "value"; readonly value: WireValue }
  | { readonly kind: "path"; readonly path: Path }
  | { readonly kind: "call"; readonly name: string; readonly terms: readonly Term[] }
  | { readonly kind: "sum"; readonly operator: "+" | "-"; readonly left: Term; readonly right: Term };

export type WhereCondition =
  | { readonly kind: "and" | "or"; readonly left: WhereCondition; readonly right: WhereCondition }
  | { readonly kind: "not"; readonly of: WhereCondition }
  | { readonly kind: "compare"; readonly operator: string; readonly left: Term; readonly right: Term }
  | { readonly kind: "between"; readonly term: Term; readonly least: Term; readonly most: Term }
  | { readonly kind: "in"; readonly term: Term; readonly among: readonly Term[] }
  | { readonly kind: "is"; readonly path: Path; readonly what: "MISSING" | "NULL" }
  | { readonly kind: "test"; readonly name: string; readonly terms: readonly Term[] };

export interface Select {
  readonly kind: "select";
  readonly table: string;
  readonly index: string | undefined;
  readonly columns: readonly Path[] | "all";
  readonly where: WhereCondition | undefined;
  readonly order: readonly { readonly path: Path; readonly isDescending: boolean }[];
}

export interface Insert {
  readonly kind: "insert";
  readonly table: string;
  readonly item: Values;
}

export type UpdateStep =
  | { readonly kind: "set"; readonly path: Path; readonly term: Term }
  | { readonly kind: "remove"; readonly path: Path };

export interface Update {
  readonly kind: "update";
  readonly table: string;
  readonly steps: readonly UpdateStep[];
  readonly where: WhereCondition | undefined;
  readonly returning: string | undefined;
}

export interface Delete {
  readonly kind: "delete";
  readonly table: string;
  readonly where: WhereCondition | undefined;
  readonly returning: string | undefined;
}

/** A check of a transaction: `EXISTS(SELECT ...)`. */
export interface Exists {
  readonly kind: "exists";
  readonly select: Select;
}

export type PartiqlStatement = Select | Insert | Update | Delete | Exists;

/** The table that a statement is about. */
export function tableOf(statement: PartiqlStatement): string {
  return statement.kind === "exists" ? statement.select.table : statement.table;
}
