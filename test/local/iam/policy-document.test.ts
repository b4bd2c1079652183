import { parsePolicyDocument } from "../../../lib/local/iam/policy-document";

const allow = { Effect: "Allow", Action: "execute-api:Invoke", Resource: "*" };

describe("policy documents", () => {
  test.each([
    undefined,
    null,
    "text",
    {},
    { Statement: "x" },
    { Statement: [{ ...allow, Effect: "Maybe" }] },
    { Statement: [{ Effect: "Allow", Resource: "*" }] },
    { Statement: [{ Effect: "Allow", Action: 1, Resource: "*" }] },
    { Statement: [{ Effect: "Allow", Action: "*" }] },
  ])("%j is not a policy", (document) => {
    expect(parsePolicyDocument(document)).toBeUndefined();
  });
});
