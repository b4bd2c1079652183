import { isDeepStrictEqual } from "node:util";
import { plainItem } from "../../../../facts/text/dynamodb-json";
import { jsonOf } from "../../../../facts/text/json";
import { isValues } from "../../../../model";
import { toMapValues } from "../utilities/dynamodb-values";

type Input = Readonly<Record<string, unknown>>;

/** Calls DynamoDB; rejects with `DynamodbError`. */
export type DynamodbCall = (operation: string, input: object) => Promise<Input>;

export class DynamodbError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly details: Input = {},
    /** The item that a condition did not fit. */
    readonly data: unknown = null,
  ) {
    super(message);
  }
}

type Operation = (table: string, request: Input, call: DynamodbCall, nowMs: number) => Promise<unknown>;

const inputOf = (given: unknown): Input => (isValues(given) ? given : {});
const listOf = (given: unknown): readonly unknown[] => (Array.isArray(given) ? given : []);

/** Operations of AppSync, each by one or more of DynamoDB. */
export const operations = {
  GetItem: async (TableName, { key, consistentRead, projection }, call) => {
    const ConsistentRead = consistentRead === true;
    const { Item } = await call("GetItem", { TableName, Key: key, ConsistentRead, ...projected(projection) });
    return Item === undefined ? null : plainItem(Item);
  },
  PutItem: async (TableName, request, call) => {
    const Item = itemOf(request);
    await conditional(TableName, request, call, () =>
      call("PutItem", { TableName, Item, ...conditionOf(request) }),
    );
    return plainItem(Item);
  },
  UpdateItem: async (TableName, request, call) => {
    const done = await conditional(TableName, request, call, () =>
      call("UpdateItem", { TableName, ...updateOf(request), ReturnValues: "ALL_NEW" }),
    );
    return plainItem(done?.Attributes);
  },
  DeleteItem: async (TableName, request, call) => {
    const { key: Key } = request;
    const input = { TableName, Key, ...conditionOf(request), ReturnValues: "ALL_OLD" };
    const done = await conditional(TableName, request, call, () => call("DeleteItem", input));
    return done?.Attributes === undefined ? null : plainItem(done.Attributes);
  },
  Query: async (TableName, request, call) => {
    const { query, scanIndexForward, select } = request;
    const input = {
      TableName,
      ...readOf(request, { KeyConditionExpression: query }),
      ...(scanIndexForward === false && { ScanIndexForward: false }),
      ...(typeof select === "string" && { Select: select }),
    };
    return pageOf(await call("Query", input));
  },
  Scan: async (TableName, request, call) => {
    const { totalSegments, segment, select } = request;
    const input = {
      TableName,
      ...readOf(request),
      ...(typeof totalSegments === "number" && { TotalSegments: totalSegments, Segment: segment }),
      ...(typeof select === "string" && { Select: select }),
    };
    return pageOf(await call("Scan", input));
  },
  /** Tables have no versions here, so that a sync reads the whole table, as in AWS for a table without versions. */
  Sync: async (TableName, request, call, nowMs) => {
    const { items, nextToken } = pageOf(await call("Scan", { TableName, ...readOf(request) }));
    return { items, nextToken, startedAt: nowMs };
  },
  BatchGetItem: async (_, { tables }, call) => {
    const requested = Object.entries(inputOf(tables)).map(([table, given]) => {
      const { keys, consistentRead, projection } = Array.isArray(given) ? { keys: given } : inputOf(given);
      return { table, keys: listOf(keys).map(inputOf), consistentRead, projection };
    });
    const RequestItems = Object.fromEntries(
      requested.map(({ table, keys, consistentRead, projection }) => [
        table,
        { Keys: keys, ConsistentRead: consistentRead === true, ...projected(projection) },
      ]),
    );
    const { Responses, UnprocessedKeys } = await call("BatchGetItem", { RequestItems });
    const data = requested.map(({ table, keys }) => {
      const found = listOf(inputOf(Responses)[table]).map(inputOf);
      return [table, keys.map((key) => orNull(found.find((item) => hasKey(item, key))))] as const;
    });
    const unprocessed = (table: string) =>
      listOf(inputOf(inputOf(UnprocessedKeys)[table]).Keys).map((item) => plainItem(item));
    return {
      data: Object.fromEntries(data),
      unprocessedKeys: Object.fromEntries(requested.map(({ table }) => [table, unprocessed(table)])),
    };
  },
  BatchPutItem: async (_, { tables }, call) => {
    const made = await batchWrite(tables, (item) => ({ PutRequest: { Item: item } }), call);
    return { data: made, unprocessedItems: emptied(made) };
  },
  BatchDeleteItem: async (_, { tables }, call) => {
    const made = await batchWrite(tables, (key) => ({ DeleteRequest: { Key: key } }), call);
    return { data: made, unprocessedKeys: emptied(made) };
  },
  TransactGetItems: async (_, { transactItems }, call) => {
    const TransactItems = listOf(transactItems).map((each) => {
      const { table: TableName, key: Key, projection } = inputOf(each);
      return { Get: { TableName, Key, ...projected(projection) } };
    });
    const { Responses } = await transaction(() => call("TransactGetItems", { TransactItems }));
    return { items: listOf(Responses).map((each) => orNull(inputOf(each).Item)), cancellationReasons: null };
  },
  TransactWriteItems: async (_, { transactItems }, call) => {
    const items = listOf(transactItems).map(inputOf);
    await transaction(() => call("TransactWriteItems", { TransactItems: items.map(transactItem) }));
    return { keys: items.map(({ key }) => plainItem(key)), cancellationReasons: null };
  },
} as const satisfies Readonly<Record<string, Operation>>;

