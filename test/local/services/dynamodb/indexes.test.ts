import {
  DeleteItemCommand,
  DescribeTableCommand,
  DynamoDBClient,
  PutItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
  UpdateTableCommand,
  type UpdateTableCommandInput,
} from "@aws-sdk/client-dynamodb";
import { dynamodb } from "../../../../lib/local/services/dynamodb";
import type { DynamodbTables } from "../../../../lib/local/services/dynamodb/dynamodb-tables";
import { EndpointRouter } from "../../../../lib/local/services/endpoint-router";
import type { Values } from "../../../../lib/model";
import { temporaryFolder } from "../../../support/stack";
import { testModel } from "../../support/model";
import { serviceContext } from "../context";

const TableName = "orders";
const byCustomer = { name: "byCustomer", hash_key: "customer", projection_type: "ALL" };
const byDay = { name: "byDay", hash_key: "id", range_key: "day", projection_type: "KEYS_ONLY" };
const attributes = ["id", "line", "customer", "day"].map((name) => ({ name, type: "S" }));
const appWith = (more: Values = {}) =>
  testModel({
    aws_dynamodb_table: {
      Orders: {
        name: TableName,
        arn: `arn:aws:dynamodb:us-east-1:123456789012:table/${TableName}`,
        hash_key: "id",
        range_key: "line",
        attribute: attributes,
        local_secondary_index: [{ name: "byDay", range_key: "day", projection_type: "ALL" }],
        ...more,
      },
      Plain: {
        name: "plain",
        arn: "arn:aws:dynamodb:us-east-1:123456789012:table/plain",
        hash_key: "id",
        attribute: [{ name: "id", type: "S" }],
      },
    },
  });

let router: EndpointRouter;
let client: DynamoDBClient;
let tables: DynamodbTables;
let folder: string;
let warnings: string[];

async function start(more?: Values): Promise<void> {
  warnings = [];
  const report = (event: { readonly event: string }) =>
    void ("text" in event && event.event === "warning" && warnings.push(String(event.text)));
  const service = await dynamodb.start(
    serviceContext({ model: appWith(more), dataFolder: folder, report: report as never }),
  );
  tables = service.resources;
  router.serve(new Map([["dynamodb", service]]));
}

beforeAll(async () => {
  folder = temporaryFolder();
  router = await EndpointRouter.start(() => {});
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  client = new DynamoDBClient({ endpoint: router.url, region: "us-east-1", credentials, maxAttempts: 1 });
  await start();
  for (const [id, customer] of [
    ["1", "ann"],
    ["2", "ann"],
    ["3", "bob"],
  ] as const) {
    await client.send(new PutItemCommand({ TableName, Item: item(id, customer) }));
  }
  await client.send(new PutItemCommand({ TableName, Item: { id: { S: "4" }, line: { S: "a" } } }));
});

afterAll(async () => {
  client.destroy();
  await router.close();
  await tables.stop();
});

const item = (id: string, customer: string) => ({
  id: { S: id },
  line: { S: "a" },
  customer: { S: customer },
  note: { S: "n" },
});
const update = (GlobalSecondaryIndexUpdates: object[], more: Partial<UpdateTableCommandInput> = {}) =>
  client.send(
    new UpdateTableCommand({
      TableName,
      AttributeDefinitions: [{ AttributeName: "customer", AttributeType: "S" }],
      GlobalSecondaryIndexUpdates: GlobalSecondaryIndexUpdates as never,
      ...more,
    }),
  );
const create = (IndexName: string, key = "customer", Projection: object = { ProjectionType: "ALL" }) => ({
  Create: { IndexName, KeySchema: [{ AttributeName: key, KeyType: "HASH" }], Projection },
});
const found = async (IndexName: string, customer: string) => {
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName,
      IndexName,
      KeyConditionExpression: "customer = :c",
      ExpressionAttributeValues: { ":c": { S: customer } },
    }),
  );
  return Items.map(({ id, note }) => [id?.S, note?.S]).sort();
};
const indexes = async () => {
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  return (Table?.GlobalSecondaryIndexes ?? []).map(({ IndexName, IndexStatus }) => [IndexName, IndexStatus]);
};

