import {
  BatchExecuteStatementCommand,
  DynamoDBClient,
  ExecuteStatementCommand,
  ExecuteTransactionCommand,
  PutItemCommand,
  TransactWriteItemsCommand,
} from "@aws-sdk/client-dynamodb";
import { dynamodb } from "../../../../lib/local/services/dynamodb";
import type { DynamodbTables } from "../../../../lib/local/services/dynamodb/dynamodb-tables";
import { EndpointRouter } from "../../../../lib/local/services/endpoint-router";
import { TestClock } from "../../support/clock";
import { testModel } from "../../support/model";
import { serviceContext, startService } from "../context";

const notes = {
  name: "notes",
  arn: "arn:aws:dynamodb:us-east-1:123456789012:table/notes",
  hash_key: "user",
  range_key: "at",
  attribute: [
    { name: "user", type: "S" },
    { name: "at", type: "N" },
    { name: "kind", type: "S" },
  ],
  global_secondary_index: [{ name: "byKind", hash_key: "kind", range_key: "at", projection_type: "ALL" }],
};

let router: EndpointRouter;
let client: DynamoDBClient;
let tables: DynamodbTables;
const clock = new TestClock();

beforeAll(async () => {
  router = await EndpointRouter.start(() => {});
  const context = serviceContext({ clock, model: testModel({ aws_dynamodb_table: { Notes: notes } }) });
  ({ resources: tables } = await startService(router, "dynamodb", dynamodb, context));
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  client = new DynamoDBClient({ endpoint: router.url, region: "us-east-1", credentials });
  await seed("ada", 1, {
    kind: { S: "idea" },
    tags: { SS: ["x", "y"] },
    deep: { M: { list: { L: [{ S: "first" }] } } },
  });
  await seed("ada", 2, { kind: { S: "task" }, done: { BOOL: true } });
  await seed("ada", 3, { kind: { S: "idea" }, done: { NULL: true } });
  await seed("bob", 1, { kind: { S: "idea" }, text: { S: "it's" } });
});

afterAll(async () => {
  client.destroy();
  await router.close();
  await tables.stop();
});

const seed = (user: string, at: number, more: object) =>
  client.send(
    new PutItemCommand({ TableName: "notes", Item: { user: { S: user }, at: { N: `${at}` }, ...more } }),
  );
const run = (Statement: string, Parameters?: never[] | object[], more: object = {}) =>
  client.send(new ExecuteStatementCommand({ Statement, Parameters: Parameters as never, ...more }));
const found = async (where: string, parameters?: object[]) => {
  const { Items = [] } = await run(`SELECT "user", "at" FROM notes ${where}`, parameters);
  return Items.map(({ user, at }) => `${user?.S}${at?.N}`);
};
const refusal = (Statement: string, Parameters?: object[]) =>
  run(Statement, Parameters).then(
    () => "accepted",
    ({ name, message }: Error) => `${name}: ${message}`,
  );

describe("SELECT of PartiQL", () => {
  test.each([
    ["WHERE \"user\" = 'ada'", ["ada1", "ada2", "ada3"]],
    ['WHERE "user" = \'ada\' ORDER BY "at" DESC', ["ada3", "ada2", "ada1"]],
    ['WHERE "user" = \'ada\' AND "at" BETWEEN 2 AND 3', ["ada2", "ada3"]],
    ["WHERE \"user\" = 'ada' AND \"at\" > 1 AND kind = 'idea'", ["ada3"]],
    ["WHERE \"user\" = 'ada' AND NOT (kind = 'task' OR \"at\" = 3)", ["ada1"]],
    ['WHERE "user" = \'ada\' AND "at" <> 2 ORDER BY "at" DESC', ["ada3", "ada1"]],
    ["WHERE \"user\" = 'ada' AND kind IN ['task', 'other']", ["ada2"]],
    ["WHERE \"user\" = 'ada' AND done IS MISSING", ["ada1"]],
    ["WHERE \"user\" = 'ada' AND done IS NOT MISSING AND done IS NULL", ["ada3"]],
    ["WHERE \"user\" = 'ada' AND contains(tags, 'y')", ["ada1"]],
    ["WHERE \"user\" = 'ada' AND size(tags) >= 2", ["ada1"]],
    ["WHERE \"user\" = 'ada' AND deep.list[0] = 'first'", ["ada1"]],
    ["WHERE \"user\" = 'ada' AND \"at\" <> 1 AND begins_with(kind, 'ta')", ["ada2"]],
    ["WHERE text = 'it''s'", ["bob1"]],
    ["WHERE \"user\" = 'nobody' -- a comment", []],
  ] as const)("%s", async (where, expected) => {
    expect(await found(where)).toEqual(expected);
  });

  test("reads an index, and puts parameters in their places", async () => {
    const { Items } = await run(
      'SELECT deep.list, "user" FROM "notes"."byKind" WHERE kind = ? AND "at" < ?',
      [{ S: "idea" }, { N: "2" }],
    );
    expect(Items).toHaveLength(2);
    expect(Items).toContainEqual({ list: { L: [{ S: "first" }] }, user: { S: "ada" } });
    expect(Items).toContainEqual({ user: { S: "bob" } });
  });

  test("returns pages of a limit", async () => {
    const Statement = "SELECT * FROM notes WHERE \"user\" = 'ada'";
    const first = await run(Statement, undefined, { Limit: 2 });
    const { Items, NextToken } = await run(Statement, undefined, { Limit: 2, NextToken: first.NextToken });
    expect([first.Items?.length, Items?.length, NextToken]).toEqual([2, 1, undefined]);
  });
});

