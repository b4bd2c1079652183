import { isAllowed, parsePolicy } from "../../../lib/local/iam/policy";
import { matchesWildcard } from "../../../lib/local/iam/wildcard";

const arn = "arn:aws:execute-api:eu-west-1:123456789012:abc123/dev/GET/notes/7";
const all = "arn:aws:execute-api:*:*:abc123/*";

function verdict(...statements: object[]): boolean | undefined {
  const policy = parsePolicy({ Version: "2012-10-17", Statement: statements });
  return policy === undefined ? undefined : isAllowed(policy, arn);
}

const allow = { Effect: "Allow", Action: "execute-api:Invoke", Resource: arn };

/** Source: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic.html */
describe("the policy of an authorizer", () => {
  test.each([
    ["the very resource", [allow], true],
    ["a wildcard for the resource", [{ ...allow, Resource: all }], true],
    ["one of several resources", [{ ...allow, Resource: ["x", all] }], true],
    ["a wildcard for everything", [{ Effect: "Allow", Action: "*", Resource: "*" }], true],
    ["one of several actions", [{ ...allow, Action: ["x:y", "execute-api:*"] }], true],
    ["an action in another case", [{ ...allow, Action: "EXECUTE-API:invoke" }], true],
    ["another action", [{ ...allow, Action: "execute-api:ManageConnections" }], false],
    ["another method", [{ ...allow, Resource: arn.replace("GET", "POST") }], false],
    ["another stage", [{ ...allow, Resource: arn.replace("/dev/", "/prod/") }], false],
    ["a resource in another case", [{ ...allow, Resource: arn.replace("notes", "Notes") }], false],
    ["no statement that fits", [], false],
    ["a denial before a permission", [{ ...allow, Effect: "Deny" }, allow], false],
    ["a denial after a permission", [allow, { ...allow, Effect: "Deny", Resource: all }], false],
    ["a denial of something else", [{ ...allow, Effect: "Deny", Resource: `${arn}x` }, allow], true],
    ["all but another resource", [{ Effect: "Allow", Action: "*", NotResource: `${arn}x` }], true],
    ["all but this resource", [{ Effect: "Allow", Action: "*", NotResource: arn }], false],
    ["all but another action", [{ Effect: "Allow", NotAction: "s3:*", Resource: "*" }], true],
    ["a permission on a condition", [{ ...allow, Condition: { Bool: { x: "y" } } }], false],
    [
      "a denial on a condition",
      [allow, { ...allow, Effect: "Deny", Condition: { Bool: { x: "y" } } }],
      false,
    ],
    ["an empty condition", [{ ...allow, Condition: {} }], true],
  ])("%s: allowed is %p", (_, statements, expected) => {
    expect(verdict(...(statements as object[]))).toBe(expected);
  });

  test("a single statement needs no list", () => {
    expect(isAllowed(parsePolicy({ Statement: allow }) ?? [], arn)).toBe(true);
  });

  test.each([
    undefined,
    null,
    "text",
    {},
    { Statement: "x" },
    { Statement: [{ ...allow, Effect: "Maybe" }] },
    { Statement: [{ Effect: "Allow", Resource: arn }] },
    { Statement: [{ Effect: "Allow", Action: 1, Resource: arn }] },
    { Statement: [{ Effect: "Allow", Action: "*" }] },
  ])("%j is no policy", (document) => {
    expect(parsePolicy(document)).toBeUndefined();
  });

  test.each([
    ["*", "", true],
    ["*", "anything", true],
    ["a*c", "abc", true],
    ["a*c", "ac", true],
    ["a*c", "abd", false],
    ["a?c", "abc", true],
    ["a?c", "ac", false],
    ["a*b*c", "aXbYbZc", true],
    ["a.c", "abc", false],
    ["", "a", false],
    ["a", "", false],
    ["*a*", "bab", true],
    [`${"a*".repeat(30)}b`, "a".repeat(200), false],
  ])("pattern %j matches %j: %p", (pattern, text, expected) => {
    expect(matchesWildcard(pattern, text)).toBe(expected);
  });
});
