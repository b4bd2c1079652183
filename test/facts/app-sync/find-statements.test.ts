import { parse } from "acorn";
import { findStatements } from "../../../lib/facts/app-sync";

/** The findings in a handler with this statement. */
function found(statement: string, before = "") {
  const code = `import { select, insert as add, update, remove, createPgStatement, createMySQLStatement, typeHint } from "@aws-appsync/utils/rds";
import * as rds from "@aws-appsync/utils/rds";
${before}
export function request(ctx) {
  return createPgStatement(
    ${statement},
  );
}`;
  return findStatements(parse(code, { ecmaVersion: "latest", sourceType: "module", locations: true }));
}

const a = "a: { eq: ctx.args.a }";
const b = "b: { gt: ctx.args.b }";
const beside = /^where has an or beside other conditions/;
const inside = /^An element of or has several conditions/;

describe("statements of rds in the code of resolvers", () => {
  test.each([
    [
      "an or beside another condition",
      `select({ table: "t", where: { ${a}, or: [{ ${b} }, { c: { eq: 1 } }] } })`,
      beside,
    ],
    ["an or in a having", `select({ table: "t", having: { ${a}, or: [{ ${b} }, { ${a} }] } })`, beside],
    [
      "an or in a join",
      `select({ table: "t", leftJoin: [{ table: "u", on: { ${a}, or: [{ ${b} }, { ${a} }] } }] })`,
      beside,
    ],
    [
      "an or of conditions that the code does not say",
      "remove({ table: ctx.args.t, where: { [ctx.args.c]: { eq: 1 }, or: [ctx.args.x, ctx.args.y] } })",
      beside,
    ],
    [
      "several columns in an element of or",
      `update({ table: "t", values: ctx.args, where: { or: [{ ${a}, ${b} }, { ${a} }] } })`,
      inside,
    ],
    [
      "a constant that is used once",
      "select({ table: 't', where })",
      beside,
      `const where = { a: { eq: 1 }, or: [{ b: { eq: 1 } }, { c: { eq: 1 } }] };`,
    ],
    [
      "all functions under one name",
      `rds.select({ table: "t", where: { ${a}, or: [{ ${b} }, { ${a} }] } })`,
      beside,
    ],
    [
      "all rows",
      'remove({ table: "t", where: {} })',
      /^The statement deletes all rows of "t": its where has no condition\.$/,
    ],
  ])("%s gets the warning of the local server", (_, statement, text, before = "") => {
    expect(found(statement, before)).toEqual([
      { line: expect.any(Number), column: 5, text: expect.stringMatching(text), isRefused: false },
    ]);
  });

  test.each([
    ['select({ table: "t", where: { id: { eq: null } } })', "Value for id.eq can't be null."],
    ['select({ table: "t", where: { id: { gt: undefined } } })', "Value for id.gt can't be null."],
    [
      'select({ table: "t", where: { id: { between: [ctx.args.a] } } })',
      "id.between condition expects an array with 2 values but received an array with length 1.",
    ],
    [
      'select({ table: "t", where: { id: { beginsWith: 1 } } })',
      "id.beginsWith expects a string value to be passed.",
    ],
    ['select({ table: "t", where: { id: { in: [1] } } })', "Unsupported condition id.in."],
    ['select({ table: "t", where: { or: {} } })', "or expects conditions to be an array"],
    [
      'select({ table: "t", orderBy: [{ column: ctx.args.c, dir: "down" }] })',
      "orderBy dir can have either ASC or DESC found down.",
    ],
    ['select({ table: "t", limit: "many" })', "limit expects a number."],
    ["select({ columns: ['id'] })", "'table' or 'from' key is required."],
    ['add({ table: "t" })', "values are expected to be passed to insert"],
    [
      'createMySQLStatement(update({ table: "t", values: ctx.args, where: ctx.args.w, returning: "*" }))',
      "returning is not supported in MySQL.",
    ],
  ])("%s is refused in AWS's words", (statement, text) => {
    expect(found(statement)).toEqual([expect.objectContaining({ text, isRefused: true })]);
  });

  test.each([
    `select({ table: "t", where: { ${a}, ${b} }, orderBy: [{ column: "a", dir: ctx.args.dir }], limit: ctx.args.limit, offset: 0 })`,
    `select({ table: "t", where: { and: [{ ${a} }, { or: [{ ${b} }, { ${a} }] }] } })`,
    `select({ table: "t", where: { ${a}, or: ctx.args.list } })`,
    "select({ ...ctx.args.input, table: 't' })",
    "select({ table: 't', where: { ...ctx.args.where, or: [{ a: { eq: 1 } }, { b: { eq: 2 } }] } })",
    "select(ctx.args.input)",
    "remove({ table: 't', where: ctx.args.where })",
    "remove({ table: 't', where: { table: ctx.args.x, between: ctx.args.y, size: { le: ctx.args.z } } })",
    "select({ table: { t: ctx.args.t }, columns: [ctx.args.c, { n: rds.agg.count('*') }], groupBy: ctx.args.g, having: { id: { count: { gt: ctx.args.n } } } })",
    "select({ from: select({ table: 't' }), join: ctx.args.joins })",
    "add({ table: 't', values: { id: typeHint.UUID(ctx.args.id), between: null, ...ctx.args } })",
    "update({ table: 't', values: ctx.args, where: { id: { between: ctx.args.range, attributeExists: ctx.args.has, contains: ctx.args.c } } })",
    "other({ where: { id: { eq: null } } })",
  ])("%s has nothing that is known to be wrong", (statement) => {
    expect(found(statement)).toEqual([]);
  });

  test("the value of a variable may change", () => {
    const before = "const where = { id: { eq: null } };\nwhere.id = { eq: 1 };";
    expect(found("select({ table: 't', where })", before)).toEqual([]);
  });

  test("code without the module is not looked at", () => {
    const code = "const select = (x) => x; export const request = () => select({ table: null });";
    expect(findStatements(parse(code, { ecmaVersion: "latest", sourceType: "module" }))).toEqual([]);
  });
});
