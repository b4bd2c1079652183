import { quotas } from "../../../lib/kit/core";
import { standardErrorOf } from "../../support/environment";
import { failure } from "../api/support/api";
import { fileWith, graph } from "./support";

const handlers =
  "export function request(ctx) { return {}; }\nexport function response(ctx) { return ctx.result; }\n";
const resolve = (code: { inline: string } | { file: string }) =>
  graph({
    dataSources: { none: { type: "none" } },
    resolvers: { "Query note": { dataSource: "none", code } },
  });

describe("Statements in code for APPSYNC_JS", () => {
  const code = (where: string) => ({
    inline: `import { select, createPgStatement } from "@aws-appsync/utils/rds";
export function request(ctx) {
  return createPgStatement(select({ table: "notes", where: ${where} }));
}
export function response(ctx) { return ctx.result; }`,
  });

  test("that AWS refuses are refused, with their place", () => {
    const { code: error, message } = failure(() => resolve(code("{ id: { eq: null } }")));
    expect(error).toBe("appsync-statement-refused");
    expect(message).toMatch(
      /resolvers\["Query note"\]\.code.*\.inline:3:28: Value for id\.eq can't be null\./s,
    );
  });

  test("that mix AND and OR on one level are a notice", () => {
    const text = standardErrorOf(() => {
      const mixed = code("{ a: { eq: 1 }, or: [{ b: { eq: 2 } }, { c: { eq: 3 } }] }");
      resolve(mixed).stack.app.synth();
    });
    expect(text).toContain(".inline:3:28: where has an or beside other conditions.");
  });
});

describe("Code for APPSYNC_JS", () => {
  test.each([
    ["for (let i = 0; i < 3; i += 1) {}", "for (...; ...; ...)"],
    ["while (false) {}", "while"],
    ["do {} while (false);", "do-while"],
    ["for (const a of []) { continue; }", "continue"],
    ["outer: for (const a of []) { break outer; }", "a label"],
    ["try { util.error(); } finally {}", "try"],
    ["throw 'x';", "throw"],
    ["class A {}", "class"],
    ["async () => 1;", "async"],
    ["function* f() {}", "a generator"],
    ["this;", "this"],
    ["new Date();", "new"],
    ["let i = 0; i++;", "the operator ++"],
    ["let i = 0; --i;", "the operator --"],
    ["~1;", "the operator ~"],
    ["'a' in {};", "the operator in"],
    ["[] instanceof Array;", "the operator instanceof"],
    ["/a/;", "a regular expression"],
    ["Promise.all([]);", "Promise"],
    ["setTimeout(() => 1);", "setTimeout"],
    ["process.env.STAGE;", "process"],
    ["helper();", "recursion by helper()"],
    ["const one = () => two(); const two = () => one();", "recursion by two()"],
    ["import('@aws-appsync/utils');", "import()"],
    ["return Date.now();", "Date, use util.time"],
    ["const all = globalThis; return all;", "globalThis"],
    ["return { Map };", "Map, use an object"],
    ["return [1, 2].map(BigInt);", "BigInt"],
    ["return 1n;", "a number with n"],
    ["const twice = (f) => f() + f(); return twice(() => 1);", "a function as an argument of twice()"],
    ["const one = () => 1; const run = (f) => f(); return run(one);", "a function as an argument of run()"],
    ["const add = (a) => (b) => a + b; return add(1)(2);", "a function as result"],
    ["const one = () => 1; const get = () => { return one; }; return get()();", "a function as result"],
    ["const one = () => 1; return one.call(null);", "call() of a function"],
    ["let one = () => 1; one = 2; return one;", "another value for the function one"],
  ])("refuses %j and names it with its line", (statement, what) => {
    const file = fileWith(`${handlers}function helper() {\n  ${statement}\n}\n`, "code.js");
    const { code, message } = failure(() => resolve({ file }));
    expect(code).toBe("appsync-code-invalid");
    expect(message).toMatch(/code\.js:4:\d+: /);
    expect(message).toContain(`: ${what}`);
  });

  test.each([
    "for (const a of [1, 2]) { if (a) break; }",
    "for (const key in {}) { key.trim(); }",
    "const { a = 1, ...rest } = { b: 2 }; return a ?? rest?.b;",
    "switch (1) { case 1: return `${1}`; default: return -1; }",
    "return [1].map((a) => a * 2).filter((a) => !a);",
    "return JSON.stringify({ a: void 0, b: typeof 1 });",
    "const process = (value) => value; return process(1) + [2].map(process).length;",
    "const one = () => 1; const two = () => one(); return one() + two();",
    "const one = (a) => a; const item = () => 1; return [item()].map((item) => one(item));",
    "return { Date: 1, Map: { Set: 2 } }.Date + util.parseDate?.Date;",
    "const Date = 1; return Date + Math.max(1, Number('2'), parseInt('3', 10)) + isNaN(NaN);",
    "const list = [2, 1]; list.sort((a, b) => a - b); list.forEach((each) => { list.push(each); }); return list;",
  ])("takes %j", (statement) => {
    expect(() => resolve({ inline: `${handlers}function helper() { ${statement} }` })).not.toThrow();
  });

  test("refuses a syntax error with its line and column", () => {
    const { message } = failure(() => resolve({ file: fileWith("export function request( {", "code.js") }));
    expect(message).toMatch(/code\.js:1:\d+: Unexpected token/);
  });

  test("refuses modules that the runtime does not have", () => {
    const inline = `import fs from "fs";\n${handlers}`;
    expect(failure(() => resolve({ inline })).message).toContain('the module "fs"');
  });

  test("refuses an import that cannot be found", () => {
    const file = fileWith(`import { a } from "./none";\n${handlers}`, "code.js");
    expect(failure(() => resolve({ file })).code).toBe("appsync-code-invalid");
  });

  test("must export both handlers", () => {
    const { code, message } = failure(() => resolve({ inline: "export const request = () => ({});" }));
    expect(code).toBe("appsync-code-handlers");
    expect(message).toContain('exports no function "response"');
  });

  test("may have 32768 characters, and not more", () => {
    const text = (length: number) => `${handlers}//`.padEnd(length, "x");
    expect(() => resolve({ inline: text(quotas.appSyncCodeLength) })).not.toThrow();
    expect(failure(() => resolve({ inline: text(quotas.appSyncCodeLength + 1) })).code).toBe(
      "appsync-mapping-too-long",
    );
  });
});
