/**
 * Starts a Postgres, which takes seconds of CPU.
 *
 * @group slow
 */

import { eq } from "drizzle-orm";
import { type AwsDataApiPgDatabase, drizzle } from "drizzle-orm/aws-data-api/pg";
import { integer, jsonb, pgTable, serial, text, timestamp } from "drizzle-orm/pg-core";
import { type Generated, Kysely, sql } from "kysely";
import { DataApiDialect } from "kysely-data-api";
import { temporaryFolder } from "../../../support/stack";
import { type DataApi, resourceArn, secretArn, startDataApi } from "./support";

let api: DataApi;
beforeAll(async () => {
  api = await startDataApi();
  await api.run("create type mood as enum ('good', 'bad')");
  await api.run(
    `create table notes (id serial primary key, text text not null unique, stars int, price numeric(8, 2),
      at timestamptz, tags text[], mood mood, data jsonb, raw bytea, uid uuid, day date)`,
  );
});
afterAll(() => api.stop());
beforeEach(() => api.run("truncate notes restart identity"));

const param = (name: string, value: object, typeHint?: string) => ({
  name,
  value,
  ...(typeHint && { typeHint }),
});
const one = async (expression: string, input: object = {}) =>
  (await api.run(`select ${expression}`, input)).records?.[0]?.[0];

describe("a value of Postgres", () => {
  test.each<[string, object]>([
    ["true", { booleanValue: true }],
    ["1", { longValue: 1 }],
    ["9007199254740991::int8", { longValue: 9007199254740991 }],
    ["1.5::float8", { doubleValue: 1.5 }],
    ["'NaN'::float8", { stringValue: "NaN" }],
    ["1.50::numeric", { stringValue: "1.50" }],
    ["'a'::varchar", { stringValue: "a" }],
    ["null", { isNull: true }],
    ["'\\x01ff'::bytea", { blobValue: Uint8Array.from([1, 255]) }],
    ["'2026-01-02'::date", { stringValue: "2026-01-02" }],
    ["'2026-01-02 03:04:05.678'::timestamp", { stringValue: "2026-01-02 03:04:05.678" }],
    ["'2026-01-02 03:04:05+02'::timestamptz", { stringValue: "2026-01-02 01:04:05" }],
    [`'{"a": [1]}'::jsonb`, { stringValue: '{"a": [1]}' }],
    ["'good'::mood", { stringValue: "good" }],
    ["array[1, null, 3]", { arrayValue: { longValues: [1, null, 3] } }],
    ["array['a', 'b \"c\"', '{}']", { arrayValue: { stringValues: ["a", 'b "c"', "{}"] } }],
    ["array[true]", { arrayValue: { booleanValues: [true] } }],
    ["array[1.5]::float8[]", { arrayValue: { doubleValues: [1.5] } }],
    [
      "array[[1, 2], [3, 4]]",
      { arrayValue: { arrayValues: [{ longValues: [1, 2] }, { longValues: [3, 4] }] } },
    ],
    ["'{}'::int[]", { arrayValue: { stringValues: [] } }],
  ])("%s is %j", async (expression, field) => {
    expect(await one(expression)).toEqual(field);
  });

  test.each<[string, object, object]>([
    ["1.5::numeric", { decimalReturnType: "DOUBLE_OR_LONG" }, { doubleValue: 1.5 }],
    ["2::numeric", { decimalReturnType: "DOUBLE_OR_LONG" }, { longValue: 2 }],
    ["2::int8", { longReturnType: "STRING" }, { stringValue: "2" }],
  ])("%s with %j is %j", async (expression, resultSetOptions, field) => {
    expect(await one(expression, { resultSetOptions })).toEqual(field);
  });
});

