import { rdsModule } from "../../../../lib/facts/app-sync";

const lines: string[] = [];
const rds = rdsModule((text) => lines.push(text));
beforeEach(() => {
  lines.length = 0;
});

const a = { a: { eq: 1 } };
const b = { b: { eq: 2 } };
const c = { c: { eq: 3 } };

describe("Statements of rds that AWS accepts, and that are probably mistakes", () => {
  test.each([
    ["an or beside another condition", { ...a, or: [b, c] }, /^where has an or beside other conditions/],
    ["several columns in an element of or", { or: [{ ...a, ...b }, c] }, /^An element of or has several/],
  ])("%s is named in the log", (_, where, line) => {
    rds.createPgStatement(rds.select({ table: "notes", where }));
    expect(lines).toEqual([expect.stringMatching(line)]);
  });

  test.each([
    a,
    { or: [a, b] },
    { ...a, or: [b] },
    { and: [a, { or: [b, c] }] },
    { ...a, and: [{ or: [b, c] }] },
  ])("%j causes no warning", (where) => {
    rds.createPgStatement(rds.remove({ table: "notes", where }));
    expect(lines).toEqual([]);
  });

  test.each([
    ["deletes all rows of", rds.remove],
    ["updates all rows of", rds.update],
  ])("one that %s the table is named in the log", (does, make) => {
    for (const where of [undefined, {}, { and: [] }, { a: {} }]) {
      rds.createMySQLStatement(make({ table: "notes", values: { d: 1 }, where }));
    }
    expect(lines).toEqual(Array(4).fill(`The statement ${does} \`notes\`: its where has no condition.`));
  });
});
