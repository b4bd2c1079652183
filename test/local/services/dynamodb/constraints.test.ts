import { jsonOf } from "../../../../lib/facts/text/json";
import type { ServiceResponse } from "../../../../lib/local/services/contract/service";
import { dynamodb } from "../../../../lib/local/services/dynamodb";
import { testModel } from "../../support/model";
import { serviceContext } from "../context";

const arn = "arn:aws:dynamodb:us-east-1:123456789012:table/notes";
const notes = { name: "notes", arn, hash_key: "id", attribute: [{ name: "id", type: "S" }] };
const started = dynamodb.start(
  serviceContext({ model: testModel({ aws_dynamodb_table: { Notes: notes } }) }),
);
afterAll(async () => (await started).resources.stop());

async function send(operation: string, input: object): Promise<ServiceResponse> {
  const body = Buffer.from(JSON.stringify(input));
  const request = { service: "dynamodb", method: "POST", url: "/", headers: {}, body, operation };
  return (await started).handle(request);
}

/** The code and the words of a refusal; "fulfilled" for a result. */
async function answerTo(operation: string, input: object): Promise<string> {
  const response = await send(operation, input);
  if (response.status === 200) return "fulfilled";
  const { __type, message } = jsonOf(String(response.body)) as Readonly<Record<string, string>>;
  return `${__type?.split("#").at(-1)}: ${message}`;
}

const TableName = "notes";

test("an answer has a checksum and a number of its own", async () => {
  const { headers, body } = await send("ListTables", {});
  expect(String(body)).toBe('{"TableNames":["notes"]}');
  expect(headers).toMatchObject({
    "content-type": "application/x-amz-json-1.0",
    "x-amz-crc32": "1015939970",
    "x-amzn-requestid": expect.stringMatching(/./),
  });
});

const keys = (count: number) => Array.from({ length: count }, (_, id) => ({ id: { S: String(id) } }));
const puts = (count: number) => keys(count).map((Item) => ({ PutRequest: { Item } }));
const id = { KeyConditions: { id: { ComparisonOperator: "EQ", AttributeValueList: [{ S: "1" }] } } };
const Item = { id: { S: "1" } };
const condition = (ComparisonOperator: unknown) => ({ Expected: { id: { ComparisonOperator } } });

