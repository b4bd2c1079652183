import { evaluatePolicy, parsePolicyDocument } from "../../../lib/model";
import type { RequestContext } from "../../../lib/model/iam/evaluate";

const arn = "arn:aws:execute-api:eu-west-1:123456789012:abc123/dev/GET/notes/7";
const all = "arn:aws:execute-api:*:*:abc123/*";

function decide(statements: readonly object[], request: Partial<RequestContext> = {}) {
  const policy = parsePolicyDocument({ Version: "2012-10-17", Statement: statements }) ?? [];
  return evaluatePolicy(policy, { action: "execute-api:Invoke", resource: arn, ...request });
}

const allow = { Effect: "Allow", Action: "execute-api:Invoke", Resource: arn };

/** Source: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic.html */
describe("evaluation of a policy", () => {
  test.each([
    ["the very resource", [allow], "allow"],
    ["a wildcard for the resource", [{ ...allow, Resource: all }], "allow"],
    ["one of several resources", [{ ...allow, Resource: ["x", all] }], "allow"],
    ["a wildcard for everything", [{ Effect: "Allow", Action: "*", Resource: "*" }], "allow"],
    ["one of several actions", [{ ...allow, Action: ["x:y", "execute-api:*"] }], "allow"],
    ["an action in another case", [{ ...allow, Action: "EXECUTE-API:invoke" }], "allow"],
    ["another action", [{ ...allow, Action: "execute-api:ManageConnections" }], "implicit-deny"],
    ["another method", [{ ...allow, Resource: arn.replace("GET", "POST") }], "implicit-deny"],
    ["another stage", [{ ...allow, Resource: arn.replace("/dev/", "/prod/") }], "implicit-deny"],
    ["a resource in another case", [{ ...allow, Resource: arn.replace("notes", "Notes") }], "implicit-deny"],
    ["no statement that fits", [], "implicit-deny"],
    ["a denial before a permission", [{ ...allow, Effect: "Deny" }, allow], "explicit-deny"],
    ["a denial after a permission", [allow, { ...allow, Effect: "Deny", Resource: all }], "explicit-deny"],
    ["a denial of something else", [{ ...allow, Effect: "Deny", Resource: `${arn}x` }, allow], "allow"],
    ["all but another resource", [{ Effect: "Allow", Action: "*", NotResource: `${arn}x` }], "allow"],
    ["all but this resource", [{ Effect: "Allow", Action: "*", NotResource: arn }], "implicit-deny"],
    ["all but another action", [{ Effect: "Allow", NotAction: "s3:*", Resource: "*" }], "allow"],
    ["a permission with a condition", [{ ...allow, Condition: { Bool: { x: "y" } } }], "implicit-deny"],
    [
      "a denial with a condition",
      [allow, { ...allow, Effect: "Deny", Condition: { Bool: { x: "y" } } }],
      "explicit-deny",
    ],
    ["an empty condition", [{ ...allow, Condition: {} }], "allow"],
  ])("%s: %s", (_, statements, expected) => {
    expect(decide(statements)).toBe(expected);
  });

  test("a single statement needs no list", () => {
    const policy = parsePolicyDocument({ Statement: allow }) ?? [];
    expect(evaluatePolicy(policy, { action: "execute-api:Invoke", resource: arn })).toBe("allow");
  });

  const user = "arn:aws:iam::123456789012:user/ada";
  test.each([
    ["everyone", "*", "allow"],
    ["the caller", { AWS: user }, "allow"],
    ["the caller's account", { AWS: "123456789012" }, "allow"],
    ["the root of the caller's account", { AWS: ["arn:aws:iam::123456789012:root"] }, "allow"],
    ["another account", { AWS: "210987654321" }, "implicit-deny"],
    ["another user", { AWS: `${user}2` }, "implicit-deny"],
    ["a service", { Service: "sns.amazonaws.com" }, "implicit-deny"],
  ])("a permission for %s", (_, Principal, expected) => {
    expect(decide([{ ...allow, Principal }], { principal: user })).toBe(expected);
  });

  test("NotPrincipal is everyone else", () => {
    const statement = { ...allow, NotPrincipal: { AWS: user } };
    expect(decide([statement], { principal: user })).toBe("implicit-deny");
    expect(decide([statement], { principal: "anonymous" })).toBe("allow");
  });

  test("known condition keys decide whether a statement applies", () => {
    const statement = { ...allow, Condition: { StringEquals: { "aws:PrincipalTag/team": "orders" } } };
    expect(decide([statement], { conditionKeys: { "aws:principaltag/team": "orders" } })).toBe("allow");
    expect(decide([statement], { conditionKeys: { "aws:principaltag/team": "billing" } })).toBe(
      "implicit-deny",
    );
    expect(decide([allow, { ...statement, Effect: "Deny" }], { conditionKeys: {} })).toBe("allow");
  });
});
