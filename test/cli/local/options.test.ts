import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseEndpoints } from "../../../lib/cli";
import {
  parseDatabaseServer,
  parseIdleMemory,
  parseInspect,
  parsePermissions,
  parsePort,
} from "../../../lib/cli/local/options";
import { readSeed } from "../../../lib/cli/local/seed";
import { serveMcp } from "../../../lib/cli/mcp/serve";
import { migrationRequest, runRds } from "../../../lib/cli/rds/run";
import { serveLocal } from "../../../lib/testing";
import { temporaryFolder } from "../../support/stack";

const url = "http://127.0.0.1:9324";

describe("Numbers of serverform local", () => {
  test.each([
    ["0", 0],
    ["3000", 3000],
    ["65535", 65_535],
  ])("a port may be %s", (value, port) => {
    expect(parsePort(value)).toBe(port);
    expect(parseInspect(value)).toBe(port);
  });

  test.each(["", " ", "x", "-1", "1.5", "1e3", "0x10", "65536"])("a port is not %j", (value) => {
    expect(() => parsePort(value)).toThrow("[local-port-invalid]");
    expect(() => parseInspect(value)).toThrow("[local-port-invalid]");
  });

  test("debuggers listen nowhere by default, and on Node's port without a number", () => {
    expect([parseInspect(undefined), parseInspect(true)]).toEqual([undefined, 9229]);
  });

  test("the memory of idle processes is a number of MB, or the server's default", () => {
    expect(["0", "512", undefined].map(parseIdleMemory)).toEqual([0, 512, undefined]);
    expect(() => parseIdleMemory("1.5")).toThrow("[local-memory-invalid]");
  });

  test("permissions have a known mode, or the server's default", () => {
    expect([undefined, "off"].map((mode) => parsePermissions(mode))).toEqual([undefined, "off"]);
    expect(() => parsePermissions("of")).toThrow("[literal-unknown]");
  });
});

describe("--endpoint", () => {
  test.each(["mysql", "postgres", "postgresql"])("names a database server by a URL of %s", (scheme) => {
    const server = `${scheme}://user:word@127.0.0.1:3306/notes`;
    const given = [`rds-data=${server}`, `sqs=${url}`];
    expect(parseDatabaseServer(given)).toBe(server);
    expect([...parseEndpoints(given)]).toEqual([["sqs", url]]);
  });

  test("may lead the Data API to an emulator, and no other service to a database", () => {
    expect(parseDatabaseServer([`rds-data=${url}`])).toBeUndefined();
    expect([...parseEndpoints([`rds-data=${url}`])]).toEqual([["rds-data", url]]);
    expect(() => parseEndpoints(["sqs=mysql://127.0.0.1"])).toThrow("[local-endpoint-invalid]");
  });

  test.each([
    ["sqs"],
    ["SQS"],
    ["ses"],
    ["states"],
    ["stepfunctions"],
    ["execute-api"],
    ["EventBridge"],
    ["SQS-SendMessage"],
    ["EventBridge-PutEvents"],
    ["https://status.example.com"],
    ["arn:aws:apigateway:eu-west-1:dynamodb:action/PutItem"],
  ])("takes %s", (name) => {
    expect([...parseEndpoints([`${name}=${url}/`])]).toEqual([[name, url]]);
  });

  test.each([
    ["sqss", /names "sqss", which is neither a service of AWS nor the URI.*\n.*Did you mean "sqs"\?/],
    ["table", /names "table"/],
    ["/status", /names "\/status"/],
  ])("refuses %s", (name, message) => {
    const parse = () => parseEndpoints([`${name}=${url}`]);
    expect(parse).toThrow(message);
    expect(parse).toThrow(expect.objectContaining({ code: "local-endpoint-unknown" }));
  });

  test.each([["sqs"], ["sqs=127.0.0.1:9324"], ["=http://127.0.0.1"]])(
    "refuses %s, which has no address",
    (text) => {
      expect(() => parseEndpoints([text])).toThrow(/is not a service with an address/);
    },
  );
});

