import {
  CreateTableCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  GetItemCommand,
  ListTablesCommand,
  PutItemCommand,
  waitUntilTableExists,
} from "@aws-sdk/client-dynamodb";
import type { LocalEvent } from "../../../../lib/local";
import type { ServiceContext } from "../../../../lib/local/services/contract/service";
import { dynamodb } from "../../../../lib/local/services/dynamodb";
import type { DynamodbTables } from "../../../../lib/local/services/dynamodb/dynamodb-tables";
import { EndpointRouter } from "../../../../lib/local/services/endpoint-router";
import { temporaryFolder } from "../../../support/stack";
import { testModel } from "../../support/model";
import { serviceContext, startService } from "../context";

let router: EndpointRouter;
let client: DynamoDBClient;
let tables: DynamodbTables;

/** The service of an app that declares no table. */
async function start(dataFolder?: string, more: Partial<ServiceContext> = {}): Promise<void> {
  router = await EndpointRouter.start(() => {});
  const context = serviceContext({ dataFolder, ...more });
  ({ resources: tables } = await startService(router, "dynamodb", dynamodb, context));
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  client = new DynamoDBClient({ endpoint: router.url, region: "us-east-1", credentials });
}

async function stop(): Promise<void> {
  client.destroy();
  await router.close();
  await tables.stop();
}

afterEach(stop);

const create = (TableName: string) =>
  client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: "PAY_PER_REQUEST",
      KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
      AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
    }),
  );
const ready = (TableName: string) =>
  waitUntilTableExists({ client, maxWaitTime: 10, minDelay: 0.01 }, { TableName });
const names = async () => (await client.send(new ListTablesCommand())).TableNames;
const Key = { id: { S: "1" } };
const get = async (TableName: string) => (await client.send(new GetItemCommand({ TableName, Key }))).Item;

// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_CreateTable.html
describe("tables of requests, in an app that declares none", () => {
  test("are created, used and deleted", async () => {
    await start();
    expect(await names()).toEqual([]);
    await expect(get("first")).rejects.toMatchObject({ name: "ResourceNotFoundException" });
    const created = await Promise.all(["first", "second"].map(create));
    expect(created.map(({ TableDescription }) => TableDescription?.TableArn)).toEqual([
      "arn:aws:dynamodb:us-east-1:123456789012:table/first",
      "arn:aws:dynamodb:us-east-1:123456789012:table/second",
    ]);
    await ready("first");
    await client.send(new PutItemCommand({ TableName: "first", Item: Key }));
    expect(await get("first")).toEqual(Key);
    expect(await names()).toEqual(["first", "second"]);
    await client.send(new DeleteTableCommand({ TableName: "first" }));
    await expect(create("second")).rejects.toMatchObject({ name: "ResourceInUseException" });
  });

  test("exist in the next run of the server, with the data folder", async () => {
    const folder = temporaryFolder();
    await start(folder);
    await create("first");
    await ready("first");
    await client.send(new PutItemCommand({ TableName: "first", Item: Key }));
    await stop();
    await start(folder);
    expect(await names()).toEqual(["first"]);
    expect(await get("first")).toEqual(Key);
  });
});

// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.DesignPattern.MultiAttributeKeys.html
describe("indexes with a key of several attributes", () => {
  const schema = (...kinds: readonly ("HASH" | "RANGE")[]) =>
    kinds.map((KeyType, index) => ({ AttributeName: `k${index}`, KeyType }));

  test.each([
    [schema("HASH", "HASH")],
    [schema("HASH", "RANGE", "RANGE")],
    [schema("HASH", "HASH", "HASH", "HASH", "RANGE", "RANGE", "RANGE", "RANGE")],
  ])("of a request are refused by name: %j", async (KeySchema) => {
    await start();
    const request = new CreateTableCommand({
      TableName: "first",
      BillingMode: "PAY_PER_REQUEST",
      KeySchema: [{ AttributeName: "k0", KeyType: "HASH" }],
      AttributeDefinitions: KeySchema.map(({ AttributeName }) => ({ AttributeName, AttributeType: "S" })),
      GlobalSecondaryIndexes: [{ IndexName: "byAll", KeySchema, Projection: { ProjectionType: "ALL" } }],
    });
    await expect(client.send(request)).rejects.toThrow(
      "serverform local does not emulate indexes with a key of several attributes: byAll.",
    );
  });

  test("of the app are named in the log, and the table is served without them", async () => {
    const key = (attribute_name: string, key_type: string) => ({ attribute_name, key_type });
    const table = {
      name: "notes",
      arn: "arn:aws:dynamodb:us-east-1:123456789012:table/notes",
      hash_key: "id",
      attribute: ["id", "team", "kind", "at"].map((name) => ({ name, type: "S" })),
      global_secondary_index: [
        { name: "byTeam", key_schema: [key("team", "HASH"), key("at", "RANGE")], projection_type: "ALL" },
        { name: "byBoth", key_schema: [key("team", "HASH"), key("kind", "HASH")], projection_type: "ALL" },
      ],
    };
    const reported: LocalEvent[] = [];
    await start(undefined, {
      model: testModel({ aws_dynamodb_table: { Notes: table } }),
      report: (event) => reported.push(event),
    });
    expect(reported).toEqual([
      {
        event: "warning",
        text: expect.stringMatching(/^The index byBoth of the table notes has a key of several/),
      },
    ]);
    const { Table } = await client.send(new DescribeTableCommand({ TableName: "notes" }));
    expect(Table?.GlobalSecondaryIndexes).toMatchObject([
      {
        IndexName: "byTeam",
        KeySchema: [
          { AttributeName: "team", KeyType: "HASH" },
          { AttributeName: "at", KeyType: "RANGE" },
        ],
      },
    ]);
  });
});
