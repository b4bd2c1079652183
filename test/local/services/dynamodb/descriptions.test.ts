import { deletedTable, describedTable } from "../../../../lib/local/services/dynamodb/descriptions";

const stream = { arn: "arn:aws:dynamodb:us-east-1:1:table/orders/stream/monday", viewType: "KEYS_ONLY" };
const table = {
  TableName: "orders",
  TableStatus: "DELETING",
  TableId: "402f3110-69a9-4bdf-f779-c1ea148c",
  CreationDateTime: 1,
  KeySchema: [],
  AttributeDefinitions: [],
  LocalSecondaryIndexes: [],
};

// Facts: https://github.com/scylladb/scylladb/tree/master/test/alternator (test_table.py, test_describe_table.py), written against AWS
describe("descriptions of tables", () => {
  test("have a whole UUID and the stream", () => {
    expect(describedTable(table, { stream })).toEqual({
      ...table,
      DeletionProtectionEnabled: false,
      TableId: "402f3110-69a9-4bdf-f779-c1ea148c402f",
      StreamSpecification: { StreamEnabled: true, StreamViewType: "KEYS_ONLY" },
      LatestStreamArn: stream.arn,
      LatestStreamLabel: "monday",
    });
  });

  test("do not say what a table was like that is being deleted", () => {
    expect(deletedTable(table)).toEqual({
      TableName: "orders",
      TableStatus: "DELETING",
      TableId: "402f3110-69a9-4bdf-f779-c1ea148c402f",
      DeletionProtectionEnabled: false,
    });
  });
});