describe("A refused option names its command:", () => {
  test.each<[string, () => unknown]>([
    ["serverform mcp: --http", () => serveMcp({ http: "x" })],
    ["serverform mcp: --endpoint", () => serveMcp({ endpoint: ["x"] })],
    ["serverform mcp: --permissions", () => serveMcp({ permissions: "x" })],
    ["serverform rds list: --endpoint", () => runRds("list", { endpoint: ["x"] } as never)],
    ["serveLocal: --endpoint", () => serveLocal(".", { endpoints: { sqs: "x" } })],
  ])("%s", async (start, run) => {
    await expect(async () => run()).rejects.toThrow(
      expect.objectContaining({ message: expect.stringMatching(`^${start} `) }),
    );
  });
});

describe("--seed", () => {
  const seed = (content: unknown) => {
    const file = join(temporaryFolder(), "seed.json");
    writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
    return readSeed(file);
  };

  test("may begin with the mark of editors for UTF-8", () => {
    expect(seed('\uFEFF{ "users": [{ "name": "ada" }] }')).toMatchObject([{ name: "ada" }]);
  });

  test("has users, and ignores missing members", () => {
    const user = {
      name: "ada",
      pool: "Users",
      password: "word",
      attributes: { email: "a@b" },
      groups: ["admins"],
    };
    const bare = { name: "bob", pool: undefined, password: undefined, attributes: {}, groups: [] };
    expect(seed({ users: [user, { name: "bob" }] })).toEqual([
      { ...user, place: expect.stringMatching(/seed\.json users\[0\]$/) },
      { ...bare, place: expect.stringMatching(/seed\.json users\[1\]$/) },
    ]);
  });

  test.each([
    ["{", "JSON"],
    [[], '{ "users": [...] }'],
    [{ users: [{}] }, "users[0].name is missing"],
    [{ users: [{ name: "a", mail: "x" }] }, 'users[0] (a) has the key "mail"'],
    [{ users: [{ name: "a", passwrod: "x" }] }, 'Did you mean "password"?'],
    [{ users: [{ name: "a" }, { name: "b", pool: 5 }] }, "users[1].pool is not a string"],
    [{ users: [{ name: "a", password: null }] }, "users[0].password is not a string"],
    [{ users: [{ name: "a", attributes: [] }] }, "users[0].attributes is not an object of strings"],
    [{ users: [{ name: "a", attributes: { age: 5 } }] }, "users[0].attributes is not an object of strings"],
    [{ users: [{ name: "a", groups: "admins" }] }, "users[0].groups is not an array of strings"],
  ])("%j is refused with what is wrong: %s", (content, reason) => {
    expect(() => seed(content)).toThrow(reason);
  });
});

describe("the requests of rds to the migrator", () => {
  const listed = (...executed: readonly boolean[]) =>
    executed.map((isDone, index) => ({ name: `m${index + 1}`, ...(isDone && { executedAt: "2026-01-01" }) }));
  const request = (
    action: "list" | "migrate" | "rollback",
    to: string | undefined,
    ...executed: readonly boolean[]
  ) => migrationRequest(action, to, async () => listed(...executed));

  test.each([
    ["list", undefined, [true], { type: "list" }],
    ["migrate", undefined, [false], { type: "latest" }],
    ["migrate", "m2", [true, false], { type: "to", data: { name: "m2" } }],
    ["rollback", "m1", [true, true], { type: "to", data: { name: "m1" } }],
    ["rollback", undefined, [true, true, false], { type: "to", data: { name: "m1" } }],
    ["rollback", undefined, [true, false], { type: "to", data: {} }],
    ["rollback", undefined, [false, false], undefined],
  ] as const)("%s to %s of %j is %j", async (action, to, executed, expected) => {
    expect(await request(action, to, ...executed)).toEqual(expected);
  });

  test.each([
    ["migrate", "m9", "rds-migration-unknown"],
    ["migrate", "m1", "rds-migration-direction"],
    ["rollback", "m2", "rds-migration-direction"],
  ] as const)("%s to %s is refused: %s", async (action, to, code) => {
    await expect(request(action, to, true, false)).rejects.toMatchObject({ code });
  });
});