describe("a parameter", () => {
  test.each<[string, object, string | undefined, string]>([
    ["string", { stringValue: "it's" }, undefined, "it's character varying"],
    ["long", { longValue: 5 }, undefined, "5 bigint"],
    ["double", { doubleValue: 0.5 }, undefined, "0.5 double precision"],
    ["boolean", { booleanValue: true }, undefined, "true boolean"],
    ["blob", { blobValue: Uint8Array.from([1, 2]) }, undefined, "\\x0102 bytea"],
    ["date", { stringValue: "2026-01-02" }, "DATE", "2026-01-02 date"],
    ["time", { stringValue: "03:04:05" }, "TIME", "03:04:05 time without time zone"],
    [
      "timestamp",
      { stringValue: "2026-01-02 03:04:05.6" },
      "TIMESTAMP",
      "2026-01-02 03:04:05.6 timestamp without time zone",
    ],
    ["decimal", { stringValue: "1.50" }, "DECIMAL", "1.50 numeric"],
    ["json", { stringValue: '{"a":1}' }, "JSON", '{"a":1} json'],
    [
      "uuid",
      { stringValue: "6f1b2c3d-0000-4000-8000-000000000000" },
      "UUID",
      "6f1b2c3d-0000-4000-8000-000000000000 uuid",
    ],
  ])("of the kind %s has its type in the database", async (_, value, hint, expected) => {
    const written = await one("(:p)::text || ' ' || pg_typeof(:p)::text", {
      parameters: [param("p", value, hint)],
    });
    expect(written).toEqual({ stringValue: expected });
  });

  test("may be null, and named several times and in texts without parameters", async () => {
    const parameters = [param("a", { isNull: true }), param("b", { stringValue: "x" })];
    const text = "coalesce(:a, :b) || ':a' || $q$:b$q$ /* :c */ || (array['y'])[1:1]::text || :b -- :d";
    expect(await one(text, { parameters })).toEqual({ stringValue: "x:a:b{y}x" });
  });

  // https://www.postgresql.org/docs/current/sql-syntax-lexical.html#SQL-SYNTAX-STRINGS-ESCAPE
  test("may be behind a backslash, which is an escape only in texts with an E", async () => {
    const parameters = [param("a", { stringValue: "50%" })];
    expect(await one("'50%' like'50\\%' escape'\\' and '50%' = :a", { parameters })).toEqual({
      booleanValue: true,
    });
    expect(await one("E'\\':a' || :a", { parameters })).toEqual({ stringValue: "':a50%" });
  });

  test("of another type than the column is refused as by the service", async () => {
    const parameters = [param("uid", { stringValue: "6f1b2c3d-0000-4000-8000-000000000000" })];
    await expect(api.run("insert into notes (text, uid) values ('a', :uid)", { parameters })).rejects.toThrow(
      /^ERROR: column "uid" is of type uuid but expression is of type character varying/,
    );
  });

  test.each<[object, string]>([
    [param("a", { arrayValue: { longValues: [1] } }), 'Parameter "a": Array parameters are not supported.'],
    [param("b", { longValue: 1 }), "Cannot find parameter: a"],
    [
      param("a", { stringValue: "tomorrow" }, "DATE"),
      'Parameter "a": "tomorrow" is not in the form of the type hint DATE.',
    ],
  ])("%j is refused", async (given, message) => {
    await expect(api.run("select :a", { parameters: [given] })).rejects.toMatchObject({
      name: "BadRequestException",
      message,
    });
  });
});

describe("an answer", () => {
  test("has the number of changed rows, and no generated fields", async () => {
    const insert = await api.run("insert into notes (text) values ('a'), ('b')");
    expect(insert).toMatchObject({ numberOfRecordsUpdated: 2, generatedFields: [] });
    expect(insert.records).toBeUndefined();
    expect(await api.run("update notes set stars = 1 where text = 'c'")).toMatchObject({
      numberOfRecordsUpdated: 0,
    });
  });

  test("has the returned rows of a change", async () => {
    const { records, numberOfRecordsUpdated } = await api.run(
      "insert into notes (text) values ('a') returning id",
    );
    expect({ records, numberOfRecordsUpdated }).toEqual({
      records: [[{ longValue: 1 }]],
      numberOfRecordsUpdated: 0,
    });
  });

  test("has no rows as an empty list", async () => {
    expect((await api.run("select * from notes")).records).toEqual([]);
  });

  test("describes its columns when asked", async () => {
    const { columnMetadata } = await api.run("select id, price, tags as labels, mood from notes", {
      includeResultMetadata: true,
    });
    expect(
      columnMetadata?.map(({ name, label, type, typeName, arrayBaseColumnType }) => [
        name,
        label,
        type,
        typeName,
        arrayBaseColumnType,
      ]),
    ).toEqual([
      ["id", "id", 4, "int4", 0],
      ["price", "price", 2, "numeric", 0],
      ["labels", "labels", 2003, "_text", 12],
      ["mood", "mood", 1111, "mood", 0],
    ]);
    expect((await api.run("select 1")).columnMetadata).toBeUndefined();
  });

  test("may be JSON", async () => {
    const { formattedRecords, records } = await api.run(
      "select 1 as a, array[1, 2] as b, null as c, 'x' as d",
      {
        formatRecordsAs: "JSON",
      },
    );
    expect(JSON.parse(formattedRecords ?? "")).toEqual([{ a: 1, b: [1, 2], c: null, d: "x" }]);
    expect(records).toBeUndefined();
  });

  test("of more than 1 MiB is refused", async () => {
    await expect(api.run("select repeat('x', 1048576)")).rejects.toMatchObject({
      name: "BadRequestException",
      message: "Database returned more than the allowed response size limit",
    });
    expect((await api.run("select repeat('x', 1000000)")).records).toHaveLength(1);
  });
});

