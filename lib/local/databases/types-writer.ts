import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { readBundlesFile } from "../../bundle";
import { jsonOf } from "../../facts/text/json";
import { isValues, type Model } from "../../model";
import type { Functions } from "../invoke";
import type { Report } from "../report";
import { type DeclaredDatabase, declaredDatabases, migratorOf } from "./declared-databases";

export interface TypesWriterOptions {
  /** The output folder of the app. */
  readonly from: string;
  /** The list of code from the synthesis, which contains the folder of the app; undefined: no types are written. */
  readonly bundlesFile: string | undefined;
  readonly functions: Functions;
  readonly report: Report;
}

export class TypesWriter {
  constructor(private readonly options: TypesWriterOptions) {}

  async afterInvocation(model: Model, functionName: string): Promise<void> {
    const { bundlesFile, from, functions, report } = this.options;
    if (bundlesFile === undefined) return;
    const database = databaseOf(model, functionName, declaredDatabases(from));
    if (database?.types === undefined) return;
    const payload = JSON.stringify({ type: "schema" });
    const outcome = await functions.invoke({ functionArn: functionName, payload, source: "types" });
    if (outcome.status !== "ok") {
      const text = `The types of ${database.id} cannot be written, because its tables cannot be read.`;
      return report({ event: "warning", text });
    }
    const { path, camelCase } = database.types;
    if (writeTypes(resolve(readBundlesFile(bundlesFile).appPath, path), outcome.payload, camelCase)) {
      report({ event: "notice", text: `The types of ${database.id} are in ${path}.` });
    }
  }
}

/** Writes the types of a migrator's tables; returns whether the file has changed. */
export function writeTypes(file: string, answer: string, camelCase: boolean): boolean {
  const text = schemaTypes(parseTables(jsonOf(answer)), camelCase);
  if (existsSync(file) && readFileSync(file, "utf8") === text) return false;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return true;
}

function databaseOf(
  model: Model,
  functionName: string,
  databases: readonly DeclaredDatabase[],
): DeclaredDatabase | undefined {
  const resource =
    model.find("aws_lambda_function", "function_name", functionName) ??
    model.find("aws_lambda_function", "arn", functionName);
  return databases.find((each) => resource !== undefined && migratorOf(model, each) === resource);
}

interface SchemaTable {
  readonly name: string;
  readonly columns: readonly {
    readonly name: string;
    readonly dataType: string;
    readonly isNullable: boolean;
    readonly isGenerated: boolean;
  }[];
}

/** TypeScript types for values that clients of the Data API read from Postgres and MySQL; all others are texts. */
const typeScript: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      ..."int2 int4 int8 float4 float8 oid serial bigserial".split(" "),
      ..."tinyint smallint mediumint int bigint float double year".split(" "),
    ].map((each) => [each, "number"]),
  ),
  bool: "boolean",
  json: "unknown",
  jsonb: "unknown",
  date: "Date",
  timestamp: "Date",
  timestamptz: "Date",
  bytea: "Uint8Array",
  blob: "Uint8Array",
  binary: "Uint8Array",
  varbinary: "Uint8Array",
};

/** Tables of the migrations themselves. */
const internal = /^kysely_migration(_lock)?$/;

export function parseTables(answer: unknown): readonly SchemaTable[] {
  const tables = Array.isArray(answer) ? answer.filter(isTable) : [];
  return tables.filter(({ name }) => !internal.test(name)).sort((a, b) => (a.name < b.name ? -1 : 1));
}

const isTable = (value: unknown): value is SchemaTable =>
  isValues(value) && typeof value.name === "string" && Array.isArray(value.columns);

/** The types of tables, in the form for `kysely`. */
export function schemaTypes(tables: readonly SchemaTable[], camelCase: boolean): string {
  const nameOf = (name: string): string => (camelCase ? camelCased(name) : name);
  const types = typeNames(tables);
  const isGenerated = tables.some(({ columns }) => columns.some((column) => column.isGenerated));
  const head = [
    "// Written by serverform from the schema of the database. Changes are lost.",
    ...(isGenerated
      ? [
          'import type { ColumnType } from "kysely";',
          "",
          "/** A column that the database fills when it is left out. */",
          "type Generated<Type> = ColumnType<Type, Type | undefined, Type>;",
        ]
      : []),
  ];
  const database = [
    "export interface Database {",
    ...tables.map(({ name }) => `  ${keyOf(nameOf(name))}: ${types.get(name)};`),
    "}",
  ];
  const interfaces = tables.map(({ name, columns }) =>
    [
      `export interface ${types.get(name)} {`,
      ...columns.map((column) => `  ${keyOf(nameOf(column.name))}: ${typeOf(column)};`),
      "}",
    ].join("\n"),
  );
  return `${[head.join("\n"), database.join("\n"), ...interfaces].join("\n\n")}\n`;
}

function typeOf({ dataType, isNullable, isGenerated }: SchemaTable["columns"][number]): string {
  const name = dataType.toLowerCase();
  const plain = name.startsWith("_") ? `${elementType(name.slice(1))}[]` : elementType(name);
  const type = isNullable ? `${plain} | null` : plain;
  return isGenerated ? `Generated<${type}>` : type;
}

const elementType = (name: string): string =>
  Object.hasOwn(typeScript, name) ? (typeScript[name] ?? "string") : "string";

/** Unique names of the interfaces, in Pascal case. */
function typeNames(tables: readonly SchemaTable[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const used = new Set(["Database", "Generated", "ColumnType"]);
  for (const { name } of tables) {
    const camel = camelCased(name).replace(/[^A-Za-z0-9]/g, "");
    const base =
      `${/^\d/.test(camel) ? "Table" : ""}${camel.charAt(0).toUpperCase()}${camel.slice(1)}` || "Table";
    let type = base;
    for (let number = 2; used.has(type); number += 1) type = `${base}${number}`;
    used.add(type);
    names.set(name, type);
  }
  return names;
}

const camelCased = (name: string): string =>
  name.replace(/(?<!_)_+([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());

const keyOf = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));
