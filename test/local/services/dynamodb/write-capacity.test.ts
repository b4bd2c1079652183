import {
  BatchExecuteStatementCommand,
  type BatchStatementRequest,
  BatchWriteItemCommand,
  DeleteItemCommand,
  DynamoDBClient,
  ExecuteStatementCommand,
  ExecuteTransactionCommand,
  PutItemCommand,
  TransactGetItemsCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import type { Service } from "../../../../lib/local/services/contract/service";
import { dynamodb } from "../../../../lib/local/services/dynamodb";
import { EndpointRouter } from "../../../../lib/local/services/endpoint-router";
import { testModel } from "../../support/model";
import { serviceContext, startService } from "../context";

const TableName = "orders";
const model = testModel({
  aws_dynamodb_table: {
    Orders: {
      name: TableName,
      arn: `arn:aws:dynamodb:us-east-1:123456789012:table/${TableName}`,
      hash_key: "id",
      range_key: "line",
      attribute: ["id", "line", "customer", "day"].map((name) => ({ name, type: "S" })),
      local_secondary_index: [{ name: "byDay", range_key: "day", projection_type: "ALL" }],
      global_secondary_index: [{ name: "byCustomer", hash_key: "customer", projection_type: "ALL" }],
    },
  },
});

let router: EndpointRouter;
let client: DynamoDBClient;
let service: Service;

beforeEach(async () => {
  router = await EndpointRouter.start(() => {});
  service = await startService(router, "dynamodb", dynamodb, serviceContext({ model }));
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  client = new DynamoDBClient({ endpoint: router.url, region: "us-east-1", credentials });
});

afterEach(async () => {
  client.destroy();
  await router.close();
  await service.resources.stop?.();
});

/**
 * Sources: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.html#GSI.ThroughputConsiderations.Writes, and
 * https://github.com/scylladb/scylladb (test/alternator/test_returnconsumedcapacity.py, written against AWS)
 */
describe("the capacity of writes", () => {
  const units = (table: number, local?: number, global?: number) => ({
    TableName,
    CapacityUnits: table + (local ?? 0) + (global ?? 0),
    Table: { CapacityUnits: table },
    ...(local !== undefined && { LocalSecondaryIndexes: { byDay: { CapacityUnits: local } } }),
    ...(global !== undefined && { GlobalSecondaryIndexes: { byCustomer: { CapacityUnits: global } } }),
  });
  const Key = { id: { S: "1" }, line: { S: "a" } };
  const Item = { ...Key, customer: { S: "ada" }, day: { S: "monday" } };
  const request = { TableName, ReturnConsumedCapacity: "INDEXES" as const };
  const put = async (item: typeof Key) =>
    (await client.send(new PutItemCommand({ ...request, Item: item }))).ConsumedCapacity;
  const set = async (name: string) => {
    const change = {
      UpdateExpression: `SET ${name} = :value`,
      ExpressionAttributeValues: { ":value": { S: "grace" } },
    };
    return (await client.send(new UpdateItemCommand({ ...request, Key, ...change }))).ConsumedCapacity;
  };

  test("counts that of each index whose part of the item changes", async () => {
    expect(await put(Item)).toEqual(units(1, 1, 1));
    expect(await set("note")).toEqual(units(1, 1, 1));
    expect(await set("note")).toEqual(units(1));
    // The old key of the index is deleted, and the new one is put.
    expect(await set("customer")).toEqual(units(1, 1, 2));
    expect(await put(Key)).toEqual(units(1, 1, 1));
    expect(await put(Key)).toEqual(units(1));
    const total = new PutItemCommand({ TableName, Item, ReturnConsumedCapacity: "TOTAL" });
    expect((await client.send(total)).ConsumedCapacity).toEqual({ TableName, CapacityUnits: 3 });
    const { ConsumedCapacity } = await client.send(new DeleteItemCommand({ ...request, Key }));
    expect(ConsumedCapacity).toEqual(units(1, 1, 1));
  });

  test("is that of all items of a batch", async () => {
    const other = { ...Item, line: { S: "b" } };
    const batch = (writes: readonly object[]) =>
      client.send(
        new BatchWriteItemCommand({
          RequestItems: { [TableName]: [...writes] as [] },
          ReturnConsumedCapacity: "INDEXES",
        }),
      );
    const puts = await batch([{ PutRequest: { Item } }, { PutRequest: { Item: other } }]);
    expect(puts.ConsumedCapacity).toEqual([units(2, 2, 2)]);
    const mixed = await batch([{ DeleteRequest: { Key } }, { PutRequest: { Item: other } }]);
    expect(mixed.ConsumedCapacity).toEqual([units(2, 1, 1)]);
  });

  // https://docs.aws.amazon.com/cli/latest/reference/dynamodb/transact-write-items.html and transact-get-items
  test("is twice that of the items in a transaction", async () => {
    const Put = { TableName, Item };
    const Get = { TableName, Key };
    const wanted = { ReturnConsumedCapacity: "TOTAL" as const };
    const told = async (command: TransactWriteItemsCommand | TransactGetItemsCommand) =>
      (await client.send(command as TransactWriteItemsCommand)).ConsumedCapacity;
    expect(await told(new TransactWriteItemsCommand({ ...wanted, TransactItems: [{ Put }] }))).toEqual([
      { TableName, CapacityUnits: 6, WriteCapacityUnits: 6 },
    ]);
    expect(await told(new TransactGetItemsCommand({ ...wanted, TransactItems: [{ Get }] }))).toEqual([
      { TableName, CapacityUnits: 2, ReadCapacityUnits: 2 },
    ]);
    expect(await told(new TransactGetItemsCommand({ TransactItems: [{ Get }] }))).toBeUndefined();
  });

  // https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchExecuteStatement.html
  test("is that of each statement of a batch, and of all of a transaction", async () => {
    const insert = (line: string) => ({
      Statement: `INSERT INTO "orders" VALUE {'id': '2', 'line': '${line}'}`,
    });
    const select = { Statement: `SELECT * FROM "orders" WHERE id = '2' AND line = 'a'` };
    const total = { ReturnConsumedCapacity: "TOTAL" as const };
    const one = await client.send(new ExecuteStatementCommand({ ...insert("a"), ...total }));
    expect(one.ConsumedCapacity).toEqual({ TableName, CapacityUnits: 1 });
    const batch = (...Statements: BatchStatementRequest[]) =>
      client.send(new BatchExecuteStatementCommand({ Statements, ...total }));
    expect((await batch(insert("b"), insert("c"))).ConsumedCapacity).toEqual([
      { TableName, CapacityUnits: 1 },
      { TableName, CapacityUnits: 1 },
    ]);
    expect((await batch(select)).ConsumedCapacity).toEqual([{ TableName, CapacityUnits: 0.5 }]);
    const transaction = (...TransactStatements: BatchStatementRequest[]) =>
      client.send(new ExecuteTransactionCommand({ TransactStatements, ...total }));
    expect((await transaction(insert("d"), insert("e"))).ConsumedCapacity).toEqual([
      { TableName, CapacityUnits: 4, WriteCapacityUnits: 4 },
    ]);
    expect((await transaction(select)).ConsumedCapacity).toEqual([
      { TableName, CapacityUnits: 2, ReadCapacityUnits: 2 },
    ]);
  });
});
