import type { ParsedStatement } from "../statement";
import type { ColumnKind, Parameter, SqlColumn, SqlResult } from "../values";
import { DatabaseError } from "./database";

interface PostgresType {
  readonly kind: ColumnKind;
  readonly jdbc: number;
}

const text = (jdbc: number): PostgresType => ({ kind: "string", jdbc });

/** The types that the service writes in another way than text, or that have a number of their own in JDBC. */
const types: Readonly<Record<string, PostgresType>> = {
  bool: { kind: "boolean", jdbc: -7 },
  int2: { kind: "long", jdbc: 5 },
  int4: { kind: "long", jdbc: 4 },
  int8: { kind: "long", jdbc: -5 },
  oid: { kind: "long", jdbc: -5 },
  float4: { kind: "double", jdbc: 7 },
  float8: { kind: "double", jdbc: 8 },
  numeric: { kind: "decimal", jdbc: 2 },
  bytea: { kind: "blob", jdbc: -2 },
  bpchar: text(1),
  varchar: text(12),
  text: text(12),
  name: text(12),
  date: text(91),
  time: text(92),
  timetz: text(92),
  timestamp: text(93),
  timestamptz: text(93),
};
const otherType = text(1111);

/** A column of a result, by the name of its type; an array has the name of its elements after `_`. */
export function postgresColumn(name: string, typeName: string): SqlColumn {
  const element = typeName.startsWith("_") ? (types[typeName.slice(1)] ?? otherType) : undefined;
  if (element !== undefined) {
    return {
      name,
      typeName,
      jdbcType: 2003,
      kind: "string",
      element: element.kind,
      elementJdbcType: element.jdbc,
    };
  }
  const { kind, jdbc } = types[typeName] ?? otherType;
  return { name, typeName, jdbcType: jdbc, kind };
}

/** Rows as the service writes them. */
export const postgresRows = (
  columns: readonly SqlColumn[],
  rows: readonly (readonly (string | null)[])[],
): SqlResult["rows"] =>
  rows.map((row) => columns.map((column, index) => postgresText(column, row[index] ?? null)));

/** A value as the service writes it: bytes as base64, times with a zone in UTC and without it. */
function postgresText({ typeName }: SqlColumn, value: string | null): string | null {
  if (value === null) return null;
  if (typeName === "bytea") return Buffer.from(value.replace(/^\\x/, ""), "hex").toString("base64");
  return typeName === "timestamptz" ? value.replace(/\+00$/, "") : value;
}

/** The types in which the service sends parameters, as casts. */
const casts: Readonly<Record<Parameter["type"], string>> = {
  null: "",
  string: "::varchar",
  long: "::int8",
  double: "::float8",
  boolean: "::bool",
  blob: "::bytea",
  date: "::date",
  time: "::time",
  timestamp: "::timestamp",
  decimal: "::numeric",
  json: "::json",
  uuid: "::uuid",
};

/** A statement with numbered parameters, which have the types that the service gives them. */
export function postgresStatement({ texts, names }: ParsedStatement, parameters: readonly Parameter[]) {
  const order = [...new Set(names)];
  const sql = texts.map((each, index) => {
    const name = names[index];
    if (name === undefined) return each;
    const type = parameters[index]?.type ?? "null";
    return `${each}$${order.indexOf(name) + 1}${casts[type]}`;
  });
  const values = order.map((name) => {
    const { type, value } = parameters[names.indexOf(name)] ?? { type: "null", value: undefined };
    if (value === undefined) return null;
    return type === "blob" ? `\\x${Buffer.from(value, "base64").toString("hex")}` : value;
  });
  return { sql: sql.join(""), values };
}

/** An error of Postgres in the form in which the service passes it on. */
export function postgresError(error: unknown): unknown {
  const { message, severity, detail, hint, position, code } = Object(error) as Readonly<
    Record<string, string | undefined>
  >;
  if (code === undefined || !/^[0-9A-Z]{5}$/.test(code)) return error;
  const parts = [
    `${severity ?? "ERROR"}: ${message}`,
    detail === undefined ? undefined : `Detail: ${detail}`,
    hint === undefined ? undefined : `Hint: ${hint}`,
    position === undefined ? undefined : `Position: ${position}`,
  ].filter((part) => part !== undefined);
  return new DatabaseError(`${parts.join("\n  ")}; SQLState: ${code}`);
}