describe("a batch", () => {
  const batch = (parameterSets: unknown) =>
    api.client.batchExecuteStatement({
      resourceArn,
      secretArn,
      sql: "insert into notes (text) values (:t)",
      parameterSets: parameterSets as never,
    });

  test("runs a statement for each set", async () => {
    const sets = ["a", "b"].map((stringValue) => [param("t", { stringValue })]);
    expect((await batch(sets)).updateResults).toEqual([{ generatedFields: [] }, { generatedFields: [] }]);
    expect(await one("count(*) from notes")).toEqual({ longValue: 2 });
  });

  test("is undone as a whole when one set fails", async () => {
    const sets = ["a", "a"].map((stringValue) => [param("t", { stringValue })]);
    await expect(batch(sets)).rejects.toThrow(/duplicate key/);
    expect(await one("count(*) from notes")).toEqual({ longValue: 0 });
  });
});

describe("a transaction", () => {
  const begin = async () =>
    (await api.client.beginTransaction({ resourceArn, secretArn, database: "notes" })).transactionId ?? "";
  const names = { resourceArn, secretArn };

  test("is seen by others when it is committed", async () => {
    const transactionId = await begin();
    await api.run("insert into notes (text) values ('a')", { transactionId });
    const outside = one("count(*) from notes");
    expect(await api.client.commitTransaction({ ...names, transactionId })).toMatchObject({
      transactionStatus: "Transaction Committed",
    });
    expect(await outside).toEqual({ longValue: 1 });
  });

  test("leaves nothing when it is rolled back", async () => {
    const transactionId = await begin();
    await api.run("insert into notes (text) values ('a')", { transactionId });
    expect(await api.client.rollbackTransaction({ ...names, transactionId })).toMatchObject({
      transactionStatus: "Rollback Complete",
    });
    expect(await one("count(*) from notes")).toEqual({ longValue: 0 });
  });

  test("is unknown after its end, and after three minutes without a call", async () => {
    const transactionId = await begin();
    await api.client.commitTransaction({ ...names, transactionId });
    const unknown = {
      name: "TransactionNotFoundException",
      message: `Transaction ${transactionId} is not found`,
    };
    await expect(api.run("select 1", { transactionId })).rejects.toMatchObject(unknown);
    await expect(api.client.rollbackTransaction({ ...names, transactionId })).rejects.toMatchObject(unknown);
    const idle = await begin();
    await api.run("insert into notes (text) values ('a')", { transactionId: idle });
    api.clock.advance(3 * 60_000);
    await expect(api.run("select 1", { transactionId: idle })).rejects.toMatchObject({
      name: "TransactionNotFoundException",
    });
    expect(await one("count(*) from notes")).toEqual({ longValue: 0 });
  });
});

describe("a refusal", () => {
  test.each<[string, RegExp]>([
    [
      "select * from nothing",
      /^ERROR: relation "nothing" does not exist\n {2}Position: 15; SQLState: 42P01$/,
    ],
    ["selec 1", /^ERROR: syntax error at or near "selec"\n {2}Position: 1; SQLState: 42601$/],
    ["select 1 / 0", /^ERROR: division by zero; SQLState: 22012$/],
    [
      "insert into notes (text) values ('a'), ('a')",
      /^ERROR: duplicate key .*"notes_text_key"\n {2}Detail: Key \(text\)=\(a\) already exists\.; SQLState: 23505$/,
    ],
  ])("of %s has the words of the database", async (text, message) => {
    await expect(api.run(text)).rejects.toMatchObject({
      name: "DatabaseErrorException",
      message: expect.stringMatching(message),
    });
  });

  test.each(["select 1; select 2", "select ';'; drop table notes", "select 'a -- b'; select 2"])(
    "several statements: %s",
    async (text) => {
      await expect(api.run(text)).rejects.toMatchObject({
        name: "BadRequestException",
        message: "Multistatements aren't supported.",
      });
    },
  );

  test("a semicolon at the end or in a text is allowed", async () => {
    expect(await one("'a;b' ; -- the end")).toEqual({ stringValue: "a;b" });
  });

  test("names a cluster, a secret and a database that do not exist", async () => {
    await expect(
      api.run("select 1", { resourceArn: "arn:aws:rds:us-east-1:1:cluster:x" }),
    ).rejects.toMatchObject({
      name: "DatabaseNotFoundException",
      message: "DBCluster arn:aws:rds:us-east-1:1:cluster:x not found.",
    });
    await expect(
      api.run("select 1", { secretArn: "arn:aws:secretsmanager:us-east-1:1:secret:x" }),
    ).rejects.toMatchObject({
      name: "BadRequestException",
      message: expect.stringMatching(/^Error fetching secret .*secret:x/),
    });
    await expect(api.run("select 1", { database: "other" })).rejects.toMatchObject({
      message: 'FATAL: database "other" does not exist; SQLState: 3D000',
    });
  });

  test("after 45 seconds: a late result is undone, unless the statement is to continue", async () => {
    const session = await api.resources.require({ resourceArn, secretArn }).database().connect();
    const late = api.run("insert into notes (text) values ('late')");
    await api.clock.untilWaitedFor(45_000);
    api.clock.advance(1);
    const kept = api.run("insert into notes (text) values ('kept')", { continueAfterTimeout: true });
    await api.clock.untilWaitedFor(45_000);
    const outcomes = Promise.allSettled([late, kept]);
    api.clock.advance(45_000);
    expect((await outcomes).map((each) => each.status === "rejected" && each.reason.name)).toEqual([
      "StatementTimeoutException",
      "StatementTimeoutException",
    ]);
    session.release();
    expect((await api.run("select text from notes")).records).toEqual([[{ stringValue: "kept" }]]);
  });
});

