import { type DataApi, resourceArn, secretArn, startDataApi } from "./support";

const log: string[] = [];

// The packages of the servers, as far as they are used: they record their requests.
jest.mock("pg", () => ({
  Client: class {
    constructor({ connectionString }: { connectionString: string }) {
      log.push(`connect ${connectionString}`);
    }
    on() {}
    async connect() {}
    async end() {
      log.push("end");
    }
    async query(query: string | { text: string; values?: unknown[] }) {
      if (typeof query === "string") {
        log.push(query);
        return { fields: [], rows: [], rowCount: null };
      }
      if (query.text.includes("pg_type")) return { fields: [], rows: [["23", "int4"]], rowCount: 1 };
      log.push(`${query.text} ${JSON.stringify(query.values)}`);
      if (query.text === "broken") throw Object.assign(new Error("no"), { code: "42601", severity: "ERROR" });
      return { fields: [{ name: "a", dataTypeID: 23 }], rows: [["7"]], rowCount: 1 };
    }
  },
}));

jest.mock("mysql2/promise", () => ({
  createConnection: async ({ uri }: { uri: string }) => {
    log.push(`connect ${uri}`);
    return {
      on() {},
      end: async () => void log.push("end"),
      query: async (query: string | { sql: string }, values?: unknown[]) => {
        const text = typeof query === "string" ? query : query.sql;
        log.push(`${text} ${JSON.stringify(values ?? [])}`);
        if (text === "broken") throw Object.assign(new Error(), { sqlMessage: "no", sqlState: "42000" });
        if (text.startsWith("insert")) return [{ affectedRows: 1, insertId: 5 }, undefined];
        const fields = [
          { name: "n", columnType: 3, characterSet: 63 },
          { name: "b", columnType: 1, columnLength: 1, characterSet: 63 },
          { name: "raw", columnType: 252, characterSet: 63 },
          { name: "text", columnType: 253, characterSet: 45 },
        ];
        return [[["1", "1", "AQ==", null]], fields];
      },
    };
  },
}));

const parameters = [
  { name: "id", value: { longValue: 3 } },
  { name: "raw", value: { blobValue: Uint8Array.from([1]) } },
];

let api: DataApi;
beforeEach(() => {
  log.length = 0;
});
afterEach(() => api.stop());

describe("a Postgres server that the user names", () => {
  const url = "postgres://user:word@127.0.0.1:5432/notes";
  beforeEach(async () => {
    api = await startDataApi({ databaseServer: url });
  });

  test("answers statements, on one connection one after the other", async () => {
    const { records } = await api.run("select :id, :raw, :id", { parameters });
    expect(records).toEqual([[{ longValue: 7 }]]);
    await api.run("select 1");
    expect(log).toEqual([
      `connect ${url}`,
      "SET TIME ZONE 'UTC'",
      String.raw`select $1::int8, $2::bytea, $1::int8 ["3","\\x01"]`,
      "select 1 []",
    ]);
    await expect(api.run("broken")).rejects.toThrow("ERROR: no; SQLState: 42601");
  });

  test("has a connection of its own for a transaction", async () => {
    const names = { resourceArn, secretArn };
    const { transactionId } = await api.client.beginTransaction(names);
    await api.run("select 1");
    await api.client.commitTransaction({ ...names, transactionId });
    expect(log.filter((each) => /connect|BEGIN|COMMIT/.test(each))).toEqual([
      `connect ${url}`,
      "BEGIN",
      `connect ${url}`,
      "COMMIT",
    ]);
  });
});

describe("a MySQL server that the user names", () => {
  const url = "mysql://user:word@127.0.0.1:3306/notes";
  beforeEach(async () => {
    api = await startDataApi({ values: { engine: "aurora-mysql" }, databaseServer: url });
  });

  test("answers statements, with generated values", async () => {
    const { records } = await api.run("select :id, :raw, :id", { parameters });
    expect(records).toEqual([
      [{ longValue: 1 }, { booleanValue: true }, { blobValue: Uint8Array.from([1]) }, { isNull: true }],
    ]);
    expect(await api.run("insert into notes values (:id)", { parameters })).toMatchObject({
      numberOfRecordsUpdated: 1,
      generatedFields: [{ longValue: 5 }],
    });
    expect(log[0]).toBe(`connect ${url}`);
    expect(log[1]).toMatch(/^select \?, \?, \? \[3,\{"type":"Buffer","data":\[1\]\},3\]$/);
    await expect(api.run("broken")).rejects.toMatchObject({
      name: "DatabaseErrorException",
      message: "no; SQLState: 42000",
    });
  });

  // https://dev.mysql.com/doc/refman/8.4/en/string-literals.html
  test("has escaped quotes in texts, and comments of its own", async () => {
    const sql = "select 'it\\'s :a', \"\\\":b\" # :c\n, `:d`, :id";
    await api.run(sql, { parameters });
    expect(log.at(-1)).toBe(`${sql.replace(/:id$/, "?")} [3]`);
  });

  test("undoes a failed batch", async () => {
    const batch = api.client.batchExecuteStatement({
      resourceArn,
      secretArn,
      sql: "broken",
      parameterSets: [[], []],
    });
    await expect(batch).rejects.toThrow("no; SQLState: 42000");
    expect(log.map((each) => each.replace(" []", ""))).toEqual([
      `connect ${url}`,
      "START TRANSACTION",
      "broken",
      "ROLLBACK",
    ]);
  });
});