function transactItem(request: Input): object {
  const { table: TableName, key: Key, operation, condition } = request;
  const returned = inputOf(condition).returnValuesOnConditionCheckFailure === true;
  const more = { ...(returned && { ReturnValuesOnConditionCheckFailure: "ALL_OLD" }) };
  switch (operation) {
    case "PutItem":
      return { Put: { TableName, Item: itemOf(request), ...conditionOf(request), ...more } };
    case "UpdateItem":
      return { Update: { TableName, ...updateOf(request), ...more } };
    case "DeleteItem":
      return { Delete: { TableName, Key, ...conditionOf(request), ...more } };
    default:
      return { ConditionCheck: { TableName, Key, ...conditionOf(request), ...more } };
  }
}

/** A transaction that is cancelled gives its reasons as the result beside the error. */
async function transaction(run: () => Promise<Input>): Promise<Input> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof DynamodbError) || error.code !== "TransactionCanceledException") throw error;
    const reasons = listOf(error.details.CancellationReasons).map((each) => {
      const { Item, Code: type, Message: message = null } = inputOf(each);
      return { type, message, item: orNull(Item) };
    });
    const data = { keys: null, items: null, cancellationReasons: reasons };
    throw new DynamodbError(error.code, error.message, error.details, data);
  }
}

/**
 * A write whose condition fails. If the item is already as the write would have made it, the write counts as done.
 *
 * Source: https://docs.aws.amazon.com/appsync/latest/devguide/js-aws-appsync-resolver-reference-dynamodb-condition-expressions.html
 */
async function conditional(
  TableName: string,
  request: Input,
  call: DynamodbCall,
  write: () => Promise<Input>,
): Promise<Input | undefined> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof DynamodbError) || error.code !== "ConditionalCheckFailedException") throw error;
    const { Item } = await call("GetItem", { TableName, Key: request.key, ConsistentRead: true });
    if (isDone(request, Item)) return { Attributes: Item };
    throw new DynamodbError(error.code, error.message, error.details, orNull(Item));
  }
}

