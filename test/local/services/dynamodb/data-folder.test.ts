import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  BatchWriteItemCommand,
  CreateTableCommand,
  DeleteItemCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  ListTablesCommand,
  ListTagsOfResourceCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
  UpdateItemCommand,
  UpdateTimeToLiveCommand,
} from "@aws-sdk/client-dynamodb";
import { dynamodb } from "../../../../lib/local/services/dynamodb";
import type { DynamodbTables } from "../../../../lib/local/services/dynamodb/dynamodb-tables";
import { EndpointRouter } from "../../../../lib/local/services/endpoint-router";
import { temporaryFolder } from "../../../support/stack";
import { testModel } from "../../support/model";
import { serviceContext, startService } from "../context";

const TableName = "orders";
const orders = {
  name: TableName,
  arn: `arn:aws:dynamodb:us-east-1:123456789012:table/${TableName}`,
  hash_key: "id",
  attribute: ["id", "customer"].map((name) => ({ name, type: "S" })),
  global_secondary_index: [{ name: "byCustomer", hash_key: "customer", projection_type: "ALL" }],
};

let folder: string;
let router: EndpointRouter;
let client: DynamoDBClient;
let tables: DynamodbTables;

async function start(app: object = { Orders: orders }): Promise<void> {
  router = await EndpointRouter.start(() => {});
  const context = serviceContext({
    model: testModel({ aws_dynamodb_table: app as never }),
    dataFolder: folder,
  });
  ({ resources: tables } = await startService(router, "dynamodb", dynamodb, context));
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  client = new DynamoDBClient({ endpoint: router.url, region: "us-east-1", credentials });
}

async function stop(): Promise<void> {
  client.destroy();
  await router.close();
  await tables.stop();
}

beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(stop);

const put = (id: string, more: object = {}) =>
  client.send(new PutItemCommand({ TableName, Item: { id: { S: id }, ...more } }));
const ids = async () =>
  ((await client.send(new ScanCommand({ TableName }))).Items ?? []).map(({ id }) => id?.S).sort();
const ofCustomer = async (customer: string) => {
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName,
      IndexName: "byCustomer",
      KeyConditionExpression: "customer = :c",
      ExpressionAttributeValues: { ":c": { S: customer } },
    }),
  );
  return Items.map(({ id }) => id?.S);
};
const fileOf = (name: string) => join(folder, "dynamodb", `${name}.json`);
const create = (name: string) =>
  client.send(
    new CreateTableCommand({
      TableName: name,
      BillingMode: "PAY_PER_REQUEST",
      KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
      AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
      Tags: [{ Key: "team", Value: "sales" }],
      DeletionProtectionEnabled: name === "protected",
      StreamSpecification: { StreamEnabled: true, StreamViewType: "KEYS_ONLY" },
    }),
  );

describe("tables in a data folder", () => {
  test("have the items of the last run, as the last write of each has left them", async () => {
    await start();
    for (const id of ["1", "2", "3"]) await put(id, { customer: { S: "ann" } });
    const change = {
      UpdateExpression: "SET customer = :c",
      ExpressionAttributeValues: { ":c": { S: "bob" } },
    };
    await client.send(new UpdateItemCommand({ TableName, Key: { id: { S: "2" } }, ...change }));
    await client.send(new DeleteItemCommand({ TableName, Key: { id: { S: "3" } } }));
    const writes = ["4", "5"].map((id) => ({ PutRequest: { Item: { id: { S: id } } } }));
    await client.send(new BatchWriteItemCommand({ RequestItems: { [TableName]: writes } }));
    await stop();
    await start();
    expect(await ids()).toEqual(["1", "2", "4", "5"]);
    expect([await ofCustomer("ann"), await ofCustomer("bob")]).toEqual([["1"], ["2"]]);
  });

  test("are written with a line for each change", async () => {
    await start();
    await put("1");
    const before = readFileSync(fileOf(TableName), "utf8").split("\n");
    await put("2");
    const lines = readFileSync(fileOf(TableName), "utf8").split("\n");
    expect(lines.slice(0, before.length - 1)).toEqual(before.slice(0, -1));
    expect(lines.slice(before.length - 1)).toEqual(['{"put":{"id":{"S":"2"}}}', ""]);
  });

  test("keep the settings and tags from the request that created them", async () => {
    await start();
    await create("protected");
    const described = async () =>
      (await client.send(new DescribeTableCommand({ TableName: "protected" }))).Table;
    const before = await described();
    await stop();
    await start();
    expect(before).toMatchObject({
      DeletionProtectionEnabled: true,
      StreamSpecification: { StreamEnabled: true },
    });
    expect(await described()).toEqual(before);
    const { Tags } = await client.send(new ListTagsOfResourceCommand({ ResourceArn: before?.TableArn }));
    expect(Tags).toEqual([{ Key: "team", Value: "sales" }]);
  });

  test("expire as a request has said last", async () => {
    const described = async () =>
      (await client.send(new DescribeTimeToLiveCommand({ TableName }))).TimeToLiveDescription;
    const specification = (Enabled: boolean) => ({ Enabled, AttributeName: "until" });
    const update = (Enabled: boolean) =>
      client.send(
        new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification: specification(Enabled) }),
      );
    await start();
    await update(true);
    await stop();
    await start();
    expect(await described()).toEqual({ TimeToLiveStatus: "ENABLED", AttributeName: "until" });
    const ttl = { attribute_name: "since", enabled: true };
    await tables.replace(testModel({ aws_dynamodb_table: { Orders: { ...orders, ttl } } }));
    expect(await described()).toEqual({ TimeToLiveStatus: "ENABLED", AttributeName: "since" });
    await create("first");
    await client.send(
      new UpdateTimeToLiveCommand({ TableName: "first", TimeToLiveSpecification: specification(true) }),
    );
    await client.send(new DeleteTableCommand({ TableName: "first" }));
    await create("first");
    const again = await client.send(new DescribeTimeToLiveCommand({ TableName: "first" }));
    expect(again.TimeToLiveDescription).toEqual({ TimeToLiveStatus: "DISABLED" });
  });

  test("are gone when a request has deleted them", async () => {
    await start();
    await create("first");
    await client.send(new DeleteTableCommand({ TableName: "first" }));
    expect(existsSync(fileOf("first"))).toBe(false);
    await stop();
    await start();
    expect((await client.send(new ListTablesCommand())).TableNames).toEqual([TableName]);
  });

  test("wait for an app that has them again", async () => {
    await start();
    await put("1");
    await stop();
    await start({});
    expect((await client.send(new ListTablesCommand())).TableNames).toEqual([]);
    await tables.replace(testModel({ aws_dynamodb_table: { Orders: orders } }));
    expect(await ids()).toEqual(["1"]);
  });
});
