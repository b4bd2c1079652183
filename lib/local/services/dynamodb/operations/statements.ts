import { jsonOf } from "../../../../facts/text/json";
import { blocks, isValues, number, text, type Values } from "../../../../model";
import { ServiceError } from "../../contract/define-service";
import type { DynamodbTables } from "../dynamodb-tables";
import { noTable, TableError, tableNameOf } from "../errors";
import type { StoredItem } from "../expressions/attribute-values";
import { valueAtPath } from "../expressions/syntax";
import { parsePartiql } from "../partiql/parse";
import {
  deleteRequest,
  existsRequest,
  getRequest,
  insertRequest,
  namesItem,
  selectRequest,
  type TableRequest,
  updateRequest,
} from "../partiql/requests";
import { type PartiqlStatement, type Select, StatementError, tableOf } from "../partiql/syntax";
import { query, scan } from "./pages";
import { transactGetItems } from "./reads";
import { transactWriteItems } from "./transactions";
import { planDelete, planPut, planUpdate, writing } from "./writes";

const isRead = ({ kind }: PartiqlStatement): boolean => kind === "select";

/** Source: https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ExecuteStatement.html */
export async function executeStatement(tables: DynamodbTables, input: Values): Promise<object> {
  const statement = parsed(input);
  if (statement.kind === "exists") throw new StatementError("EXISTS is a statement of transactions");
  return statement.kind === "select" ? select(statement, input, tables) : write(statement, input, tables);
}

/** Source: https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchExecuteStatement.html */
export async function batchExecuteStatement(
  tables: DynamodbTables,
  { Statements, ReturnConsumedCapacity }: Values,
): Promise<object> {
  const statements = blocks({ Statements }, "Statements").map((each) => ({ each, statement: parsed(each) }));
  refuseMixture(statements.map(({ statement }) => statement));
  const Responses: object[] = [];
  const ConsumedCapacity: object[] = [];
  for (const { each, statement } of statements) {
    const TableName = tableOf(statement);
    try {
      const input = { ...each, ReturnConsumedCapacity };
      if (statement.kind === "select") requireItem(statement, tables);
      const { Items, ConsumedCapacity: consumed } =
        statement.kind === "select"
          ? select(statement, input, tables)
          : await write(statement, input, tables);
      Responses.push({ TableName, ...(statement.kind === "select" && { Item: Items[0] }) });
      if (consumed !== undefined) ConsumedCapacity.push(consumed);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      Responses.push({ TableName, Error: errorOf(error) });
    }
  }
  return { Responses, ...(ConsumedCapacity.length > 0 && { ConsumedCapacity }) };
}

/** Source: https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ExecuteTransaction.html */
export async function executeTransaction(tables: DynamodbTables, input: Values): Promise<object> {
  const given = blocks(input, "TransactStatements");
  const statements = given.map(parsed);
  refuseMixture(statements);
  const requests = statements.map((each) => requestOf(each, tables, true));
  const { ClientRequestToken, ReturnConsumedCapacity } = input;
  if (statements.every(isRead)) {
    const TransactItems = requests.map(({ input: Get }) => ({ Get }));
    const { Responses, ConsumedCapacity } = transactGetItems(tables, {
      TransactItems,
      ReturnConsumedCapacity,
    });
    return {
      ConsumedCapacity,
      Responses: Responses.map(({ Item }, index) =>
        Item === undefined ? {} : { Item: projected(Item, statements[index]) },
      ),
    };
  }
  const TransactItems = requests.map(({ operation, input: part }, index) => {
    const { ReturnValues: _, ...rest } = part;
    const { ReturnValuesOnConditionCheckFailure } = given[index] ?? {};
    return { [operation.replace("Item", "")]: { ...rest, ReturnValuesOnConditionCheckFailure } };
  });
  try {
    const request = { TransactItems, ClientRequestToken, ReturnConsumedCapacity };
    return { ...(await transactWriteItems(tables, request)), Responses: [] };
  } catch (error) {
    throw error instanceof TableError ? withDuplicates(error, statements) : error;
  }
}

/** A read in a batch is the read of one item. */
function requireItem(statement: Select, tables: DynamodbTables): void {
  const keys = tables.keysOf(statement.table);
  if (keys === undefined || (statement.index === undefined && namesItem(statement, keys))) return;
  throw new StatementError(
    "Select statements within BatchExecuteStatement must specify the primary key in the where clause.",
  );
}

function parsed(input: Values): PartiqlStatement {
  const parameters = Array.isArray(input.Parameters) ? input.Parameters : [];
  return parsePartiql(text(input, "Statement") ?? "", parameters);
}

