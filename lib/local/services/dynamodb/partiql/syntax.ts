import type { Values } from "../../../../model";
import { ItemError } from "../errors";
import type { ConditionTree, Operand, Path } from "../expressions/syntax";
import type { Token } from "../expressions/tokens";

const kinds = ["word", "number", "text", "name", "symbol"] as const;

export type TokenKind = (typeof kinds)[number];

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
export function readTokens(statement: string): readonly Token<TokenKind>[] {
  const tokens: Token<TokenKind>[] = [];
  let at = 0;
  while (at < statement.length) {
    pattern.lastIndex = at;
    const { groups } = pattern.exec(statement) ?? {};
    if (groups === undefined) throw errorAt(statement, at, `Unexpected character ${statement[at]}`);
    const kind = kinds.find((each) => groups[each] !== undefined);
    const text = groups[kind ?? "space"] ?? "";
    if (kind === "text") tokens.push({ kind, text: text.replaceAll("''", "'"), at });
    else if (kind !== undefined)
      tokens.push({ kind, text: kind === "name" ? text.replaceAll('""', '"') : text, at });
    at = pattern.lastIndex;
  }
  return [...tokens, { kind: "end", text: "", at }];
}

export interface Select {
  readonly kind: "select";
  readonly table: string;
  readonly index: string | undefined;
  readonly columns: readonly Path[] | "all";
  readonly where: ConditionTree | undefined;
  readonly order: readonly { readonly path: Path; readonly isDescending: boolean }[];
}

export interface Insert {
  readonly kind: "insert";
  readonly table: string;
  readonly item: Values;
}

export type UpdateStep =
  | { readonly kind: "set"; readonly path: Path; readonly operand: Operand }
  | { readonly kind: "remove"; readonly path: Path };

export interface Update {
  readonly kind: "update";
  readonly table: string;
  readonly steps: readonly UpdateStep[];
  readonly where: ConditionTree | undefined;
  readonly returning: string | undefined;
}

export interface Delete {
  readonly kind: "delete";
  readonly table: string;
  readonly where: ConditionTree | undefined;
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
