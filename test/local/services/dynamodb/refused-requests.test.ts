import { type AddressInfo, connect, Server } from "node:net";
import {
  BatchWriteItemCommand,
  CreateBackupCommand,
  DescribeLimitsCommand,
  DynamoDBClient,
  PutItemCommand,
  QueryCommand,
  UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import type { LocalEvent } from "../../../../lib/local";
import { dynamodb } from "../../../../lib/local/services/dynamodb";
import type { DynamodbTables } from "../../../../lib/local/services/dynamodb/dynamodb-tables";
import { EndpointRouter } from "../../../../lib/local/services/endpoint-router";
import { call } from "../../support/call";
import { testModel } from "../../support/model";
import { serviceContext, startService } from "../context";

const TableName = "orders";
const orders = {
  name: TableName,
  arn: "arn:aws:dynamodb:us-east-1:123456789012:table/orders",
  hash_key: "id",
  attribute: [{ name: "id", type: "S" }],
};
const lines = {
  name: "lines",
  arn: "arn:aws:dynamodb:us-east-1:123456789012:table/lines",
  hash_key: "id",
  range_key: "line",
  attribute: ["id", "line"].map((name) => ({ name, type: "S" })),
};
const ResourceArn = orders.arn;
const Key = { id: { S: "1" } };

let router: EndpointRouter;
let tables: DynamodbTables;
let client: DynamoDBClient;
let reported: LocalEvent[];
let listening: jest.SpyInstance;

beforeAll(async () => {
  reported = [];
  listening = jest.spyOn(Server.prototype, "listen");
  router = await EndpointRouter.start((event) => reported.push(event));
  const context = serviceContext({
    model: testModel({ aws_dynamodb_table: { Orders: orders, Lines: lines } }),
  });
  ({ resources: tables } = await startService(router, "dynamodb", dynamodb, context));
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  client = new DynamoDBClient({ endpoint: router.url, region: "us-east-1", credentials });
});

afterAll(async () => {
  client.destroy();
  await tables.stop();
  await router.close();
});

const put = (id: string, more: object = {}) =>
  client.send(new PutItemCommand({ TableName, Item: { id: { S: id }, note: { S: "first" } }, ...more }));

const authorization =
  "AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0";
const headersOf = (operation: string) => ({
  authorization,
  "x-amz-date": "20260101T000000Z",
  "content-type": "application/x-amz-json-1.0",
  "x-amz-target": `DynamoDB_20120810.${operation}`,
});
const post = (operation: string, body: string, headers: object = {}) =>
  call(router.url, "/", { method: "POST", headers: { ...headersOf(operation), ...headers }, body });

describe("requests that the tables cannot process", () => {
  test.each([
    ["BatchGetItem", { RequestItems: { orders: { Keys: [null] } } }, "ValidationException"],
    ["BatchWriteItem", { RequestItems: { orders: [null] } }, "ValidationException"],
    ["TagResource", { ResourceArn, Tags: [{ Key: "a" }] }, "ValidationException"],
    ["Scan", { TableName, ScanFilter: { a: null } }, "ValidationException"],
    ["PutItem", { TableName, Item: deep(200) }, "ValidationException"],
    ["PutItem", [], "SerializationException"],
    ["PutItem", null, "SerializationException"],
    ["PutItem", undefined, "SerializationException"],
  ])("%s with %j is an ordinary error", async (operation, input, type) => {
    const { status, text } = await post(operation, JSON.stringify(input) ?? "{");
    expect([status, JSON.parse(text).__type]).toEqual([400, `com.amazonaws.dynamodb.v20120810#${type}`]);
    await expect(put("after")).resolves.toBeDefined();
  });

  test("a client that hangs up does not affect others", async () => {
    const { port } = new URL(router.url);
    const socket = connect(Number(port), "127.0.0.1");
    const lines = Object.entries(headersOf("PutItem")).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(
      `POST / HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n${lines.join("")}content-length: 99\r\n\r\n{"a`,
    );
    await new Promise((resolve) => setImmediate(resolve));
    const closed = new Promise((resolve) => socket.once("close", resolve));
    socket.resetAndDestroy();
    await closed;
    await expect(put("after")).resolves.toBeDefined();
    expect(reported).toEqual([]);
  });
});

describe("the service of tables", () => {
  test("has no port of its own", () => {
    const addresses = listening.mock.contexts.map((server) => (server as Server).address() as AddressInfo);
    expect(addresses.map(({ port }) => `http://127.0.0.1:${port}`)).toEqual([router.url]);
  });

  test.each([
    ["a foreign page", { origin: "https://evil.example.com" }],
    ["a page of this machine", { origin: "http://localhost:3000" }],
    ["a page without its own origin", { origin: "null" }],
    ["a foreign name of this machine", { host: "evil.example.com" }],
  ])("is not reached by %s", async (_, headers) => {
    const { status, headers: answered } = await post("ListTables", "{}", headers);
    expect([status, answered["access-control-allow-origin"]]).toEqual([403, undefined]);
  });
});

describe("operations", () => {
  test.each([
    ["CreateBackup", new CreateBackupCommand({ TableName, BackupName: "monday" })],
    ["DescribeLimits", new DescribeLimitsCommand({})],
  ])("%s, which is not emulated, is named", async (name, command) => {
    const text = `serverform local does not emulate ${name} of dynamodb.`;
    await expect(client.send(command as never)).rejects.toThrow(text);
  });

  test.each(["orders-of-another-app", "arn:aws:dynamodb:us-east-1:1:table/orders-of-another-app"])(
    "on the table %s, which is not in the app, get AWS's words, and the log says what to do",
    async (name) => {
      reported.length = 0;
      await expect(client.send(new PutItemCommand({ TableName: name, Item: Key }))).rejects.toMatchObject({
        name: "ResourceNotFoundException",
        message: "Requested resource not found",
      });
      expect(JSON.stringify(reported)).toContain(
        'The app has no table \\"orders-of-another-app\\", so serverform local does not have it. ' +
          "Create it in the app, or start an emulator that has it: --endpoint dynamodb=<its URL>",
      );
    },
  );

  // Words of AWS: https://github.com/getmoto/moto/issues/7062
  test.each([
    ["a partition key", "id = :key", "", "id"],
    ["a sort key", "id = :id AND line = :key", "1", "line"],
    ["the beginning of a sort key", "id = :id AND begins_with(line, :key)", "1", "line"],
  ])("a query for the empty text as %s is refused", async (_, KeyConditionExpression, id, name) => {
    const values = { ":key": { S: "" }, ...(id !== "" && { ":id": { S: id } }) };
    const request = { TableName: "lines", KeyConditionExpression, ExpressionAttributeValues: values };
    await expect(client.send(new QueryCommand(request))).rejects.toThrow(
      `One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: ${name}`,
    );
  });

  // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html#limits-attributes-nested-depth
  test("an update that nests values deeper than 32 levels is refused", async () => {
    const { value } = deep(31) as { value: never };
    await client.send(new PutItemCommand({ TableName, Item: { ...Key, note: { M: {} } } }));
    const set = (name: string) =>
      client.send(
        new UpdateItemCommand({
          TableName,
          Key,
          UpdateExpression: `SET ${name} = :value`,
          ExpressionAttributeValues: { ":value": value },
        }),
      );
    await set("note.part");
    await expect(set("note.part.a")).rejects.toThrow("Nesting Levels have exceeded supported limits");
  });

  // https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchWriteItem.html
  test("a batch has at most 25 writes, also if they are for several tables", async () => {
    const writes = (count: number) =>
      Array.from({ length: count }, (_, at) => ({
        DeleteRequest: { Key: { id: { S: `${at}` }, line: { S: "a" } } },
      }));
    const orders = writes(13).map(({ DeleteRequest: { Key } }) => ({
      DeleteRequest: { Key: { id: Key.id } },
    }));
    const batch = (count: number) =>
      client.send(new BatchWriteItemCommand({ RequestItems: { orders, lines: writes(count) } }));
    await expect(batch(12)).resolves.toMatchObject({ UnprocessedItems: {} });
    await expect(batch(13)).rejects.toThrow("Too many items requested for the BatchWriteItem call");
  });

  // https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_PutItem.html
  test("a failed condition returns the item only on request", async () => {
    await put("kept");
    const condition = { ConditionExpression: "attribute_not_exists(id)" };
    const asked = put("kept", { ...condition, ReturnValuesOnConditionCheckFailure: "ALL_OLD" });
    await expect(asked).rejects.toMatchObject({
      name: "ConditionalCheckFailedException",
      Item: { id: { S: "kept" }, note: { S: "first" } },
    });
    for (const more of [{}, { ReturnValuesOnConditionCheckFailure: "NONE" as const }]) {
      const error: { Item?: unknown } = await put("kept", { ...condition, ...more }).then(
        () => ({ Item: "no error" }),
        (refused: object) => refused,
      );
      expect(error.Item).toBeUndefined();
    }
  });
});

function deep(levels: number): unknown {
  let value: unknown = { S: "x" };
  for (let level = 0; level < levels; level += 1) value = { M: { a: value } };
  return { id: { S: "1" }, value };
}