describe("INSERT, UPDATE and DELETE of PartiQL", () => {
  test("write one item", async () => {
    await run(
      "INSERT INTO notes VALUE {'user': 'eve', 'at': 1, 'count': 1, 'gone': 1, 'set': <<'a'>>, 'list': [1, true, null, {'b': -2}]}",
    );
    const updated = await run(
      'UPDATE notes SET count = count + 2, list = list_append(list, [\'z\']) SET "set" = set_add("set", <<\'b\'>>) REMOVE gone WHERE "user" = \'eve\' AND "at" = 1 RETURNING ALL NEW *',
    );
    expect(updated.Items?.[0]).toMatchObject({
      count: { N: "3" },
      set: { SS: ["a", "b"] },
      list: { L: [{ N: "1" }, { BOOL: true }, { NULL: true }, { M: { b: { N: "-2" } } }, { S: "z" }] },
    });
    await run('DELETE FROM notes WHERE "user" = \'eve\' AND "at" = 1 AND count = 3');
    expect(await found("WHERE \"user\" = 'eve'")).toEqual([]);
  });

  test.each([
    [
      "INSERT INTO notes VALUE {'user': 'ada', 'at': 1}",
      "DuplicateItemException: Duplicate primary key exists in table",
    ],
    [
      'UPDATE notes SET x = 1 WHERE "user" = \'ada\' AND "at" = 99',
      "ConditionalCheckFailedException: The conditional request failed",
    ],
    [
      "DELETE FROM notes WHERE \"user\" = 'ada' AND \"at\" = 1 AND kind = 'task'",
      "ConditionalCheckFailedException: The conditional request failed",
    ],
    [
      "UPDATE notes SET x = 1 WHERE \"user\" = 'ada'",
      "ValidationException: Where clause does not contain a mandatory equality on all key attributes",
    ],
    [
      'SELECT * FROM notes WHERE "user" = ?',
      "ValidationException: Number of parameters in request and statement don't match.",
    ],
    [
      "SELECT * FROM notes.nowhere",
      "ValidationException: The table does not have the specified index: nowhere",
    ],
    [
      'SELECT * FROM notes ORDER BY "at"',
      "ValidationException: Must have WHERE clause in the statement when using ORDER BY clause.",
    ],
    [
      "EXISTS(SELECT * FROM notes WHERE \"user\" = 'ada')",
      "ValidationException: EXISTS is a statement of transactions",
    ],
  ])("refuses %s", async (statement, expected) => {
    expect(await refusal(statement)).toBe(expected);
  });
});

