/** @group slow */

import { type RecordedFact, readSuite, testFacts } from "../suite";
import { expectRefusal, type Refused, type Repeated, startTables, type TestTables, written } from "./facts";

interface ConditionFact extends RecordedFact {
  readonly item: object;
  readonly condition: Repeated;
  readonly names?: object;
  readonly values?: object;
  readonly answer: boolean | Refused;
}

let tables: TestTables;

beforeAll(async () => {
  tables = await startTables();
});

afterAll(() => tables.stop());

testFacts(
  readSuite<ConditionFact>("dynamodb/conditions"),
  async ({ name, item, condition, names, values, answer }) => {
    const Key = { p: { S: name } };
    const TableName = "plain";
    const expression = written(condition);
    const placeholders = {
      ...(names !== undefined && { ExpressionAttributeNames: names }),
      ...(values !== undefined && { ExpressionAttributeValues: values }),
    };
    await tables.send("PutItem", { TableName, Item: { ...Key, ...item } });
    const update = () =>
      tables.send("UpdateItem", { TableName, Key, ConditionExpression: expression, ...placeholders });
    const filter = () =>
      tables.send("Query", {
        TableName,
        KeyConditionExpression: "p = :key",
        FilterExpression: expression,
        ...placeholders,
        ExpressionAttributeValues: { ...values, ":key": Key.p },
      });
    if (typeof answer !== "boolean") {
      await expectRefusal(update(), answer);
      await expectRefusal(filter(), {
        refused: answer.refused.replace("ConditionExpression", "FilterExpression"),
      });
      return;
    }
    if (answer) await expect(update()).resolves.toEqual({});
    else await expectRefusal(update(), { refused: "ConditionalCheckFailedException" });
    await expect(filter()).resolves.toMatchObject({ Count: answer ? 1 : 0, ScannedCount: 1 });
  },
);
