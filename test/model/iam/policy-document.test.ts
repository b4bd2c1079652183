import { parsePolicyDocument, readPolicyDocument } from "../../../lib/model";
import type { PolicyKind } from "../../../lib/model/iam/policy-document";

const allow = { Effect: "Allow", Action: "execute-api:Invoke", Resource: "*" };
const role = "arn:aws:iam::123456789012:role/notes";
const { Resource: _resource, ...trusted } = { ...allow, Action: "sts:AssumeRole", Principal: { AWS: role } };

describe("policy documents", () => {
  test.each([
    undefined,
    null,
    "text",
    {},
    { Statement: "x" },
    { Version: "2020-01-01", Statement: [allow] },
    { Statement: [{ ...allow, Effect: "Maybe" }] },
    { Statement: [{ ...allow, Effect: "allow" }] },
    { Statement: [{ Effect: "Allow", Resource: "*" }] },
    { Statement: [{ Effect: "Allow", Action: 1, Resource: "*" }] },
    { Statement: [{ Effect: "Allow", Action: "*" }] },
    { Statement: [{ ...allow, NotAction: "s3:*" }] },
    { Statement: [{ ...allow, NotResource: "x" }] },
    { Statement: [{ ...allow, Principal: "*", NotPrincipal: "*" }] },
    { Statement: [{ ...allow, Principal: ["*"] }] },
    { Statement: [{ ...allow, Principal: { Role: role } }] },
    { Statement: [{ ...allow, Principal: { AWS: 1 } }] },
    { Statement: [{ ...allow, Condition: [] }] },
    { Statement: [{ ...allow, Condition: [{ StringEquals: { "aws:a": "b" } }] }] },
    { Statement: [{ ...allow, Condition: null }] },
    { Statement: [{ ...allow, Condition: "x" }] },
    { Statement: [{ ...allow, Condition: { StringEquals: "x" } }] },
    { Statement: [{ ...allow, Condition: { StringEquals: [{ "aws:a": "b" }] } }] },
    { Statement: [{ ...allow, Condition: { StringEquals: { "aws:a": { b: "c" } } } }] },
    { Statement: [{ ...allow, Condition: { StringEquals: { "aws:a": null } } }] },
  ])("%j is not a policy", (document) => {
    expect(parsePolicyDocument(document)).toBeUndefined();
  });

  /** Source: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_grammar.html */
  test.each<[PolicyKind, object]>([
    ["identity", { Statement: [allow], Statements: [] }],
    ["identity", { Statement: [{ ...allow, Comment: "x" }] }],
    ["identity", { Statement: [{ ...allow, Principal: "*" }] }],
    ["identity", { Statement: [{ ...allow, Action: [] }] }],
    ["identity", { Statement: [{ ...allow, Resource: [] }] }],
    [
      "identity",
      {
        Statement: [
          { ...allow, Sid: "A" },
          { ...allow, Sid: "A" },
        ],
      },
    ],
    ["identity", { Statement: [{ ...allow, Condition: { StringSame: { "aws:a": "b" } } }] }],
    [
      "identity",
      { Statement: [{ ...allow, Effect: "Deny", Condition: { NullIfExists: { "aws:a": "true" } } }] },
    ],
    ["resource", { Statement: [allow] }],
    ["resource", { Statement: [{ ...allow, Principal: role }] }],
    ["resource", { Statement: [{ ...allow, Principal: {} }] }],
    ["resource", { Statement: [{ ...allow, Principal: { AWS: `${role}*` } }] }],
    ["resource", { Statement: [{ ...allow, NotPrincipal: { AWS: role } }] }],
    [
      "resource",
      { Statement: [{ ...allow, Principal: "*", Effect: "Deny", Condition: { Equals: { "aws:a": "b" } } }] },
    ],
    ["trust", { Statement: [{ ...trusted, Resource: "*" }] }],
    ["trust", { Statement: [{ ...trusted, Principal: undefined }] }],
    [
      "trust",
      { Statement: [{ ...trusted, Principal: undefined, NotPrincipal: { AWS: role }, Effect: "Deny" }] },
    ],
  ])("AWS refuses the %s policy %j, with the place", (kind, document) => {
    const read = readPolicyDocument(document, kind);
    expect("problem" in read ? read.problem : "").toMatch(/policy|Statement|statements/);
  });

  test.each<[PolicyKind, object]>([
    ["identity", { Version: "2012-10-17", Id: "x", Statement: { ...allow, Sid: "A" } }],
    ["identity", { Version: "2008-10-17", Statement: [{ ...allow, Condition: {} }] }],
    ["identity", { Statement: [{ ...allow, Condition: { Bool: { "aws:SecureTransport": true } } }] }],
    ["resource", { Statement: [{ ...allow, Principal: { AWS: "*" } }] }],
    ["resource", { Statement: [{ ...allow, Effect: "Deny", NotPrincipal: { AWS: [role] } }] }],
    ["trust", { Statement: [trusted] }],
    ["other", { Statement: [{ ...allow, Comment: "an authorizer may answer this" }] }],
  ])("AWS takes the %s policy %j", (kind, document) => {
    expect(readPolicyDocument(document, kind)).toEqual({ statements: expect.any(Array) });
  });
});