function refuseMixture(statements: readonly PartiqlStatement[]): void {
  const reads = statements.filter(isRead).length;
  if (reads === 0 || reads === statements.length) return;
  throw new StatementError("Statements must be all reads or all writes");
}

function requestOf(
  statement: PartiqlStatement,
  tables: DynamodbTables,
  isOfTransaction = false,
): TableRequest {
  const table = tableOf(statement);
  const index = statement.kind === "select" ? statement.index : undefined;
  const keys = tables.keysOf(table, index);
  if (keys === undefined) {
    throw tables.keysOf(table) === undefined
      ? noTable(tableNameOf(table))
      : new StatementError(`The table does not have the specified index: ${index}`);
  }
  switch (statement.kind) {
    case "select":
      return isOfTransaction ? getRequest(statement, keys) : selectRequest(statement, keys);
    case "insert":
      return insertRequest(statement, keys);
    case "update":
      return updateRequest(statement, keys);
    case "delete":
      return deleteRequest(statement, keys);
    case "exists":
      return existsRequest(statement, keys);
  }
}

function select(statement: Select, input: Values, tables: DynamodbTables) {
  const { operation, input: request, isReversed = false } = requestOf(statement, tables);
  const token = text(input, "NextToken");
  const page = (operation === "Query" ? query : scan)(tables, {
    ...request,
    ConsistentRead: input.ConsistentRead,
    ReturnConsumedCapacity: input.ReturnConsumedCapacity,
    Limit: number(input, "Limit"),
    ExclusiveStartKey: token === undefined ? undefined : keyOfToken(token),
  });
  const { Items = [], LastEvaluatedKey, ConsumedCapacity } = page;
  const items = Items.map((item) => projected(item, statement));
  return {
    Items: isReversed ? items.reverse() : items,
    ConsumedCapacity,
    ...(LastEvaluatedKey !== undefined && {
      LastEvaluatedKey,
      NextToken: Buffer.from(JSON.stringify(LastEvaluatedKey)).toString("base64"),
    }),
  };
}

function keyOfToken(token: string): Values {
  const key = jsonOf(Buffer.from(token, "base64").toString("utf8"));
  if (isValues(key)) return key;
  throw new StatementError("Given NextToken is invalid");
}

/** The columns of an item; a path within an attribute is named by its last part. */
function projected(item: StoredItem, statement: PartiqlStatement | undefined): StoredItem {
  if (statement?.kind !== "select" || statement.columns === "all") return item;
  const found = statement.columns.flatMap((path, index) => {
    const value = valueAtPath(item, path);
    const name = path.at(-1);
    return value === undefined ? [] : [[typeof name === "string" ? name : `_${index + 1}`, value] as const];
  });
  return Object.fromEntries(found);
}

const writes = {
  PutItem: writing(planPut),
  UpdateItem: writing(planUpdate),
  DeleteItem: writing(planDelete),
} as const;

async function write(statement: PartiqlStatement, input: Values, tables: DynamodbTables) {
  const { operation, input: request } = requestOf(statement, tables);
  const { ReturnValuesOnConditionCheckFailure, ReturnConsumedCapacity } = input;
  try {
    const perform = writes[operation as keyof typeof writes];
    const whole = { ...request, ReturnValuesOnConditionCheckFailure, ReturnConsumedCapacity };
    const { Attributes, ConsumedCapacity } = await perform(tables, whole);
    return { Items: Attributes === undefined ? [] : [Attributes], ConsumedCapacity };
  } catch (error) {
    const isDuplicate =
      statement.kind === "insert" &&
      error instanceof ServiceError &&
      error.code === "ConditionalCheckFailedException";
    throw isDuplicate ? new TableError("DuplicateItemException", duplicate) : error;
  }
}

const duplicate = "Duplicate primary key exists in table";

/** A failed condition of an `INSERT` is a duplicate. */
function withDuplicates(error: TableError, statements: readonly PartiqlStatement[]): TableError {
  const given = blocks(error.more as Values, "CancellationReasons");
  if (given.length === 0) return error;
  const reasons = given.map((reason, index) =>
    statements[index]?.kind === "insert" && reason.Code === "ConditionalCheckFailed"
      ? { ...reason, Code: "DuplicateItem", Message: duplicate }
      : reason,
  );
  const codes = reasons.map(({ Code }) => Code).join(", ");
  const message = error.message.replace(/\[[^[\]]*\]$/, `[${codes}]`);
  return new TableError(error.code, message, { CancellationReasons: reasons });
}

/** The error of one statement of a batch: `ResourceNotFound`. */
function errorOf(error: ServiceError): object {
  const { code, message } = error;
  return {
    Code: code === "ValidationException" ? "ValidationError" : code.replace(/Exception$/, ""),
    Message: message,
    ...(error instanceof TableError && error.more),
  };
}
