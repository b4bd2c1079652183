import {
  CreateTableCommand,
  DeleteTableCommand,
  DynamoDBClient,
  GetItemCommand,
  ListTablesCommand,
  PutItemCommand,
  waitUntilTableExists,
} from "@aws-sdk/client-dynamodb";
import { dynamodb } from "../../../../lib/local/services/dynamodb";
import type { DynamodbTables } from "../../../../lib/local/services/dynamodb/dynamodb-tables";
import { EndpointRouter } from "../../../../lib/local/services/endpoint-router";
import { temporaryFolder } from "../../../support/stack";
import { serviceContext, startService } from "../context";

let router: EndpointRouter;
let client: DynamoDBClient;
let tables: DynamodbTables;

/** The service of an app that declares no table. */
async function start(dataFolder?: string): Promise<void> {
  router = await EndpointRouter.start(() => {});
  ({ resources: tables } = await startService(router, "dynamodb", dynamodb, serviceContext({ dataFolder })));
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

  test("are there in the next run of the server, with the data folder", async () => {
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
