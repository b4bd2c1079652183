import { escapePattern } from "../../../../facts/text/escape-pattern";
import { jsonOf } from "../../../../facts/text/json";
import { type DataSource, isValues } from "../../../../model";
import { sendRequest } from "../../send-request";
import { ResolverError } from "../utilities/signals";
import { type DataSourceServices, serviceUrl } from "./data-source-call";

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
  const { status, body } = await sendRequest({
    url: new URL("/Execute", serviceUrl(services, "rds-data")),
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      resourceArn: clusterArn,
      secretArn,
      ...(databaseName !== undefined && { database: databaseName }),
      sql,
      parameters,
      includeResultMetadata: true,
    }),
    signing: { region: services.region, service: "rds-data", credentials: services.credentials },
    signal: services.signal,
  });
  const answer = jsonOf(body.toString("utf8"));
  const {
    message,
    Message,
    numberOfRecordsUpdated = 0,
    records,
    columnMetadata = [],
    generatedFields = [],
  } = isValues(answer) ? answer : {};
  if (status === 200) {
    return {
      numberOfRecordsUpdated,
      ...(records !== undefined && { records }),
      columnMetadata,
      generatedFields,
    };
  }
  throw new ResolverError(
    String(message ?? Message ?? `RDS failed with ${status}.`),
    "RelationalDatabase:BadRequestException",
  );
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
