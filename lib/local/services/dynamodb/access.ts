import { isArn } from "../../../facts/aws/arns";
import { ownValue } from "../../../facts/errors/own-value";
import { blocks, isValues, text, texts, type Values } from "../../../model";
import type { ArnOf, NeededAccess } from "../../permissions/needed-access";
import type { DynamodbTables } from "./dynamodb-tables";
import { ItemError } from "./errors";
import { parsePartiql } from "./partiql/parse";
import { comparesKey } from "./partiql/requests";
import { type PartiqlStatement, tableOf } from "./partiql/syntax";
import { allPaths, type Expressions, parseExpressions } from "./requests/expressions";
import { type LegacyConditions, queryConditions } from "./requests/legacy-conditions";
import { iteratorIn } from "./streams-api";

/**
 * The permissions that a request needs.
 *
 * A transaction needs the permission of each of its parts: `Put` needs `dynamodb:PutItem`.
 *
 * Source: https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazondynamodb.html,
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis-iam.html
 */
export function tableAccess(
  operation: string,
  input: Values,
  arn: ArnOf,
  tables: DynamodbTables,
): readonly NeededAccess[] {
  const action = `dynamodb:${operation}`;
  const tableArn = (table: string): string => (isArn(table) ? table : arn("dynamodb", `table/${table}`));
  const partitionKeyOf = (table: string) => tables.keysOf(table)?.[0];
  if (operation === "ListTables") return [{ action, resource: "*" }];
  if (operation === "ListStreams") {
    const table = text(input, "TableName");
    return [{ action, resource: table === undefined ? "*" : `${tableArn(table)}/stream/*` }];
  }
  const stream = text(input, "StreamArn") ?? iteratorIn(input)?.streamArn;
  if (stream !== undefined) return [{ action, resource: stream }];
  const statements = statementsIn(input);
  if (statements !== undefined)
    return statements.flatMap((each) => statementAccess(each, tableArn, partitionKeyOf));
  const resource = text(input, "ResourceArn");
  if (resource !== undefined) return [{ action, resource }];
  const common = {
    "dynamodb:Select": text(input, "Select"),
    "dynamodb:ReturnValues": text(input, "ReturnValues"),
    "dynamodb:ReturnConsumedCapacity": text(input, "ReturnConsumedCapacity"),
  };
  const { RequestItems } = input;
  if (isValues(RequestItems)) {
    return Object.entries(RequestItems).map(([table, requests]) => ({
      action,
      resource: tableArn(table),
      keys: {
        ...common,
        "dynamodb:LeadingKeys": leadingKeys(keysInBatch(requests), partitionKeyOf(table)),
      },
    }));
  }
  const { TransactItems } = input;
  if (Array.isArray(TransactItems)) {
    return TransactItems.filter(isValues).flatMap((item) =>
      Object.entries(item).flatMap(([kind, part]) =>
        isValues(part) ? tableAccess(`${kind}Item`, part, arn, tables) : [],
      ),
    );
  }
  const table = text(input, "TableName") ?? "";
  const index = text(input, "IndexName");
  const expressions = unlessRefused(() => parseExpressions(input)) ?? {};
  const conditions = unlessRefused(() => queryConditions(input, expressions)) ?? {};
  const keys =
    operation === "Query"
      ? queriedKeys(conditions, tables.keysOf(table, index)?.[0])
      : leadingKeys([input.Key, input.Item], partitionKeyOf(table));
  const attributes = attributesOf(input, expressions);
  return [
    {
      action,
      resource: index === undefined ? tableArn(table) : `${tableArn(table)}/index/${index}`,
      keys: {
        ...common,
        "dynamodb:LeadingKeys": keys,
        "dynamodb:Attributes": attributes,
      },
    },
  ];
}

/** The statements of a request; undefined for a request without any. */
function statementsIn(input: Values): readonly Values[] | undefined {
  if (input.Statement !== undefined) return [input];
  const found = [...blocks(input, "Statements"), ...blocks(input, "TransactStatements")];
  return found.length === 0 ? undefined : found;
}

const statementActions: Readonly<Record<PartiqlStatement["kind"], string>> = {
  select: "PartiQLSelect",
  insert: "PartiQLInsert",
  update: "PartiQLUpdate",
  delete: "PartiQLDelete",
  exists: "PartiQLSelect",
};

/**
 * Nothing for a statement that the service will refuse.
 *
 * Source: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ql-iam.html
 */
function statementAccess(
  given: Values,
  tableArn: (table: string) => string,
  partitionKeyOf: (table: string) => string | undefined,
): readonly NeededAccess[] {
  const { Parameters: parameters } = given;
  const statement = unlessRefused(() =>
    parsePartiql(text(given, "Statement") ?? "", Array.isArray(parameters) ? parameters : []),
  );
  if (statement === undefined) return [];
  const table = tableOf(statement);
  const index = statement.kind === "select" ? statement.index : undefined;
  const partitionKey = partitionKeyOf(table);
  const isFullScan = statement.kind === "select" && !comparesKey(statement, partitionKey);
  return [
    {
      action: `dynamodb:${statementActions[statement.kind]}`,
      resource: index === undefined ? tableArn(table) : `${tableArn(table)}/index/${index}`,
      keys: { "dynamodb:FullTableScan": String(isFullScan) },
    },
  ];
}

/** Undefined for a part of a request that the service will refuse. */
function unlessRefused<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof ItemError) return undefined;
    throw error;
  }
}

/** The keys and items of one table in a batch: a list of keys, or a list of requests. */
function keysInBatch(requests: unknown): readonly unknown[] {
  if (isValues(requests)) return Array.isArray(requests.Keys) ? requests.Keys : [];
  return (Array.isArray(requests) ? requests.filter(isValues) : []).flatMap(
    ({ PutRequest, DeleteRequest }) => [
      isValues(PutRequest) ? PutRequest.Item : undefined,
      isValues(DeleteRequest) ? DeleteRequest.Key : undefined,
    ],
  );
}

/** The values of the partition key, each once. */
function leadingKeys(items: readonly unknown[], partitionKey: string | undefined): readonly string[] {
  if (partitionKey === undefined) return [];
  const values = items.flatMap((item) => (isValues(item) ? plain(item[partitionKey]) : []));
  return [...new Set(values)];
}

/** The value that a query compares its partition key with. */
function queriedKeys(conditions: LegacyConditions, partitionKey: string | undefined): readonly string[] {
  const condition = partitionKey === undefined ? undefined : ownValue(conditions, partitionKey);
  return condition?.ComparisonOperator === "EQ" ? plain(condition.AttributeValueList?.[0]) : [];
}

/** The text in an attribute value: `{ "S": "ada" }`. */
function plain(value: unknown): readonly string[] {
  if (!isValues(value)) return [];
  const [content] = Object.values(value);
  return typeof content === "string" ? [content] : [];
}

/** Parameters of the time before expressions, by the names of attributes. */
const named = ["AttributeUpdates", "Expected", "KeyConditions", "QueryFilter", "ScanFilter", "Key", "Item"];

/** The names of the top-level attributes that a request reads or writes, each once. */
function attributesOf(input: Values, expressions: Partial<Expressions>): readonly string[] {
  const given = named.flatMap((member) => Object.keys(Object(input[member])));
  const paths = [...allPaths(expressions)].map(([name]) => String(name));
  return [...new Set([...paths, ...given, ...texts(input, "AttributesToGet")])];
}