describe("statements that are not PartiQL", () => {
  test.each([
    ["", "Expected data manipulation at line 1, column 1"],
    ["CREATE TABLE x", "Expected data manipulation at line 1, column 1"],
    ["SELECT * FORM notes", "Expected FROM at line 1, column 10"],
    ["SELECT *\nFROM notes\nWHERE a ==  1", "Unexpected term = at line 3, column 10"],
    ["SELECT * FROM notes WHERE a", "Unexpected end of the statement at line 1, column 28"],
    ["SELECT * FROM notes WHERE median(a) = 1", "Unknown function median at line 1, column 27"],
    ["INSERT INTO notes VALUE 'text'", "Expected a tuple of attributes at line 1, column 25"],
    [
      "INSERT INTO notes VALUE {'a': <<1, 'b'>>}",
      "Expected a set of strings, numbers or binary values at line 1, column 33",
    ],
    ["SELECT * FROM notes; DROP", "Unexpected character ; at line 1, column 20"],
  ])("%j: the error names the place", async (statement, problem) => {
    expect(await refusal(statement)).toBe(
      `ValidationException: Statement wasn't well formed, can't be processed: ${problem}`,
    );
  });
});

describe("several statements", () => {
  test("each of a batch succeeds or fails on its own", async () => {
    const { Responses } = await client.send(
      new BatchExecuteStatementCommand({
        Statements: [
          { Statement: 'SELECT kind FROM notes WHERE "user" = \'bob\' AND "at" = 1' },
          { Statement: "SELECT * FROM elsewhere WHERE a = 1" },
        ],
      }),
    );
    expect(Responses).toEqual([
      { TableName: "notes", Item: { kind: { S: "idea" } } },
      {
        TableName: "elsewhere",
        Error: { Code: "ResourceNotFound", Message: "Requested resource not found" },
      },
    ]);
  });

  test("a read in a batch names one item", async () => {
    const Statements = [
      { Statement: "SELECT * FROM notes WHERE \"user\" = 'ada'" },
      { Statement: "SELECT * FROM notes" },
    ];
    const { Responses } = await client.send(new BatchExecuteStatementCommand({ Statements }));
    const Error = { Code: "ValidationError", Message: expect.stringMatching(/must specify the primary key/) };
    expect(Responses).toEqual([
      { TableName: "notes", Error },
      { TableName: "notes", Error },
    ]);
  });

  const transaction = (statements: string[], more: object = {}) =>
    client.send(
      new ExecuteTransactionCommand({
        TransactStatements: statements.map((Statement) => ({ Statement })),
        ...more,
      }),
    );

  test("a transaction writes all or nothing, and returns the reasons", async () => {
    const insert = "INSERT INTO notes VALUE {'user': 'tom', 'at': 1}";
    const failed = transaction([insert, "INSERT INTO notes VALUE {'user': 'ada', 'at': 1}"]);
    await expect(failed).rejects.toMatchObject({
      name: "TransactionCanceledException",
      message: expect.stringMatching(/\[None, DuplicateItem\]$/),
    });
    expect(await found("WHERE \"user\" = 'tom'")).toEqual([]);
    await transaction([
      insert,
      "EXISTS(SELECT * FROM notes WHERE \"user\" = 'ada' AND \"at\" = 1 AND kind = 'idea')",
    ]);
    const { Responses } = await transaction(['SELECT "user" FROM notes WHERE "user" = \'tom\' AND "at" = 1']);
    expect(Responses).toEqual([{ Item: { user: { S: "tom" } } }]);
  });

  test("reads and writes are not mixed", async () => {
    const mixed = transaction(["SELECT * FROM notes WHERE a = 1", "DELETE FROM notes WHERE a = 1"]);
    await expect(mixed).rejects.toThrow("Statements must be all reads or all writes");
  });
});

describe("a transaction with a token", () => {
  const add = (amount: string) =>
    client.send(
      new TransactWriteItemsCommand({
        ClientRequestToken: "token",
        TransactItems: [
          {
            Update: {
              TableName: "notes",
              Key: { user: { S: "counter" }, at: { N: "1" } },
              UpdateExpression: "ADD amount :amount",
              ExpressionAttributeValues: { ":amount": { N: amount } },
            },
          },
        ],
      }),
    );
  const amount = async () =>
    (await run("SELECT amount FROM notes WHERE \"user\" = 'counter'")).Items?.[0]?.amount;

  test("is written once within ten minutes, and refuses other parameters", async () => {
    await add("5");
    await add("5");
    expect(await amount()).toEqual({ N: "5" });
    await expect(add("6")).rejects.toThrow(/^Idempotent parameter mismatch/);
    clock.advance(10 * 60_000);
    await add("6");
    expect(await amount()).toEqual({ N: "11" });
  });
});
