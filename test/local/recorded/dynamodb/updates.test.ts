import { type RecordedFact, readSuite, testFacts } from "../suite";
import { expectRefusal, type Refused, startTables, type TestTables } from "./facts";

interface UpdateFact extends RecordedFact {
  /** The item before; without it, there is none. */
  readonly item?: object;
  readonly update?: string;
  readonly attributeUpdates?: object;
  readonly names?: object;
  readonly values?: object;
  readonly returnValues?: string;
  /** The item after, and what the request returns, both without the key; null for none. */
  readonly answer: { readonly item: object | null; readonly attributes?: object | null } | Refused;
}

let tables: TestTables;

beforeAll(async () => {
  tables = await startTables();
});

afterAll(() => tables.stop());

testFacts(readSuite<UpdateFact>("dynamodb/updates"), async ({ name, item, answer, ...fact }) => {
  const Key = { p: { S: name } };
  const TableName = "plain";
  if (item !== undefined) await tables.send("PutItem", { TableName, Item: { ...Key, ...item } });
  const sent = tables.send("UpdateItem", {
    TableName,
    Key,
    UpdateExpression: fact.update,
    AttributeUpdates: fact.attributeUpdates,
    ExpressionAttributeNames: fact.names,
    ExpressionAttributeValues: fact.values,
    ReturnValues: fact.returnValues,
  });
  if ("refused" in answer) return expectRefusal(sent, answer);
  const { attributes = null, item: after } = answer;
  await expect(sent).resolves.toEqual(attributes === null ? {} : { Attributes: attributes });
  await expect(tables.send("GetItem", { TableName, Key })).resolves.toEqual(
    after === null ? {} : { Item: { ...Key, ...after } },
  );
});
