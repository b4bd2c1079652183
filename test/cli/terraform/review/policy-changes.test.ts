import { policyChanges } from "../../../../lib/cli/terraform/review/planned-changes";

const policy = (...statements: readonly object[]) => JSON.stringify({ Statement: statements });
const rules = (...statements: readonly object[]) => policyChanges(undefined, policy(...statements))?.added;

test.each<[object, string[]]>([
  [{ Effect: "Allow", Action: "s3:Get", Resource: "a" }, ["s3:Get on a"]],
  [
    { Effect: "Allow", Action: ["s3:Put", "s3:Get"], Resource: ["a", "b"] },
    ["s3:Get on a", "s3:Get on b", "s3:Put on a", "s3:Put on b"],
  ],
  [{ Effect: "Deny", NotAction: "s3:Get", NotResource: "a" }, ["deny all but s3:Get on all but a"]],
  [{ Action: "sts:AssumeRole", Principal: { Service: "x" } }, ['sts:AssumeRole for {"Service":"x"}']],
  [{ Action: "a:B", Principal: "*", NotPrincipal: "y" }, ["a:B for *, all but y"]],
  [{ Action: "a:B", Condition: { Bool: { x: "y" } } }, ['a:B if {"Bool":{"x":"y"}}']],
  [{ Action: "a:B" }, ["a:B"]],
  [{ Resource: "a" }, []],
])("%j is %j", (statement, expected) => {
  expect(rules(statement)).toEqual(expected);
});

test("an identical rule appears once, and statements that are not objects are left out", () => {
  const statement = { Action: "a:B", Resource: "c" };
  expect(policyChanges("", JSON.stringify({ Statement: [statement, statement, "x"] }))?.added).toEqual([
    "a:B on c",
  ]);
  expect(policyChanges("", JSON.stringify({ Statement: statement }))?.added).toEqual(["a:B on c"]);
});

test("a part that both have is not a change", () => {
  const [a, b, c] = ["a", "b", "c"].map((Resource) => ({ Action: "s3:Get", Resource }));
  expect(policyChanges(policy(a as object, b as object), policy(b as object, c as object))).toEqual({
    added: ["s3:Get on c"],
    removed: ["s3:Get on a"],
  });
});

test.each([undefined, null, ""])("%p is a policy without rules", (none) => {
  expect(policyChanges(policy({ Action: "a:B" }), none)).toEqual({ added: [], removed: ["a:B"] });
});

test.each([5, "text", "{", "{}", '[{"Statement":[]}]', " {}"])("%j cannot be compared", (value) => {
  expect(policyChanges(value, policy())).toBeUndefined();
  expect(policyChanges(policy(), value)).toBeUndefined();
});
