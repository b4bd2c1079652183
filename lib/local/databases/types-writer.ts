import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { readBundlesFile } from "../../bundle";
import { jsonOf } from "../../facts/text/json";
import type { Model } from "../../model/resources/model";
import type { Functions } from "../invoke";
import type { Report } from "../report";
import { type DeclaredDatabase, declaredDatabases, migratorOf } from "./declared-databases";
import { parseTables, schemaTypes } from "./schema-types";

export interface TypesWriterOptions {
  /** The output folder of the app. */
  readonly from: string;
  /** The list of code that synthesis wrote, which knows the folder of the app; undefined: no types are written. */
  readonly bundlesFile: string | undefined;
  readonly functions: Functions;
  readonly report: Report;
}

/** Writes the types of databases after their migrations. */
export class TypesWriter {
  constructor(private readonly options: TypesWriterOptions) {}

  /** Writes the types of the database that a function migrates, if it is one that does. */
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

/** Writes the types of the tables that a migrator has listed; returns whether the file has changed. */
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
