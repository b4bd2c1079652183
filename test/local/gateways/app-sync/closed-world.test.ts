/** @group slow */

import { runInNewContext } from "node:vm";
import { MessagePort } from "node:worker_threads";
import { runtimeGlobals } from "../../../../lib/facts/app-sync";
import { readHandlerCode } from "../../../../lib/local/gateways/app-sync/runtime";
import { HandlerThread } from "../../../../lib/local/gateways/app-sync/runtime/handler-thread";
import type { HandlerEffects } from "../../../../lib/local/gateways/app-sync/utilities/invocation";
import { TestClock } from "../../support/clock";

function effects(): HandlerEffects & { readonly logged: string[] } {
  const logged: string[] = [];
  return {
    clock: new TestClock(0),
    mode: "AWS_IAM",
    responseHeaders: new Map(),
    append: () => {},
    invalidate: () => {},
    setFilter: () => {},
    setInvalidationFilter: () => {},
    log: (_, text) => logged.push(text),
    notHere: () => {},
    logged,
  };
}

/** The result of a handler with these statements. */
function ran(body: string, before = ""): unknown {
  const code = `import { util, extensions, runtime } from "@aws-appsync/utils";
import * as ddb from "@aws-appsync/utils/dynamodb";
import * as rds from "@aws-appsync/utils/rds";
${before}
export function request(ctx) { ${body} }`;
  return readHandlerCode(code, "test").call("request", { args: { a: [1] }, stash: {} }, effects()).value;
}