describe("UpdateTable", () => {
  test("makes an index of the existing items, and of later ones", async () => {
    const { TableDescription } = await update([create("byCustomer")]);
    expect(TableDescription).toMatchObject({
      TableStatus: "UPDATING",
      GlobalSecondaryIndexes: [{ IndexName: "byCustomer", IndexStatus: "CREATING", Backfilling: true }],
    });
    expect(await indexes()).toEqual([["byCustomer", "ACTIVE"]]);
    expect(await found("byCustomer", "ann")).toEqual([
      ["1", "n"],
      ["2", "n"],
    ]);
    await client.send(new PutItemCommand({ TableName, Item: item("1", "bob") }));
    expect(await found("byCustomer", "bob")).toEqual([
      ["1", "n"],
      ["3", "n"],
    ]);
    await client.send(new PutItemCommand({ TableName, Item: item("1", "ann") }));
  });

  test("projects the attributes that the index asks for", async () => {
    await update([create("keysOnly", "customer", { ProjectionType: "KEYS_ONLY" })]);
    expect(await found("keysOnly", "bob")).toEqual([["3", undefined]]);
  });

  test("deletes an index, and keeps the items", async () => {
    const { TableDescription } = await update([{ Delete: { IndexName: "keysOnly" } }]);
    const left = TableDescription?.GlobalSecondaryIndexes?.map(({ IndexStatus }) => IndexStatus);
    expect(left).toEqual(["ACTIVE", "DELETING"]);
    expect(await indexes()).toEqual([["byCustomer", "ACTIVE"]]);
    await expect(found("keysOnly", "bob")).rejects.toThrow("does not have the specified index");
  });

  test("enables a stream in the same request", async () => {
    const StreamSpecification = { StreamEnabled: true, StreamViewType: "KEYS_ONLY" } as const;
    const { TableDescription } = await update([create("second")], { StreamSpecification });
    expect(TableDescription?.LatestStreamArn).toMatch(/table\/orders\/stream\//);
    await update([{ Delete: { IndexName: "second" } }]);
  });

  test.each([
    ["an index that exists", [create("byCustomer")], "ValidationException", "already exists"],
    [
      "a key without definition",
      [create("other", "price")],
      "ValidationException",
      "Keys: [price], AttributeDefinitions: [",
    ],
    [
      "an index that does not exist",
      [{ Delete: { IndexName: "none" } }],
      "ResourceNotFoundException",
      "not found",
    ],
    ["two at once", [create("one"), create("two")], "LimitExceededException", "Only 1 online index"],
  ])("refuses %s", async (_, updates, name, message) => {
    await expect(update(updates)).rejects.toMatchObject({ name, message: expect.stringContaining(message) });
    expect(await indexes()).toEqual([["byCustomer", "ACTIVE"]]);
  });
});

describe("an index of the app", () => {
  test("is made or deleted by an edit, and the items stay", async () => {
    await tables.replace(appWith({ global_secondary_index: [byCustomer, { ...byDay, name: "byDayToo" }] }));
    expect(await indexes()).toEqual([
      ["byCustomer", "ACTIVE"],
      ["byDayToo", "ACTIVE"],
    ]);
    await tables.replace(appWith({ global_secondary_index: [byCustomer] }));
    expect(await indexes()).toEqual([["byCustomer", "ACTIVE"]]);
    expect(await found("byCustomer", "ann")).toHaveLength(2);
    expect(warnings).toEqual([]);
  });

  test("is made of the items of the last run, too", async () => {
    await tables.stop();
    await start({ global_secondary_index: [{ ...byCustomer, name: "since" }] });
    expect(await indexes()).toEqual([["since", "ACTIVE"]]);
    expect(await found("since", "ann")).toHaveLength(2);
  });
});

// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ItemCollectionMetrics.html
describe("ReturnItemCollectionMetrics", () => {
  const more = { TableName, ReturnItemCollectionMetrics: "SIZE" } as const;
  const Key = { id: { S: "9" }, line: { S: "a" } };
  const metrics = { ItemCollectionKey: { id: { S: "9" } }, SizeEstimateRangeGB: [0, 1] };

  test("has the collection of the written item", async () => {
    const commands = [
      new PutItemCommand({ ...more, Item: Key }),
      new UpdateItemCommand({ ...more, Key }),
      new DeleteItemCommand({ ...more, Key }),
    ];
    for (const command of commands)
      expect((await client.send(command as PutItemCommand)).ItemCollectionMetrics).toEqual(metrics);
  });

  test("lists collections by table for a transaction", async () => {
    const Put = { TableName, Item: Key };
    const { ItemCollectionMetrics } = await client.send(
      new TransactWriteItemsCommand({ TransactItems: [{ Put }], ReturnItemCollectionMetrics: "SIZE" }),
    );
    expect(ItemCollectionMetrics).toEqual({ orders: [metrics] });
  });

  test("is left out for a table without local indexes, and by default", async () => {
    const plain = await client.send(new PutItemCommand({ ...more, TableName: "plain", Item: Key }));
    const silent = await client.send(new PutItemCommand({ TableName, Item: Key }));
    expect([plain, silent].map((each) => each.ItemCollectionMetrics)).toEqual([undefined, undefined]);
  });
});
