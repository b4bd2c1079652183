import { policyJson, type Statement } from "../../../../lib/kit/iam";
import { measurePolicy, packPolicies } from "../../../../lib/kit/iam/permissions";

/** A statement on a separate resource, so that no two are joined. */
function allow(name: string, more: Partial<Statement> = {}): Statement {
  return { effect: "Allow", actions: ["s3:GetObject"], resources: [`arn:aws:s3:::${name}`], ...more };
}

/** A policy of exactly this number of characters, in statements of about 500. */
function policyOf(characters: number): readonly Statement[] {
  const statements: Statement[] = [];
  while (measurePolicy([...statements, filler(statements.length, 400)]) <= characters - 500) {
    statements.push(filler(statements.length, 400));
  }
  const rest = characters - measurePolicy([...statements, filler(statements.length, 0)]);
  return [...statements, filler(statements.length, rest)];
}

function filler(index: number, length: number): Statement {
  return allow(`${String(index).padStart(3, "0")}${"x".repeat(length)}`);
}

const pack = (statements: readonly Statement[], attached?: number) =>
  packPolicies("test", "permissions", { base: statements }, attached).base;

describe("the size of a policy", () => {
  test("without references is the length of its text", () => {
    const statements = [allow("a"), allow("b", { actions: ["s3:*", "sqs:*"] })];
    expect(measurePolicy(statements)).toBe(policyJson(statements).length);
  });
  test("does not count Terraform's escape of a variable", () => {
    expect(measurePolicy([allow("${aws:username}")])).toBe(policyJson([allow("${aws:username}")]).length - 1);
  });
  test.each([
    ["a short reference counts as an ARN", "${aws_s3_bucket.x.arn}", 120],
    ["a long one as its text", `\${aws_s3_bucket.${"x".repeat(200)}.arn}`, 221],
  ])("%s", (_, reference, characters) => {
    expect(measurePolicy([allow(reference)]) - measurePolicy([allow("")])).toBe(characters);
  });
});

describe("packing the policies of a role", () => {
  test("no statements give no policy", () => {
    expect(pack([])).toEqual({ documents: [] });
  });
  test("10,000 characters stay inline", () => {
    const statements = policyOf(10_000);
    expect(measurePolicy(statements)).toBe(10_000);
    expect(pack(statements)).toEqual({ inline: statements, documents: [] });
  });
  test("one more makes documents of at most 6,000 each, with every statement in one of them", () => {
    const statements = policyOf(10_001);
    const { inline, documents } = pack(statements);
    expect(inline).toBeUndefined();
    expect(documents).toHaveLength(2);
    expect(Math.max(...documents.map(measurePolicy))).toBeLessThanOrEqual(6_000);
    expect(documents.flat()).toHaveLength(statements.length);
  });
  test("a document may have exactly 6,000 characters, and not one more", () => {
    const sizes = (characters: number) =>
      pack([...policyOf(characters), filler(999, 5_000)]).documents.map(measurePolicy);
    expect(sizes(6_000)[0]).toBe(6_000);
    expect(sizes(6_001)[0]).toBeLessThan(6_000);
  });
  test("the total size of a role's policies decides, and the first stay inline", () => {
    const [base, links] = [policyOf(9_000), policyOf(2_000)];
    const packed = packPolicies("test", "permissions", { base, links });
    expect(packed.base.inline).toBe(base);
    expect(packed.links).toEqual({ documents: [links] });
  });
  test("a policy that went into documents leaves the room to the next", () => {
    const links = policyOf(9_000);
    expect(packPolicies("test", "permissions", { base: policyOf(12_000), links }).links.inline).toBe(links);
  });
  test("a statement at the end moves no other one", () => {
    const statements = policyOf(20_000);
    const before = pack(statements).documents;
    const after = pack([...statements, allow("added")]).documents;
    expect(
      after.map((document) => document.filter(({ resources }) => resources[0] !== "arn:aws:s3:::added")),
    ).toEqual(before);
  });
  test("a statement in the middle changes each document by a few statements only", () => {
    const statements = policyOf(30_000);
    const names = (list: readonly Statement[]) => list.map(({ resources }) => resources[0]);
    const before = pack(statements).documents.map(names);
    const added = [...statements.slice(0, 15), allow("added"), ...statements.slice(15)];
    const after = pack(added).documents.map(names);
    const moved = before.map(
      (document, index) => document.filter((name) => !after[index]?.includes(name)).length,
    );
    expect(Math.max(...moved)).toBeLessThanOrEqual(1);
  });
  test("statements on the same resources share a document", () => {
    const actions = Array.from({ length: 300 }, (_, index) => `s3:GetObject${"x".repeat(20)}${index}`);
    const separate = actions.map((action) => allow("same", { actions: [action] }));
    const { documents } = pack([...separate, ...policyOf(3_000)]);
    expect(
      documents.flat().filter(({ resources }) => resources[0] === "arn:aws:s3:::same").length,
    ).toBeLessThan(4);
  });
  test.each(["resources", "actions"] as const)("a statement with too many %s is divided", (key) => {
    const list = Array.from({ length: 300 }, (_, index) =>
      key === "resources" ? `arn:aws:s3:::${"x".repeat(30)}${index}` : `s3:${"x".repeat(40)}${index}`,
    );
    const { documents } = pack([allow("all", { [key]: list, sid: "All" })]);
    expect(
      documents
        .flat()
        .flatMap((each) => each[key])
        .sort(),
    ).toEqual([...list].sort());
    expect(documents.flat().filter(({ sid }) => sid === "All")).toHaveLength(1);
    expect(Math.max(...documents.map(measurePolicy))).toBeLessThanOrEqual(6_000);
  });
  test("a statement that cannot be divided is refused", () => {
    const conditions = { StringLike: { "s3:prefix": ["x".repeat(11_000)] } };
    expect(() => pack([allow("a", { conditions })])).toThrow(
      /permissions .*\["s3:GetObject"\].*statement-too-large/s,
    );
  });
  test("10 documents are accepted, 11 refused, and what is attached already counts", () => {
    const documents = (count: number) => Array.from({ length: count }, (_, index) => filler(index, 5_800));
    expect(pack(documents(10)).documents).toHaveLength(10);
    expect(() => pack(documents(11))).toThrow(
      "test: permissions need 11 policies of 6,000 characters, but the role allows only 10 more.",
    );
    expect(pack(documents(9), 1).documents).toHaveLength(9);
    expect(() => pack(documents(10), 1)).toThrow(/allows only 9 more.*policy-too-large/s);
  });
});
