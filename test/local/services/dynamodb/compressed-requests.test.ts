import { deflateSync, gzipSync } from "node:zlib";
import { dynamodb } from "../../../../lib/local/services/dynamodb";
import type { DynamodbTables } from "../../../../lib/local/services/dynamodb/dynamodb-tables";
import { EndpointRouter } from "../../../../lib/local/services/endpoint-router";
import { call } from "../../support/call";
import { testModel } from "../../support/model";
import { serviceContext, startService } from "../context";

const orders = {
  name: "orders",
  arn: "arn:aws:dynamodb:us-east-1:123456789012:table/orders",
  hash_key: "id",
  attribute: [{ name: "id", type: "S" }],
};

let router: EndpointRouter;
let tables: DynamodbTables;

beforeAll(async () => {
  router = await EndpointRouter.start(() => {});
  const context = serviceContext({ model: testModel({ aws_dynamodb_table: { Orders: orders } }) });
  ({ resources: tables } = await startService(router, "dynamodb", dynamodb, context));
});

afterAll(async () => {
  await tables.stop();
  await router.close();
});

async function putStatus(id: string, body: (json: string) => Buffer, coding: string): Promise<number> {
  const headers = {
    authorization:
      "AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0",
    "x-amz-date": "20260101T000000Z",
    "content-type": "application/x-amz-json-1.0",
    "content-encoding": coding,
    "x-amz-target": "DynamoDB_20120810.PutItem",
  };
  const json = JSON.stringify({ TableName: "orders", Item: { id: { S: id } } });
  return (await call(router.url, "/", { method: "POST", headers, body: body(json) })).status;
}

// Facts: https://github.com/scylladb/scylladb/blob/master/test/alternator/test_compressed_request.py, written against AWS
describe("compressed requests", () => {
  test.each([
    ["gzip", gzipSync],
    ["deflate", deflateSync],
    ["identity", (json: string) => Buffer.from(json)],
  ])("%s is decoded", async (coding, encode) => {
    expect(await putStatus(coding, (json) => encode(json), coding)).toBe(200);
  });

  test("several parts of gzip are one body", async () => {
    const halves = (json: string) => Buffer.concat([gzipSync(json.slice(0, 20)), gzipSync(json.slice(20))]);
    expect(await putStatus("parts", halves, "gzip")).toBe(200);
  });

  const plain = (json: string) => Buffer.from(json);
  test.each([
    ["another coding", "br", plain],
    ["a body without the coding", "gzip", plain],
    ["a body that is cut off", "gzip", (json: string) => gzipSync(json).subarray(0, -1)],
    ["an empty body", "deflate", () => Buffer.alloc(0)],
    ["20 MB of spaces", "gzip", (json: string) => gzipSync(json + " ".repeat(20 * 1024 * 1024))],
  ])("%s is refused as AWS refuses it", async (_, coding, body) => {
    expect(await putStatus("refused", body, coding)).toBe(500);
  });
});
