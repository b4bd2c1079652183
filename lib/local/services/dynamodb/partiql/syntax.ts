import type { Values } from "../../../../model";

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
