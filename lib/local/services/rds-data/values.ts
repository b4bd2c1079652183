import { block, text, type Values } from "../../../model";
import { ServiceError } from "../contract/define-service";

/** Types in which parameters reach the database. */
type ParameterType = "null" | "string" | "long" | "double" | "boolean" | "blob" | (typeof hinted)[number];

/** A parameter of a statement. */
export interface Parameter {
  readonly type: ParameterType;
  /** As text; bytes as base64; undefined for null. */
  readonly value: string | undefined;
}

/** The types that hints name, in capitals. */
const hinted = ["date", "time", "timestamp", "decimal", "json", "uuid"] as const;

/** The form that a text with a hint must have. */
const forms: Partial<Record<ParameterType, RegExp>> = {
  date: /^\d{4}-\d{2}-\d{2}$/,
  time: /^\d{2}:\d{2}:\d{2}(\.\d+)?$/,
  timestamp: /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(\.\d+)?$/,
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  decimal: /^[+-]?(\d+(?:\.\d*)?|\.\d+)([eE][+-]?\d+)?$/,
};

/** The parameters of a statement by name. */
export function parameterMap(given: readonly Values[]): ReadonlyMap<string, Parameter> {
  return new Map(given.map((each) => [text(each, "name") ?? "", parameterOf(each)] as const));
}

function parameterOf(given: Values): Parameter {
  const name = text(given, "name") ?? "";
  const value = block(given, "value") ?? {};
  const hint = text(given, "typeHint");
  const refuse = (reason: string): never => {
    throw new ServiceError("BadRequestException", `Parameter ${JSON.stringify(name)}: ${reason}`);
  };
  if (value.isNull === true) return { type: "null", value: undefined };
  if (value.arrayValue !== undefined) return refuse("Array parameters are not supported.");
  const type = hint === undefined ? "string" : hinted.find((each) => each.toUpperCase() === hint);
  if (type === undefined) return refuse(`Unknown type hint ${hint}.`);
  if (value.booleanValue !== undefined) return { type: "boolean", value: String(value.booleanValue) };
  if (value.longValue !== undefined) return { type: "long", value: String(value.longValue) };
  if (value.doubleValue !== undefined) return { type: "double", value: String(value.doubleValue) };
  if (value.blobValue !== undefined) return { type: "blob", value: String(value.blobValue) };
  if (value.stringValue === undefined) return refuse("It has no value.");
  const written = String(value.stringValue);
  const form = forms[type];
  return form !== undefined && !form.test(written)
    ? refuse(`${JSON.stringify(written)} is not in the form of the type hint ${hint}.`)
    : { type, value: written };
}

type Nested = string | null | readonly Nested[];

/** Parses an array as Postgres writes it: `{1,NULL,"a b"}`, `{{1,2},{3,4}}`, also with bounds: `[2:3]={1,2}`. */
export function parseArray(text: string): readonly Nested[] {
  let at = text.indexOf("{");
  const list = (): readonly Nested[] => {
    const items: Nested[] = [];
    at += 1;
    while (at < text.length && text[at] !== "}") {
      if (text[at] === ",") at += 1;
      items.push(item());
    }
    at += 1;
    return items;
  };
  const item = (): Nested => {
    if (text[at] === "{") return list();
    if (text[at] === '"') {
      const [whole = '""', inner = ""] = /"((?:[^"\\]|\\.)*)"/sy.exec(text.slice(at)) ?? [];
      at += whole.length;
      return inner.replace(/\\(.)/gs, "$1");
    }
    const end = /[,}]/.exec(text.slice(at))?.index ?? text.length - at;
    const plain = text.slice(at, at + end);
    at += end;
    return plain === "NULL" ? null : plain;
  };
  return at < 0 ? [] : list();
}

/** The form in which the Data API writes the values of a column. */
export type ColumnKind = "boolean" | "long" | "double" | "decimal" | "string" | "blob";

export interface SqlColumn {
  readonly name: string;
  /** The database's name of the type: `int4`, `VARCHAR`. */
  readonly typeName: string;
  /** Number of the type in JDBC, which the service reports. */
  readonly jdbcType: number;
  readonly kind: ColumnKind;
  /** The form of an array's elements. */
  readonly element?: ColumnKind;
  readonly elementJdbcType?: number;
}

export interface SqlResult {
  /** Empty for a statement without a result set. */
  readonly columns: readonly SqlColumn[];
  /** Values as text; bytes as base64. */
  readonly rows: readonly (readonly (string | null)[])[];
  readonly affectedRows: number;
  /** The id that MySQL has generated for the first row. */
  readonly insertId?: number;
}