// The words of the service, as https://github.com/nubo-db/dynamodb-conformance has them from AWS.
describe("a constraint of DynamoDB", () => {
  test.each<[string, object, string]>([
    [
      "CreateTable",
      { TableName: "ab" },
      "Value 'ab' at 'tableName' failed to satisfy constraint: Member must have length greater than or equal to 3",
    ],
    [
      "CreateTable",
      { TableName: "a b!" },
      "at 'tableName' failed to satisfy constraint: Member must satisfy regular expression pattern",
    ],
    [
      "PutItem",
      { TableName: "", Item },
      "1 validation error detected: Value '' at 'tableName' failed to satisfy constraint: Member must have length greater than or equal to 1",
    ],
    [
      "Query",
      { TableName, ...id, Limit: 0 },
      "Value at 'Limit' failed to satisfy constraint: Member must have value greater than or equal to 1",
    ],
    ["Query", { TableName, ...id, Select: "SPECIFIC_ATTRIBUTES" }, "Must specify the AttributesToGet"],
    ["Scan", { TableName, Segment: 0 }, "The TotalSegments parameter is required"],
    ["Scan", { TableName, TotalSegments: 2 }, "The Segment parameter is required"],
    ["Scan", { TableName, Segment: 2, TotalSegments: 2 }, "Segment: 2 is not less than TotalSegments: 2"],
    ["BatchGetItem", { RequestItems: {} }, "The requestItems parameter is required for BatchGetItem"],
    ["BatchWriteItem", { RequestItems: {} }, "The requestItems parameter is required for BatchWriteItem"],
    [
      "BatchGetItem",
      { RequestItems: { notes: { Keys: keys(101) } } },
      "at 'RequestItems.notes.member.Keys' failed to satisfy constraint: Member must have length less than or equal to 100",
    ],
    [
      "BatchWriteItem",
      { RequestItems: { notes: puts(26) } },
      "at 'requestItems' failed to satisfy constraint: Map value must satisfy constraint",
    ],
    ["BatchWriteItem", { RequestItems: { notes: [] } }, "Map value must satisfy constraint"],
    ["TagResource", { ResourceArn: "notes", Tags: [{ Key: "a", Value: "b" }] }, "Invalid TableArn"],
    ["ListTagsOfResource", { ResourceArn: `${arn}/index/byDay` }, "Invalid TableArn"],
    ["TagResource", { ResourceArn: arn }, "Value null at 'tags' failed to satisfy constraint"],
  ])("%s of %j returns the service's own message", async (operation, input, message) => {
    const answer = await answerTo(operation, input);
    expect(answer).toMatch(/^ValidationException: /);
    expect(answer).toContain(message);
  });

  test.each<[string, object, string]>([
    ["PutItem", { TableName: 1, Item }, "NUMBER_VALUE cannot be converted to String"],
    [
      "PutItem",
      { TableName, Item: [] },
      "java.util.Map<java.lang.String, com.amazonaws.dynamodb.v20120810.AttributeValue>",
    ],
    ["PutItem", { TableName, Item: "x" }, "Unexpected field type"],
    ["PutItem", { TableName, Item: { id: "x" } }, "Unexpected value type in payload"],
    ["PutItem", { TableName, Item: { id: { S: 1.5 } } }, "DECIMAL_VALUE cannot be converted to String"],
    [
      "PutItem",
      { TableName, Item: { id: { B: "x" } } },
      "Base64 encoded length is expected a multiple of 4 bytes but found: 1",
    ],
    ["PutItem", { TableName, Item: { id: { SS: "x" } } }, "Unexpected field type"],
    ["PutItem", { TableName, Item: { id: { BOOL: "maybe" } } }, "Unexpected token received from parser"],
    ["Query", { TableName, ...id, Limit: "1" }, "STRING_VALUE cannot be converted to Integer"],
    ["Query", { TableName, ...id, Limit: [] }, "Unrecognized collection type class java.lang.Integer"],
    ["BatchWriteItem", { RequestItems: { notes: {} } }, "Start of structure or map found where not expected"],
  ])("%s of %j has a value of another type", async (operation, input, message) => {
    const answer = await answerTo(operation, input);
    expect(answer).toMatch(/^SerializationException: /);
    expect(answer).toContain(message);
  });

  test("several problems are reported together, ten at most", async () => {
    expect(await answerTo("PutItem", { TableName: "?", ReturnValues: "x", ...condition("y") })).toBe(
      "ValidationException: 4 validation errors detected: " +
        "Value '?' at 'tableName' failed to satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+; " +
        "Value null at 'item' failed to satisfy constraint: Member must not be null; " +
        "Value 'y' at 'expected.id.member.comparisonOperator' failed to satisfy constraint: Member must satisfy enum value set: [IN, NULL, BETWEEN, LT, NOT_CONTAINS, EQ, GT, NOT_NULL, NE, LE, BEGINS_WITH, GE, CONTAINS]; " +
        "Value 'x' at 'returnValues' failed to satisfy constraint: Member must satisfy enum value set: [ALL_NEW, UPDATED_OLD, ALL_OLD, NONE, UPDATED_NEW]",
    );
    const Expected = Object.fromEntries(keys(12).map((_, at) => [`a${at}`, { ComparisonOperator: "y" }]));
    const many = await answerTo("PutItem", { TableName, Item, Expected });
    expect([many.split("; ").length, many.slice(0, 54)]).toEqual([
      10,
      "ValidationException: 10 validation errors detected: Va",
    ]);
  });

  test.each<[string, object]>([
    ["Query", { TableName, ...id, Limit: 1, Select: "SPECIFIC_ATTRIBUTES", ProjectionExpression: "id" }],
    [
      "Scan",
      { TableName, Segment: 0, TotalSegments: 1, Select: "SPECIFIC_ATTRIBUTES", AttributesToGet: ["id"] },
    ],
    ["BatchGetItem", { RequestItems: { notes: { Keys: keys(100) } } }],
    ["BatchGetItem", { RequestItems: { [arn]: { Keys: keys(1) } } }],
    ["BatchWriteItem", { RequestItems: { notes: puts(25) } }],
    ["ListTagsOfResource", { ResourceArn: arn }],
    ["PutItem", { TableName: arn, Item, ReturnValues: null, Unknown: 1 }],
  ])("%s of %j is fulfilled", async (operation, input) => {
    expect(await answerTo(operation, input)).toBe("fulfilled");
  });
});