describe("The world of AppSync's handlers", () => {
  test.each([
    "util.autoId",
    "util.matches",
    "util.error",
    "util.time.nowISO8601",
    "util.dynamodb.toMapValues({ a: 1 }).constructor",
    "extensions.evictAllApiCache",
    "runtime.earlyReturn",
    "console.log",
    "ddb.get",
    "ddb.operations.add",
    "rds.select",
    "rds.select({ table: 't' }).constructor",
    "rds.typeHint.UUID('x').constructor",
    "ctx.args.a.push",
    "ctx.constructor",
    "[].map",
    "(() => 1)",
  ])("%s leads to no code of the server", (reached) => {
    for (const code of ["return process", "return globalThis.process", "return this"]) {
      expect(() => ran(`return typeof ${reached}.constructor(${JSON.stringify(code)})();`)).toThrow(
        "Runtime Error",
      );
    }
  });

  test.each([
    "Object.prototype.left = 1;",
    "ctx.args.a.__proto__.left = 1;",
    "util.dynamodb.toMapValues({ a: 1 }).__proto__.left = 1;",
    "util.autoId.__proto__.left = 1;",
    "util.left = 1;",
    "console.left = 1;",
    "[].map.left = 1;",
    "Array = null;",
    "left = 1;",
  ])("no part of it can be changed: %s", (statement) => {
    expect(() => ran(`${statement} return 1;`)).toThrow("Runtime Error");
    expect(Object("").left).toBeUndefined();
    expect(ran("return [typeof left, typeof [].left, typeof util.left, Array.isArray([])];")).toEqual([
      "undefined",
      "undefined",
      "undefined",
      true,
    ]);
  });

  // The globals of V8, and those that AWS names. The next version of Node may add names, and this test finds them.
  test("has the globals that the runtime of AWS has, and no others", () => {
    const names = Object.getOwnPropertyNames(runInNewContext("globalThis")).filter((each) =>
      /^\w+$/.test(each),
    );
    expect(names).toEqual(expect.arrayContaining(["WebAssembly", "Date", "Promise", "Atomics", "eval"]));
    // Each alone, because a missing name ends the handler.
    const seen = names.filter(
      (name) => ran(`return typeof ${name};`) !== "undefined" || name === "undefined",
    );
    expect(seen.sort()).toEqual([...runtimeGlobals].sort());
  });

  test("its utilities keep the language", () => {
    expect(
      ran(`return [util.time.parseISO8601ToEpochMilliSeconds("1970-01-01T00:00:01Z"), util.matches("a+", "aa"), util.urlEncode("a b"),
        util.base64Decode(util.base64Encode("x")), ddb.get({ key: { id: "1" } }).operation, util.autoId().length,
        util.dynamodb.toMapValues({ s: "a", n: 1, l: [true] }), typeof rds.select({ table: "t" }), util.time.nowEpochSeconds()];`),
    ).toMatchObject([1000, true, "a+b", "x", "GetItem", 36, { s: { S: "a" } }, "object", 0]);
  });

  test("objects of a handler may have members that all objects have", () => {
    expect(ran("const o = {}; o.toString = 'x'; o.constructor = 1; return o;")).toEqual({
      toString: "x",
      constructor: 1,
    });
  });

  test.each([
    [
      "a result that grows while it is written",
      "const o = {}; o.toJSON = () => ({ o, a: [o, o] }); return o;",
      "",
    ],
    [
      "loops",
      "for (const a of list) for (const b of list) ctx.stash.n = a; return 1;",
      "const list = Array.from({ length: 200000 });",
    ],
    [
      "loops at the top of a module",
      "return 1;",
      "const list = Array.from({ length: 200000 });\nlist.forEach(() => list.forEach(() => 1));",
    ],
    ["a pattern that takes for ever", 'return util.matches("(a+)+b", "a".repeat(40));', ""],
    ["a result that is too large", 'return "x".repeat(6000000);', ""],
  ])("%s end with an error", (_, body, before) => {
    expect(() => ran(body, before)).toThrow("Runtime Error");
    expect(ran("return 1;")).toBe(1);
  });

  test("the top of a module runs when a handler is called, not when the code is read", () => {
    const code = readHandlerCode(
      'util.error("ran");\nimport { util } from "@aws-appsync/utils";\nexport const a = () => 1;',
      "test",
    );
    expect([code.has("a"), code.has("b"), code.has("toString")]).toEqual([true, false, false]);
  });

  test("a handler without memory ends its thread, and the next one runs", () => {
    const thread = new HandlerThread(16, 1500);
    const run = (body: string) =>
      thread.run({
        handler: "request",
        input: "{}",
        facts: { now: 0, mode: undefined, headers: [] },
        text: `((_, console) => ({ request: () => { ${body} } }))`,
      });
    expect(run("return 1;").end).toMatchObject({ value: 1 });
    expect(
      run('console.log("a"); const all = []; for (;;) all.push(Array.from({ length: 1000 }, () => ({})));'),
    ).toEqual({
      effects: [["log", "info", "a"]],
      end: { message: "A handler needs more than 16 MB of memory." },
    });
    expect(run("return 2;").end).toMatchObject({ value: 2 });
  });

  test("a thread gets a code once, also one with an error, and again after many others", () => {
    const thread = new HandlerThread();
    const posted = jest.spyOn(MessagePort.prototype, "postMessage");
    const run = (body: string) => {
      const facts = { now: 0, mode: undefined, headers: [] };
      const { end } = thread.run({
        handler: "request",
        input: "{}",
        facts,
        text: `(() => ({ request: () => ${body} }))`,
      });
      return [end, Object.hasOwn(Object(posted.mock.lastCall?.[0]), "text")];
    };
    expect([run("1"), run("1")]).toEqual([
      [expect.objectContaining({ value: 1 }), true],
      [expect.objectContaining({ value: 1 }), false],
    ]);
    const [first, second] = [run("("), run("(")];
    expect(first).toEqual([{ message: expect.stringContaining("Unexpected token") }, true]);
    expect(second).toEqual([first?.[0], false]);
    for (let each = 2; each < 600; each += 1)
      expect(run(String(each))).toEqual([expect.objectContaining({ value: each }), true]);
    expect(run("1")).toEqual([expect.objectContaining({ value: 1 }), true]);
    posted.mockRestore();
  });

  test("identifiers, times, values and requests for tables are made in it, without a message", () => {
    const text = `((load) => ({ request: () => {
      const { util } = load("@aws-appsync/utils");
      const { put } = load("@aws-appsync/utils/dynamodb");
      const ids = [util.autoId(), util.autoUlid(), util.autoKsuid()];
      return [ids, util.time.nowISO8601(), util.authType(), put({ key: { id: util.str.toUpper("a") }, item: {} })];
    } }))`;
    const facts = { now: 0, mode: "API_KEY", headers: [] } as const;
    const { effects, end } = new HandlerThread().run({ handler: "request", input: "{}", facts, text });
    expect(end).toMatchObject({
      value: [
        [
          expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/),
          expect.stringMatching(/^0{10}\w{16}$/),
          expect.any(String),
        ],
        "1970-01-01T00:00:00.000Z",
        "API Key Authorization",
        expect.objectContaining({ operation: "PutItem", key: { id: { S: "A" } } }),
      ],
    });
    expect(effects).toEqual([]);
  });

  test("there are as many identifiers as a handler wants", () => {
    const ids = ran("return Array.from({ length: 20 }, () => util.autoId());") as string[];
    expect(new Set(ids).size).toBe(20);
    for (const id of ids)
      expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  });

  test("utilities in it copy what they get and give", () => {
    expect(
      ran(`const given = { a: { b: 1 } };
        const map = util.dynamodb.toMapValues(given);
        const copy = util.http.copyHeaders(given);
        given.a.b = 2;
        copy.a.b = 3;
        return [map.a.M.b, given.a.b, util.http.copyHeaders({ a: () => 1 })];`),
    ).toEqual([{ N: 1 }, 2, {}]);
  });

  test("errors of utilities in it end the request with their own words", () => {
    const condition = "ddb.scan({ filter: { id: { like: 1 } } })";
    expect(() => ran(`return ${condition};`)).toThrow("Unknown operator like of id.");
    expect(() => ran('return util.time.parseISO8601ToEpochMilliSeconds("x");')).toThrow("Runtime Error");
  });

  test("values that JSON does not have come through", () => {
    expect(
      ran(
        "return [util.math.roundNum('x') !== util.math.roundNum('x'), String(util.dynamodb.toNumber(1 / 0).N), typeof util.http.addResponseHeader('a', 1)];",
      ),
    ).toEqual([true, "Infinity", "undefined"]);
    const [statement] = ran(
      "const { statements } = rds.createPgStatement(rds.select({ from: 'notes', where: { id: { eq: rds.typeHint.UUID('u') } } })); return statements;",
    ) as string[];
    expect(statement).toBe('SELECT * FROM "notes" WHERE "id" = :P0');
  });
});
