import { unfulfilled } from "../../../../lib/local/services/dynamodb/constraints";

const messageOf = (operation: string, input: object): unknown =>
  unfulfilled(operation, input as never) ?? "fulfilled";
const keys = (count: number) => Array.from({ length: count }, (_, id) => ({ id: { S: String(id) } }));
const puts = (count: number) => keys(count).map((Item) => ({ PutRequest: { Item } }));

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
      { TableName: "" },
      "Value '' at 'tableName' failed to satisfy constraint: Member must have length greater than or equal to 1",
    ],
    [
      "Query",
      { Limit: 0 },
      "Value at 'Limit' failed to satisfy constraint: Member must have value greater than or equal to 1",
    ],
    ["Query", { Select: "SPECIFIC_ATTRIBUTES" }, "Must specify the AttributesToGet"],
    ["Scan", { Segment: 0 }, "The TotalSegments parameter is required"],
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
    ["TagResource", { ResourceArn: "notes" }, "Invalid TableArn"],
  ])("%s of %j is reported in the service's words", (operation, input, message) => {
    expect(messageOf(operation, input)).toContain(message);
  });

  test.each<[string, object]>([
    ["CreateTable", { TableName: "abc" }],
    ["CreateTable", {}],
    ["PutItem", { TableName: "n" }],
    ["Query", { Limit: 1, Select: "SPECIFIC_ATTRIBUTES", ProjectionExpression: "id" }],
    ["Scan", { Segment: 0, TotalSegments: 1, Select: "SPECIFIC_ATTRIBUTES", AttributesToGet: ["id"] }],
    ["BatchGetItem", { RequestItems: { notes: { Keys: keys(100) } } }],
    ["BatchWriteItem", { RequestItems: { notes: puts(25) } }],
    ["ListTagsOfResource", { ResourceArn: "arn:aws:dynamodb:us-east-1:123456789012:table/notes" }],
    ["DeleteTable", { TableName: "" }],
  ])("%s of %j is left to the tables", (operation, input) => {
    expect(messageOf(operation, input)).toBe("fulfilled");
  });
});
