import { escapePattern } from "../../../../facts/text/escape-pattern";
import { type DataSource, isValues } from "../../../../model";
import { ResolverError } from "../utilities/signals";
import { callService, type DataSourceServices } from "./data-source-call";

type Database = Extract<DataSource, { readonly type: "RELATIONAL_DATABASE" }>;

/**
 * Runs one or two statements through the Data API. The result is JSON text.
 *
 * Source: https://docs.aws.amazon.com/appsync/latest/devguide/resolver-reference-rds-js.html
 */
export async function callRds(
  source: Database,
  request: Readonly<Record<string, unknown>>,
  services: DataSourceServices,
): Promise<unknown> {
  const { statements, variableMap, variableTypeHintMap } = request;
  if (!Array.isArray(statements) || statements.length === 0 || statements.length > 2) {
    throw new ResolverError(
      "The request needs statements: an array of one or two strings.",
      "MappingTemplate",
    );
  }
  const variables = Object.entries(isValues(variableMap) ? variableMap : {});
  const hints = isValues(variableTypeHintMap) ? variableTypeHintMap : {};
  const sqlStatementResults: object[] = [];
  for (const each of statements) {
    const sql = String(each);
    const parameters = variables
      .map(([name, value]) => ({
        name: name.replace(/^:/, ""),
        value,
        hint: hints[name] ?? hints[name.replace(/^:/, "")],
      }))
      .filter(({ name }) => new RegExp(`(?<!:):${escapePattern(name)}(?!\\w)`).test(sql))
      .map(({ name, value, hint }) => ({
        name,
        value: fieldOf(value),
        ...(typeof hint === "string" && { typeHint: hint }),
      }));
    sqlStatementResults.push(await execute(source, sql, parameters, services));
  }
  return JSON.stringify({ sqlStatementResults });
}

async function execute(
  { clusterArn, secretArn, databaseName }: Database,
  sql: string,
  parameters: readonly object[],
  services: DataSourceServices,
): Promise<object> {
  const input = {
    resourceArn: clusterArn,
    secretArn,
    ...(databaseName !== undefined && { database: databaseName }),
    sql,
    parameters,
    includeResultMetadata: true,
  };
  const headers = { "content-type": "application/json" };
  const answer = await callService(services, "rds-data", input, headers, "/Execute");
  if (!("result" in answer))
    throw new ResolverError(answer.message, "RelationalDatabase:BadRequestException");
  const { numberOfRecordsUpdated = 0, records, columnMetadata = [], generatedFields = [] } = answer.result;
  return {
    numberOfRecordsUpdated,
    ...(records !== undefined && { records }),
    columnMetadata,
    generatedFields,
  };
}

function fieldOf(value: unknown): object {
  if (value === null || value === undefined) return { isNull: true };
  switch (typeof value) {
    case "string":
      return { stringValue: value };
    case "boolean":
      return { booleanValue: value };
    case "number":
      return Number.isInteger(value) ? { longValue: value } : { doubleValue: value };
    default:
      return { stringValue: JSON.stringify(value) };
  }
}
