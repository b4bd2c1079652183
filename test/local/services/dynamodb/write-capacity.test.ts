import {
  BatchWriteItemCommand,
  DeleteItemCommand,
  DynamoDBClient,
  PutItemCommand,
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
});