test("a cluster without the Data API refuses calls", async () => {
  const closed = await startDataApi({ values: { enable_http_endpoint: false } });
  await expect(closed.run("select 1")).rejects.toMatchObject({
    name: "HttpEndpointNotEnabledException",
    message: `HttpEndpoint is not enabled for resource ${resourceArn}.`,
  });
  await closed.stop();
});

test("a MySQL cluster says which server to name", async () => {
  const mysql = await startDataApi({ values: { engine: "aurora-mysql" } });
  await expect(mysql.run("select 1")).rejects.toMatchObject({
    name: "DatabaseUnavailableException",
    message: expect.stringContaining("--endpoint rds-data=mysql://"),
  });
  await mysql.stop();
});

test("with a data folder the database survives a restart of the server", async () => {
  const dataFolder = temporaryFolder();
  const first = await startDataApi({ dataFolder });
  await first.run("create table kept (id int)");
  await first.run("insert into kept values (7)");
  await first.stop();
  const second = await startDataApi({ dataFolder });
  expect((await second.run("select * from kept")).records).toEqual([[{ longValue: 7 }]]);
  await second.stop();
});

describe("kysely with kysely-data-api", () => {
  interface Tables {
    notes: { id: Generated<number>; text: string; stars: number | null; at: Date | null; data: unknown };
  }
  const open = () =>
    new Kysely<Tables>({
      dialect: new DataApiDialect({
        mode: "postgres",
        driver: { client: api.client, resourceArn, secretArn, database: "notes" },
      }),
    });

  test("writes and reads", async () => {
    const db = open();
    const at = new Date("2026-01-02T03:04:05.678Z");
    await db.insertInto("notes").values({ text: "a", stars: 3, at }).execute();
    expect(
      await db.selectFrom("notes").select(["id", "text", "stars", "at"]).where("stars", ">", 2).execute(),
    ).toEqual([{ id: 1, text: "a", stars: 3, at }]);
    const changed = await db.updateTable("notes").set({ stars: 4 }).executeTakeFirst();
    expect(changed.numUpdatedRows).toBe(1n);
  });

  test("rolls a failed transaction back", async () => {
    const db = open();
    const failed = db.transaction().execute(async (transaction) => {
      await transaction.insertInto("notes").values({ text: "b" }).execute();
      await sql`select 1 / 0`.execute(transaction);
    });
    await expect(failed).rejects.toThrow(/division by zero/);
    expect(await db.selectFrom("notes").selectAll().execute()).toEqual([]);
  });
});

describe("drizzle-orm with its Data API driver", () => {
  const notes = pgTable("notes", {
    id: serial().primaryKey(),
    text: text().notNull(),
    stars: integer(),
    at: timestamp({ withTimezone: true, mode: "string" }),
    data: jsonb(),
  });
  const open = (): AwsDataApiPgDatabase => drizzle(api.client, { database: "notes", resourceArn, secretArn });

  test("writes and reads", async () => {
    const db = open();
    const [row] = await db
      .insert(notes)
      .values({ text: "a", data: { b: [1] } })
      .returning();
    expect(row).toMatchObject({ id: 1, text: "a", stars: null, data: { b: [1] } });
    await db.update(notes).set({ stars: 5 }).where(eq(notes.text, "a"));
    expect(await db.select({ stars: notes.stars }).from(notes)).toEqual([{ stars: 5 }]);
  });

  test("rolls a failed transaction back", async () => {
    const db = open();
    const failed = db.transaction(async (transaction) => {
      await transaction.insert(notes).values({ text: "b" });
      transaction.rollback();
    });
    await expect(failed).rejects.toThrow();
    expect(await db.select().from(notes)).toEqual([]);
  });
});
