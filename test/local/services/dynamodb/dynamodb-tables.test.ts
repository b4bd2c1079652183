import {
  BatchWriteItemCommand,
  DeleteItemCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactGetItemsCommand,
  type TransactWriteItem,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import type { LocalEvent } from "../../../../lib/local";
import { eventSourceMappings } from "../../../../lib/local/services/contract/event-source-mapping";
import type { Delivery } from "../../../../lib/local/services/contract/service";
import { dynamodb } from "../../../../lib/local/services/dynamodb";
import type { DynamodbTables } from "../../../../lib/local/services/dynamodb/dynamodb-tables";
import { EndpointRouter } from "../../../../lib/local/services/endpoint-router";
import { temporaryFolder } from "../../../support/stack";
import { TestFunctions } from "../../support/functions";
import { testModel } from "../../support/model";
import { consumerContext, serviceContext, startService } from "../context";

const streamArn = "arn:aws:dynamodb:us-east-1:123456789012:table/orders/stream/2024-01-01T00:00:00.000";
const orders = {
  name: "orders",
  arn: "arn:aws:dynamodb:us-east-1:123456789012:table/orders",
  hash_key: "id",
  attribute: [
    { name: "id", type: "S" },
    { name: "customer", type: "S" },
  ],
  global_secondary_index: [{ name: "byCustomer", hash_key: "customer", projection_type: "ALL" }],
  stream_enabled: true,
  stream_view_type: "NEW_AND_OLD_IMAGES",
  stream_arn: streamArn,
};

let router: EndpointRouter;
let client: DynamoDBClient;
let tables: DynamodbTables;
let delivered: Delivery[];
let reported: LocalEvent[];

async function start(table: object = orders, more: object = {}, dataFolder?: string): Promise<void> {
  delivered = [];
  reported = [];
  const context = serviceContext({
    model: testModel({ aws_dynamodb_table: { Orders: table as never }, ...more }),
    report: (event) => reported.push(event),
    dataFolder,
    deliver: async (delivery) => void delivered.push(delivery),
  });
  router = await EndpointRouter.start(() => {});
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

const TableName = "orders";
const item = (id: string, state = "placed") => ({ id: { S: id }, state: { S: state } });
const put = (id: string, state?: string) =>
  client.send(new PutItemCommand({ TableName, Item: item(id, state) }));
const get = async (id: string) =>
  (await client.send(new GetItemCommand({ TableName, Key: { id: { S: id } } }))).Item;
type Item = Readonly<Record<string, { readonly S: string }>>;

interface TableRecord {
  readonly eventName: string;
  readonly dynamodb: { readonly Keys: Item; readonly NewImage?: Item; readonly OldImage?: Item };
}

const records = (): readonly TableRecord[] =>
  tables
    .find(streamArn)
    ?.read(0, 100)
    .records.map(({ record }) => record as TableRecord) ?? [];
const changes = () => records().map(({ eventName, dynamodb }) => [eventName, dynamodb.Keys.id?.S]);

describe("tables, through the AWS SDK", () => {
  test("items are kept", async () => {
    await start();
    await put("1");
    expect(await get("1")).toEqual(item("1"));
  });

  test("indexes of the plan can be queried", async () => {
    await start();
    await client.send(new PutItemCommand({ TableName, Item: { ...item("1"), customer: { S: "ann" } } }));
    const query = new QueryCommand({
      TableName,
      IndexName: "byCustomer",
      KeyConditionExpression: "customer = :c",
      ExpressionAttributeValues: { ":c": { S: "ann" } },
    });
    expect((await client.send(query)).Count).toBe(1);
  });

  test("with a data folder they survive a restart of the server", async () => {
    const folder = temporaryFolder();
    await start(orders, {}, folder);
    await put("1");
    await stop();
    await start(orders, {}, folder);
    expect(await get("1")).toEqual(item("1"));
  });

  test("they survive a change of the app, too", async () => {
    await start();
    await put("1");
    const { stream_enabled, ...plain } = orders;
    await tables.replace(testModel({ aws_dynamodb_table: { Orders: plain } }));
    expect(await get("1")).toEqual(item("1"));
  });

  test("a table whose keys change is created again, with a warning", async () => {
    await start();
    await put("1");
    const attribute = [{ name: "pk", type: "S" }];
    const changed = { ...orders, hash_key: "pk", attribute, global_secondary_index: [] };
    await tables.replace(testModel({ aws_dynamodb_table: { Orders: changed } }));
    expect(reported).toMatchObject([
      {
        event: "warning",
        text: expect.stringContaining("keys or local indexes of table orders have changed"),
      },
    ]);
    await expect(get("1")).rejects.toThrow();
  });
});

// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_Record.html
describe("the stream of a table", () => {
  test("has a record of every change, in order", async () => {
    await start();
    await put("1");
    await put("1", "paid");
    const Key = { id: { S: "1" } };
    await client.send(
      new UpdateItemCommand({
        TableName,
        Key,
        UpdateExpression: "REMOVE #s",
        ExpressionAttributeNames: { "#s": "state" },
      }),
    );
    await client.send(new DeleteItemCommand({ TableName, Key }));
    expect(changes()).toEqual([
      ["INSERT", "1"],
      ["MODIFY", "1"],
      ["MODIFY", "1"],
      ["REMOVE", "1"],
    ]);
  });

  test("feeds a consumer, whose batches the log lists with the name of the table", async () => {
    await start();
    const mapping = { event_source_arn: streamArn, function_name: "count" };
    const [mapped] = eventSourceMappings(testModel({ aws_lambda_event_source_mapping: { Count: mapping } }));
    const functions = new TestFunctions();
    const context = consumerContext({ functions, report: (event) => reported.push(event) });
    const consumer = mapped && tables.eventSource.consume(mapped, context);
    await put("1");
    await functions.count(1);
    await consumer?.stop();
    expect(reported).toMatchObject([{ kind: "batch", text: "table orders sends 1 record to count" }]);
  });

  test("a record is what Lambda hands to a consumer", async () => {
    await start();
    await put("1");
    await put("1", "paid");
    expect(records()[1]).toEqual({
      eventID: expect.stringMatching(/^[0-9a-f]{32}$/),
      eventName: "MODIFY",
      eventVersion: "1.1",
      eventSource: "aws:dynamodb",
      awsRegion: "us-east-1",
      dynamodb: {
        ApproximateCreationDateTime: 1767225600,
        Keys: { id: { S: "1" } },
        NewImage: item("1", "paid"),
        OldImage: item("1"),
        SequenceNumber: "100000000000000000002",
        SizeBytes: expect.any(Number),
        StreamViewType: "NEW_AND_OLD_IMAGES",
      },
      eventSourceARN: streamArn,
    });
  });

  test.each([
    ["KEYS_ONLY", []],
    ["NEW_IMAGE", ["NewImage"]],
    ["OLD_IMAGE", ["OldImage"]],
  ])("%s holds %j", async (stream_view_type, images) => {
    await start({ ...orders, stream_view_type });
    await put("1");
    await put("1", "paid");
    const found = Object.keys(records()[1]?.dynamodb ?? {}).filter((key) => key.endsWith("Image"));
    expect(found).toEqual(images);
  });

  test("has no record of a write that changes nothing, or that is refused", async () => {
    await start();
    await put("1");
    await put("1");
    const conditional = new PutItemCommand({
      TableName,
      Item: item("1", "x"),
      ConditionExpression: "attribute_not_exists(id)",
    });
    await expect(client.send(conditional)).rejects.toMatchObject({ name: "ConditionalCheckFailedException" });
    expect(changes()).toEqual([["INSERT", "1"]]);
  });

  test("has a record for each item of a batch", async () => {
    await start();
    await put("1");
    const RequestItems = {
      orders: [{ PutRequest: { Item: item("2") } }, { DeleteRequest: { Key: { id: { S: "1" } } } }],
    };
    await client.send(new BatchWriteItemCommand({ RequestItems }));
    expect(changes().slice(1)).toEqual([
      ["INSERT", "2"],
      ["REMOVE", "1"],
    ]);
  });

  test("has one record after the other for parallel writes", async () => {
    await start();
    await Promise.all(["a", "b", "c", "d"].map((state) => put("1", state)));
    const old = records().map(({ dynamodb }) => dynamodb.OldImage?.state?.S);
    const now = records().map(({ dynamodb }) => dynamodb.NewImage?.state?.S);
    expect(old).toEqual([undefined, ...now.slice(0, -1)]);
  });

  test("changes go to a Kinesis stream with the option", async () => {
    const destination = { table_name: "orders", stream_arn: "arn:aws:kinesis:us-east-1:1:stream/changes" };
    await start(
      { ...orders, stream_enabled: false },
      { aws_dynamodb_kinesis_streaming_destination: { Changes: destination } },
    );
    await put("1");
    expect(delivered).toMatchObject([{ targetArn: destination.stream_arn }]);
    expect(JSON.parse(delivered[0]?.body ?? "")).toMatchObject({ eventName: "INSERT", tableName: "orders" });
  });
});

describe("transactions", () => {
  const key = (id: string) => ({ TableName, Key: { id: { S: id } } });
  const ConditionExpression = "attribute_not_exists(id)";
  const write = (...TransactItems: TransactWriteItem[]) =>
    client.send(new TransactWriteItemsCommand({ TransactItems }));

  test("write all items, and their streams hold the changes", async () => {
    await start();
    await put("1");
    await write(
      { Put: { TableName, Item: item("2") } },
      { Delete: key("1") },
      { ConditionCheck: { ...key("3"), ConditionExpression } },
    );
    const got = await client.send(
      new TransactGetItemsCommand({ TransactItems: ["1", "2", "3"].map((id) => ({ Get: key(id) })) }),
    );
    expect(got.Responses?.map(({ Item }) => Item)).toEqual([undefined, item("2"), undefined]);
    expect(changes()).toEqual([
      ["INSERT", "1"],
      ["INSERT", "2"],
      ["REMOVE", "1"],
    ]);
  });

  test("write nothing when a condition fails, and say which", async () => {
    await start();
    await put("1");
    const refused = write(
      { Put: { TableName, Item: item("2") } },
      {
        Put: {
          TableName,
          Item: item("1", "new"),
          ConditionExpression,
          ReturnValuesOnConditionCheckFailure: "ALL_OLD",
        },
      },
    );
    await expect(refused).rejects.toMatchObject({
      name: "TransactionCanceledException",
      CancellationReasons: [{ Code: "None" }, { Code: "ConditionalCheckFailed", Item: item("1") }],
    });
    expect([await get("1"), await get("2")]).toEqual([item("1"), undefined]);
    expect(changes()).toEqual([["INSERT", "1"]]);
  });

  test("write 4 MB at most", async () => {
    await start();
    const writeBytes = (items: number, bytes: number) =>
      write(
        ...Array.from({ length: items }, (_, index) => ({
          Put: { TableName, Item: item(`${index}`, "x".repeat(bytes)) },
        })),
      );
    await writeBytes(10, 400_000);
    await expect(writeBytes(11, 385_000)).rejects.toThrow("cannot exceed 4194304 bytes");
    expect(await get("10")).toBeUndefined();
  });

  test.each([
    ["two operations on one item", ["1", "1"], "cannot include multiple operations on one item"],
    ["no items", [], "Member must have length greater than or equal to 1"],
  ])("refuse %s", async (_, ids, message) => {
    await start();
    await expect(write(...ids.map((id) => ({ Delete: key(id) })))).rejects.toThrow(message);
  });
});