function isDone(request: Input, item: unknown): boolean {
  const { operation, condition } = request;
  if (operation === "DeleteItem") return item === undefined;
  if (operation !== "PutItem" || !isValues(item)) return false;
  const ignored = listOf(inputOf(condition).equalsIgnore);
  const compared = (each: object) =>
    Object.fromEntries(Object.entries(each).filter(([name]) => !ignored.includes(name)));
  return isDeepStrictEqual(compared(item), compared(itemOf(request)));
}

function itemOf({ key, attributeValues }: Input): Input {
  return { ...inputOf(attributeValues), ...inputOf(key) };
}

function updateOf({ key: Key, update, condition }: Input): object {
  return { Key, ...expressions({ UpdateExpression: update, ConditionExpression: condition }) };
}

const conditionOf = ({ condition }: Input): object => expressions({ ConditionExpression: condition });

const projected = (projection: unknown): object => expressions({ ProjectionExpression: projection });

/** The common part of reads of several items. The token of a page is the key of its last item. */
function readOf(request: Input, more: Input = {}): object {
  const { index, limit, consistentRead, nextToken, filter, projection } = request;
  const start =
    typeof nextToken === "string" ? jsonOf(Buffer.from(nextToken, "base64url").toString("utf8")) : undefined;
  if (typeof nextToken === "string" && !isValues(start)) {
    throw new DynamodbError("AmazonDynamoDBException", "Invalid pagination token given.");
  }
  return {
    ...(typeof index === "string" && { IndexName: index }),
    ...(typeof limit === "number" && { Limit: limit }),
    ...(consistentRead === true && { ConsistentRead: true }),
    ...(isValues(start) && { ExclusiveStartKey: start }),
    ...expressions({ ...more, FilterExpression: filter, ProjectionExpression: projection }),
  };
}

function pageOf({ Items, LastEvaluatedKey, ScannedCount }: Input) {
  return {
    items: listOf(Items).map((item) => plainItem(item)),
    nextToken:
      LastEvaluatedKey === undefined
        ? null
        : Buffer.from(JSON.stringify(LastEvaluatedKey)).toString("base64url"),
    scannedCount: Number(ScannedCount ?? 0),
  };
}

async function batchWrite(
  tables: unknown,
  make: (item: Input) => object,
  call: DynamodbCall,
): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const given = Object.entries(inputOf(tables)).map(
    ([table, items]) => [table, listOf(items).map(inputOf)] as const,
  );
  const RequestItems = Object.fromEntries(given.map(([table, items]) => [table, items.map(make)]));
  await call("BatchWriteItem", { RequestItems });
  return Object.fromEntries(given.map(([table, items]) => [table, items.map((item) => plainItem(item))]));
}

function emptied(data: object): object {
  return Object.fromEntries(Object.keys(data).map((table) => [table, []]));
}

function hasKey(item: Input, key: Input): boolean {
  return Object.entries(key).every(([name, value]) => isDeepStrictEqual(item[name], value));
}

function orNull(item: unknown): unknown {
  return isValues(item) ? plainItem(item) : null;
}

/** The texts of expressions, by their members of a request, and what the placeholders of all of them stand for. */
function expressions(given: Input): object {
  let texts: Input = {};
  let names: Input = {};
  let values: Input = {};
  for (const [member, each] of Object.entries(given)) {
    const { expression, expressionNames, expressionValues } = inputOf(each);
    if (typeof expression !== "string" || expression.trim() === "") continue;
    texts = { ...texts, [member]: expression };
    names = { ...names, ...inputOf(expressionNames) };
    values = { ...values, ...valuesOf(expressionValues) };
  }
  return {
    ...texts,
    ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
    ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
  };
}

/** Values of an expression are in DynamoDB's form; a handler may also have left them plain. */
function valuesOf(given: unknown): Input {
  return Object.fromEntries(
    Object.entries(inputOf(given)).map(([name, value]) => [
      name,
      isValues(value) ? value : (toMapValues({ value }).value ?? { NULL: true }),
    ]),
  );
}
