import { block, blocks, text, type Values } from "../../../../model";
import { ServiceError } from "../../contract/define-service";

/** Types in which parameters reach the database. */
export type ParameterType =
  | "null"
  | "string"
  | "long"
  | "double"
  | "boolean"
  | "blob"
  | "date"
  | "time"
  | "timestamp"
  | "decimal"
  | "json"
  | "uuid";

/** A parameter of a statement. */
export interface Parameter {
  readonly type: ParameterType;
  /** As text; bytes as base64; undefined for null. */
  readonly value: string | undefined;
}

const hints: Readonly<Record<string, ParameterType>> = {
  DATE: "date",
  TIME: "time",
  TIMESTAMP: "timestamp",
  DECIMAL: "decimal",
  JSON: "json",
  UUID: "uuid",
};

/** The form that a text with a hint must have. */
const forms: Partial<Record<ParameterType, RegExp>> = {
  date: /^\d{4}-\d{2}-\d{2}$/,
  time: /^\d{2}:\d{2}:\d{2}(\.\d+)?$/,
  timestamp: /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(\.\d+)?$/,
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  decimal: /^[+-]?(\d+(?:\.\d*)?|\.\d+)([eE][+-]?\d+)?$/,
};

/** The parameters of a statement by name. */
export function parametersOf(input: Values, key = "parameters"): ReadonlyMap<string, Parameter> {
  return parameterMap(blocks(input, key));
}

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
  if (hint !== undefined && hints[hint] === undefined) return refuse(`Unknown type hint ${hint}.`);
  if (value.booleanValue !== undefined) return { type: "boolean", value: String(value.booleanValue) };
  if (value.longValue !== undefined) return { type: "long", value: String(value.longValue) };
  if (value.doubleValue !== undefined) return { type: "double", value: String(value.doubleValue) };
  if (value.blobValue !== undefined) return { type: "blob", value: String(value.blobValue) };
  if (value.stringValue === undefined) return refuse("It has no value.");
  const written = String(value.stringValue);
  const type = hint === undefined ? "string" : (hints[hint] ?? "string");
  const form = forms[type];
  return form !== undefined && !form.test(written)
    ? refuse(`${JSON.stringify(written)} is not in the form of the type hint ${hint}.`)
    : { type, value: written };
}
