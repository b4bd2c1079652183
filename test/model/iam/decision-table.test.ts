import {
  type AccessDecision,
  anonymous,
  type ConditionKeys,
  decideAccess,
  type Principal,
  parsePolicyDocument,
} from "../../../lib/model";
import type { DecidingPolicies } from "../../../lib/model/iam/decide";

const guide = "https://docs.aws.amazon.com/IAM/latest/UserGuide/";
const account = "123456789012";
const table = `arn:aws:dynamodb:eu-west-1:${account}:table/notes`;
const object = "arn:aws:s3:::photos/ada/1.png";
const roleArn = `arn:aws:iam::${account}:role/notes`;
const session = `arn:aws:sts::${account}:assumed-role/notes/list`;
const caller: Principal = { kind: "AWS", name: session, roleArn, account };
const user: Principal = { kind: "AWS", name: `arn:aws:iam::${account}:user/ada`, account };
const service: Principal = { kind: "Service", name: "sns.amazonaws.com" };

type Statement = Readonly<Record<string, unknown>>;
type Outcome = "allow" | "explicit deny" | "implicit deny";

const parsed = (statements: readonly Statement[] | undefined) =>
  statements && parsePolicyDocument({ Version: "2012-10-17", Statement: statements });

function outcomeOf(decision: AccessDecision): Outcome {
  if (decision.allowed) return "allow";
  return decision.explicit ? "explicit deny" : "implicit deny";
}

interface Asked {
  readonly action?: string;
  readonly resource?: string;
  readonly keys?: ConditionKeys;
  readonly caller?: Principal;
  readonly account?: string;
}

function decide(
  policies: Readonly<Partial<Record<keyof DecidingPolicies, readonly Statement[]>>>,
  { action = "dynamodb:GetItem", resource = table, keys = {}, ...asked }: Asked = {},
): Outcome {
  return outcomeOf(
    decideAccess(
      {
        identity: parsed(policies.identity),
        boundary: parsed(policies.boundary),
        session: parsed(policies.session),
        resource: parsed(policies.resource),
      },
      { caller, action, resource, keys, ...asked },
    ),
  );
}

const allow = (more: Statement = {}): Statement => ({ Effect: "Allow", Action: "*", Resource: "*", ...more });
const deny = (more: Statement = {}): Statement => ({ ...allow(more), Effect: "Deny" });

describe(`actions and resources: ${guide}reference_policies_elements_action.html`, () => {
  test.each([
    ["dynamodb:GetItem", "dynamodb:GetItem", true],
    ["dynamodb:getitem", "dynamodb:GetItem", true],
    ["DYNAMODB:GetItem", "dynamodb:GetItem", true],
    ["dynamodb:*", "dynamodb:GetItem", true],
    ["dynamodb:Get*", "dynamodb:GetItem", true],
    ["dynamodb:*Item", "dynamodb:GetItem", true],
    ["dynamodb:*Item", "dynamodb:BatchGetItem", true],
    ["dynamodb:?etItem", "dynamodb:GetItem", true],
    ["dynamodb:G*I*m", "dynamodb:GetItem", true],
    ["*", "dynamodb:GetItem", true],
    ["*:GetItem", "dynamodb:GetItem", true],
    [["s3:GetObject", "dynamodb:GetItem"], "dynamodb:GetItem", true],
    ["dynamodb:PutItem", "dynamodb:GetItem", false],
    ["dynamodb:Get", "dynamodb:GetItem", false],
    ["dynamodb:GetItem?", "dynamodb:GetItem", false],
    ["s3:*", "dynamodb:GetItem", false],
    ["GetItem", "dynamodb:GetItem", false],
    [[], "dynamodb:GetItem", false],
  ])("Action %j, asked for %s: %p", (Action, action, expected) => {
    expect(decide({ identity: [allow({ Action })] }, { action })).toBe(expected ? "allow" : "implicit deny");
    const opposite = { Effect: "Allow", NotAction: Action, Resource: "*" };
    expect(decide({ identity: [opposite] }, { action })).toBe(expected ? "implicit deny" : "allow");
  });

  // Source: reference_policies_elements_resource.html, reference_policies_elements_notresource.html
  test.each([
    [table, table, true],
    ["*", table, true],
    ["arn:aws:dynamodb:*:*:table/notes", table, true],
    [`arn:aws:dynamodb:eu-west-1:${account}:table/*`, table, true],
    [`arn:aws:dynamodb:eu-west-1:${account}:*`, table, true],
    [`arn:aws:dynamodb:eu-west-1:${account}:table/note?`, table, true],
    [["x", table], table, true],
    ["arn:aws:s3:::photos/*", object, true],
    ["arn:aws:s3:::photos/*/1.png", object, true],
    ["arn:aws:s3:::photos/???/*.png", object, true],
    ["arn:aws:s3:::*", object, true],
    ["arn:aws:dynamodb:*", table, true],
    [`${table}/index/*`, table, false],
    [table, `${table}/index/byOwner`, false],
    [`${table}/index/*`, `${table}/index/byOwner`, true],
    ["arn:aws:s3:::photos", object, false],
    ["arn:aws:s3:::photos/*", "arn:aws:s3:::photos", false],
    [`arn:aws:dynamodb:us-east-1:${account}:table/notes`, table, false],
    [`arn:aws:dynamodb:eu-west-1:${account}:table/Notes`, table, false],
    [`arn:aws-cn:dynamodb:eu-west-1:${account}:table/notes`, table, false],
    ["arn:aws:s3:::photos/?/1.png", object, false],
    [[], table, false],
  ])("Resource %j, asked for %s: %p", (Resource, resource, expected) => {
    expect(decide({ identity: [allow({ Resource })] }, { resource })).toBe(
      expected ? "allow" : "implicit deny",
    );
    const opposite = { Effect: "Allow", Action: "*", NotResource: Resource };
    expect(decide({ identity: [opposite] }, { resource })).toBe(expected ? "implicit deny" : "allow");
  });
});

const ip = "aws:SourceIp";
const arnKey = "aws:SourceArn";
const time = "aws:CurrentTime";
const tag = "aws:PrincipalTag/team";
const keysOf = "dynamodb:LeadingKeys";
const topic = `arn:aws:sns:eu-west-1:${account}:orders`;

/** Sources: reference_policies_elements_condition_operators.html; for absent keys https://iam.cloudcopilot.io/resources/operators */
const conditions: readonly (readonly [
  string,
  string,
  unknown,
  string | readonly string[] | undefined,
  boolean,
])[] = [
  ["StringEquals", tag, "orders", "orders", true],
  ["StringEquals", tag, "orders", "Orders", false],
  ["StringEquals", tag, ["billing", "orders"], "orders", true],
  ["StringEquals", tag, "ord*", "orders", false],
  ["StringEquals", tag, "orders", undefined, false],
  ["StringEqualsIfExists", tag, "orders", undefined, true],
  ["StringEqualsIfExists", tag, "orders", "billing", false],
  ["StringNotEquals", tag, "orders", "billing", true],
  ["StringNotEquals", tag, "orders", "orders", false],
  ["StringNotEquals", tag, ["billing", "orders"], "orders", false],
  ["StringNotEquals", tag, "orders", undefined, true],
  ["StringNotEqualsIfExists", tag, "orders", undefined, true],
  ["StringEqualsIgnoreCase", tag, "ORDERS", "orders", true],
  ["StringEqualsIgnoreCase", tag, "ORDER", "orders", false],
  ["StringEqualsIgnoreCase", tag, "orders", undefined, false],
  ["StringNotEqualsIgnoreCase", tag, "ORDERS", "orders", false],
  ["StringNotEqualsIgnoreCase", tag, "ORDER", "orders", true],
  ["StringLike", tag, "ord*", "orders", true],
  ["StringLike", tag, "ord?rs", "orders", true],
  ["StringLike", tag, "*", "orders", true],
  ["StringLike", tag, "ORD*", "orders", false],
  ["StringLike", tag, "*", undefined, false],
  ["StringLikeIfExists", tag, "x*", undefined, true],
  ["StringNotLike", tag, "ord*", "orders", false],
  ["StringNotLike", tag, "bill*", "orders", true],
  ["StringNotLike", tag, "bill*", undefined, true],
  ["NumericEquals", "s3:max-keys", "10", "10", true],
  ["NumericEquals", "s3:max-keys", 10, "10.0", true],
  ["NumericEquals", "s3:max-keys", 10, "ten", false],
  ["NumericEquals", "s3:max-keys", 0, "", false],
  ["NumericEquals", "s3:max-keys", 10, undefined, false],
  ["NumericNotEquals", "s3:max-keys", 10, "11", true],
  ["NumericNotEquals", "s3:max-keys", 10, "10", false],
  ["NumericNotEquals", "s3:max-keys", 10, undefined, true],
  ["NumericLessThan", "s3:max-keys", 10, "9", true],
  ["NumericLessThan", "s3:max-keys", 10, "10", false],
  ["NumericLessThanEquals", "s3:max-keys", 10, "10", true],
  ["NumericLessThanEquals", "s3:max-keys", 10, "11", false],
  ["NumericGreaterThan", "s3:max-keys", 10, "11", true],
  ["NumericGreaterThan", "s3:max-keys", 10, "10", false],
  ["NumericGreaterThanEquals", "s3:max-keys", 10, "10", true],
  ["NumericGreaterThanEquals", "s3:max-keys", 10, "9.5", false],
  ["NumericLessThanEqualsIfExists", "s3:max-keys", 10, undefined, true],
  ["DateEquals", time, "2026-01-02T03:04:05Z", "2026-01-02T03:04:05Z", true],
  ["DateEquals", time, "1767323045", "2026-01-02T03:04:05Z", true],
  ["DateNotEquals", time, "2026-01-02T03:04:05Z", "2026-01-02T03:04:06Z", true],
  ["DateNotEquals", time, "2026-01-02T03:04:05Z", "2026-01-02T03:04:05Z", false],
  ["DateLessThan", time, "2026-01-03", "2026-01-02T03:04:05Z", true],
  ["DateLessThan", time, "2026-01-02", "2026-01-02T03:04:05Z", false],
  ["DateLessThanEquals", time, "2026-01-02T03:04:05Z", "2026-01-02T03:04:05Z", true],
  ["DateGreaterThan", time, "2026-01-01T00:00:00Z", "2026-01-02T03:04:05Z", true],
  ["DateGreaterThan", time, "2026-02-01T00:00:00Z", "2026-01-02T03:04:05Z", false],
  ["DateGreaterThanEquals", time, "2026-01-02T03:04:05Z", "2026-01-02T03:04:05Z", true],
  ["DateGreaterThan", time, "not a date", "2026-01-02T03:04:05Z", false],
  ["Bool", "aws:SecureTransport", "true", "true", true],
  ["Bool", "aws:SecureTransport", true, "true", true],
  ["Bool", "aws:SecureTransport", "True", "true", true],
  ["Bool", "aws:SecureTransport", "false", "true", false],
  ["Bool", "aws:MultiFactorAuthPresent", "false", undefined, false],
  ["BoolIfExists", "aws:MultiFactorAuthPresent", "false", undefined, true],
  ["BinaryEquals", "x:key", "QmluYXJ5VmFsdWU=", "QmluYXJ5VmFsdWU=", true],
  ["BinaryEquals", "x:key", "QmluYXJ5VmFsdWU=", "qmluYXJ5VmFsdWU=", false],
  ["IpAddress", ip, "203.0.113.0/24", "203.0.113.7", true],
  ["IpAddress", ip, "203.0.113.0/24", "203.0.114.7", false],
  ["IpAddress", ip, "203.0.113.7", "203.0.113.7", true],
  ["IpAddress", ip, ["10.0.0.0/8", "203.0.113.0/24"], "203.0.113.7", true],
  ["IpAddress", ip, "0.0.0.0/0", "203.0.113.7", true],
  ["IpAddress", ip, "2001:db8:1234:5678::/64", "2001:db8:1234:5678::1", true],
  ["IpAddress", ip, "2001:db8:1234:5678::/64", "203.0.113.7", false],
  ["IpAddress", ip, "203.0.113.0/99", "203.0.113.7", false],
  ["IpAddress", ip, "203.0.113.0/24", undefined, false],
  ["NotIpAddress", ip, "203.0.113.0/24", "203.0.114.7", true],
  ["NotIpAddress", ip, "203.0.113.0/24", "203.0.113.7", false],
  ["NotIpAddress", ip, "203.0.113.0/24", undefined, true],
  ["ArnEquals", arnKey, topic, topic, true],
  ["ArnEquals", arnKey, "arn:aws:sns:*:*:orders", topic, true],
  ["ArnLike", arnKey, "arn:aws:sns:eu-west-1:*:ord*", topic, true],
  ["ArnLike", arnKey, "arn:aws:sns:*", topic, false],
  ["ArnLike", arnKey, "arn:aws:sqs:*:*:*", topic, false],
  ["ArnLike", arnKey, "arn:aws:sns:*:*:*", undefined, false],
  ["ArnLikeIfExists", arnKey, "arn:aws:sns:*:*:*", undefined, true],
  ["ArnNotEquals", arnKey, topic, topic, false],
  ["ArnNotLike", arnKey, "arn:aws:sqs:*:*:*", topic, true],
  ["ArnNotLike", arnKey, "arn:aws:sns:*:*:*", undefined, true],
  ["Null", tag, "true", undefined, true],
  ["Null", tag, "true", "orders", false],
  ["Null", tag, "false", "orders", true],
  ["Null", tag, "false", undefined, false],
  ["Null", keysOf, "true", [], true],
  ["ForAllValues:StringEquals", keysOf, ["ada", "bob"], ["ada"], true],
  ["ForAllValues:StringEquals", keysOf, ["ada", "bob"], ["ada", "bob"], true],
  ["ForAllValues:StringEquals", keysOf, ["ada"], ["ada", "bob"], false],
  ["ForAllValues:StringEquals", keysOf, ["ada"], undefined, true],
  ["ForAllValues:StringLike", keysOf, ["ada-*"], ["ada-1", "ada-2"], true],
  ["ForAllValues:StringNotEquals", keysOf, ["ada"], ["bob", "eve"], true],
  ["ForAllValues:StringNotEquals", keysOf, ["ada"], ["bob", "ada"], false],
  ["ForAllValues:StringNotEqualsIfExists", keysOf, ["ada"], undefined, true],
  ["ForAnyValue:StringEquals", keysOf, ["ada"], ["bob", "ada"], true],
  ["ForAnyValue:StringEquals", keysOf, ["ada"], ["bob", "eve"], false],
  ["ForAnyValue:StringEquals", keysOf, ["ada"], undefined, false],
  ["ForAnyValue:StringEqualsIfExists", keysOf, ["ada"], undefined, false],
  ["ForAnyValue:StringNotEquals", keysOf, ["ada"], ["bob", "ada"], true],
  ["ForAnyValue:StringNotEquals", keysOf, ["ada"], ["ada"], false],
  ["ForAnyValue:StringNotEquals", keysOf, ["ada"], undefined, false],
  ["ForAnyValue:StringLike", keysOf, ["a*"], ["bob", "ada"], true],
  ["StringEquals", tag, [], "orders", false],
  ["StringNotEquals", tag, [], "orders", true],
  ["ForAllValues:StringEquals", keysOf, [], ["ada"], false],
  ["ForAllValues:StringEquals", keysOf, [], undefined, true],
  ["ForAnyValue:StringEquals", keysOf, [], ["ada"], false],
  ["Null", tag, "True", undefined, true],
  ["Null", tag, false, "orders", true],
];

describe("conditions", () => {
  test.each(conditions)("%s %s %j, given %j: %p", (operator, key, wanted, given, holds) => {
    const asked = { keys: { [key]: given } };
    const Condition = { [operator]: { [key]: wanted } };
    expect(decide({ identity: [allow({ Condition })] }, asked)).toBe(holds ? "allow" : "implicit deny");
    expect(decide({ identity: [allow(), deny({ Condition })] }, asked)).toBe(
      holds ? "explicit deny" : "allow",
    );
  });

  test.each([
    ["both operators hold", { StringEquals: { [tag]: "a" }, Bool: { "x:y": "true" } }, "allow"],
    ["one operator fails", { StringEquals: { [tag]: "a" }, Bool: { "x:y": "false" } }, "implicit deny"],
    ["both keys hold", { StringEquals: { [tag]: "a", "x:y": "true" } }, "allow"],
    ["one key fails", { StringEquals: { [tag]: "b", "x:y": "true" } }, "implicit deny"],
    ["the key is in another case", { StringEquals: { "AWS:principaltag/TEAM": "a" } }, "allow"],
  ])("%s", (_, Condition, expected) => {
    expect(decide({ identity: [allow({ Condition })] }, { keys: { [tag]: "a", "x:y": "true" } })).toBe(
      expected,
    );
  });
});

describe(`policy variables: ${guide}reference_policies_variables.html`, () => {
  const keys = { "aws:PrincipalTag/user": "ada", "aws:PrincipalTag/glob": "*", "x:many": ["a", "b"] };
  test.each([
    ["arn:aws:s3:::photos/${aws:PrincipalTag/user}/*", "allow"],
    ["arn:aws:s3:::photos/${AWS:principaltag/user}/*", "allow"],
    ["arn:aws:s3:::${aws:PrincipalTag/bucket, 'photos'}/*", "allow"],
    ["arn:aws:s3:::photos/${aws:PrincipalTag/user, 'bob'}/*", "allow"],
    ["arn:aws:s3:::photos/${aws:PrincipalTag/other, 'bob'}/*", "implicit deny"],
    ["arn:aws:s3:::photos/${aws:PrincipalTag/other}/*", "implicit deny"],
    ["arn:aws:s3:::photos/${aws:PrincipalTag/glob}", "implicit deny"],
    ["arn:aws:s3:::photos/${x:many}/*", "implicit deny"],
    ["arn:aws:s3:::photos/${*}/1.png", "implicit deny"],
    ["arn:aws:s3:::photos/a${?}a/1.png", "implicit deny"],
    ["arn:aws:s3:::photos/${$}{x}", "implicit deny"],
  ])("Resource %s: %s", (Resource, expected) => {
    expect(decide({ identity: [allow({ Resource })] }, { resource: object, keys })).toBe(expected);
  });

  test.each([
    ["arn:aws:s3:::photos/${*}", "arn:aws:s3:::photos/*", "allow"],
    ["arn:aws:s3:::photos/${?}", "arn:aws:s3:::photos/?", "allow"],
    ["arn:aws:s3:::photos/${$}{x}", "arn:aws:s3:::photos/${x}", "allow"],
    ["arn:aws:s3:::photos/${aws:PrincipalTag/glob}", "arn:aws:s3:::photos/*", "allow"],
  ])("Resource %s is the character itself in %s: %s", (Resource, resource, expected) => {
    expect(decide({ identity: [allow({ Resource })] }, { resource, keys })).toBe(expected);
  });

  test.each([
    ["StringEquals", "${aws:PrincipalTag/user}", "ada", "allow"],
    ["StringEquals", "${aws:PrincipalTag/user}", "bob", "implicit deny"],
    ["StringLike", "home/${aws:PrincipalTag/user}/*", "home/ada/x", "allow"],
    ["StringLike", "home/${aws:PrincipalTag/glob}", "home/bob", "implicit deny"],
    ["StringEquals", "${aws:PrincipalTag/glob}", "*", "allow"],
    ["StringEquals", "${aws:PrincipalTag/none}", "ada", "implicit deny"],
    ["StringNotEquals", "${aws:PrincipalTag/none}", "ada", "allow"],
    ["StringNotLike", "home/${aws:PrincipalTag/none}/*", "home/ada/x", "allow"],
    ["StringLike", "home/${aws:PrincipalTag/none}/*", "home/ada/x", "implicit deny"],
    ["StringEquals", "${aws:PrincipalTag/none, 'ada'}", "ada", "allow"],
    ["ForAllValues:StringEquals", "${aws:PrincipalTag/user}", "ada", "allow"],
  ])("Condition %s %s, given %s: %s", (operator, wanted, given, expected) => {
    const Condition = { [operator]: { "s3:prefix": wanted } };
    expect(decide({ identity: [allow({ Condition })] }, { keys: { ...keys, "s3:prefix": given } })).toBe(
      expected,
    );
  });

  // Source: reference_policies_variables.html#policy-vars-no-value
  test.each([
    ["Allow", "Resource", "implicit deny"],
    ["Allow", "NotResource", "implicit deny"],
    ["Deny", "Resource", "allow"],
    ["Deny", "NotResource", "explicit deny"],
  ])("%s with a variable without a value in %s: %s", (Effect, element, expected) => {
    const statement = { Effect, Action: "*", [element]: "arn:aws:s3:::photos/${aws:PrincipalTag/none}/*" };
    const identity = Effect === "Allow" ? [statement] : [allow(), statement];
    expect(decide({ identity }, { resource: object, keys })).toBe(expected);
  });

  test.each([
    ["Resource", { Resource: "arn:aws:s3:::photos/${aws:SourceVpc}/*" }],
    ["NotResource", { Resource: undefined, NotResource: "arn:aws:s3:::photos/${aws:SourceVpc}/*" }],
    ["Condition", { Condition: { StringEquals: { "aws:PrincipalTag/user": "${aws:SourceVpc}" } } }],
  ])("a variable in %s that this machine cannot know: nothing is allowed", (_, more) => {
    const unknown: string[] = [];
    const isKnown = (key: string) => key !== "aws:sourcevpc";
    const request = { caller, action: "s3:GetObject", resource: object, keys, isKnown };
    const unknownKey = (key: string) => void unknown.push(key);
    for (const identity of [parsed([allow(more)]), parsed([allow(), deny(more)])])
      expect(decideAccess({ identity }, { ...request, unknownKey }).allowed).toBe(false);
    expect(unknown).toEqual(["aws:SourceVpc", "aws:SourceVpc"]);
  });

  test.each([
    ["Resource", { Resource: "arn:aws:s3:::photos/${aws:PrincipalTag/user}/*" }],
    ["Condition", { Condition: { StringEquals: { "s3:prefix": "${aws:PrincipalTag/user}" } } }],
  ])("a policy without a version has no variables in %s", (_, more) => {
    const identity = parsePolicyDocument({ Statement: allow(more) });
    const request = {
      caller,
      action: "s3:GetObject",
      resource: object,
      keys: { ...keys, "s3:prefix": "ada" },
    };
    expect(outcomeOf(decideAccess({ identity }, request))).toBe("implicit deny");
  });
});

const to = (AWS: unknown, more: Statement = {}): Statement => allow({ Principal: { AWS }, ...more });
const other = "210987654321";

/** Source: reference_policies_elements_principal.html, reference_policies_evaluation-logic_policy-eval-denyallow.html */
describe("identity, resource, boundary and session policies together", () => {
  const identity = [allow()];
  const nothing: readonly Statement[] = [];
  test.each([
    ["the role allows", { identity }, "allow"],
    ["nothing allows", { identity: nothing }, "implicit deny"],
    ["the role denies explicitly", { identity: [allow(), deny()] }, "explicit deny"],
    ["the order does not matter", { identity: [deny(), allow()] }, "explicit deny"],
    ["the resource denies explicitly", { identity, resource: [deny({ Principal: "*" })] }, "explicit deny"],
    [
      "the resource denies the role",
      { identity, resource: [deny({ Principal: { AWS: roleArn } })] },
      "explicit deny",
    ],
    [
      "the resource denies the account",
      { identity, resource: [deny({ Principal: { AWS: account } })] },
      "explicit deny",
    ],
    [
      "the resource denies another role",
      { identity, resource: [deny({ Principal: { AWS: `${roleArn}2` } })] },
      "allow",
    ],
    ["the boundary denies explicitly", { identity, boundary: [allow(), deny()] }, "explicit deny"],
    ["the session denies explicitly", { identity, session: [allow(), deny()] }, "explicit deny"],
    ["the boundary allows", { identity, boundary: [allow()] }, "allow"],
    ["the boundary does not allow", { identity, boundary: nothing }, "implicit deny"],
    ["the boundary alone allows", { identity: nothing, boundary: [allow()] }, "implicit deny"],
    ["the session allows", { identity, session: [allow()] }, "allow"],
    ["the session does not allow", { identity, session: nothing }, "implicit deny"],
    ["the session alone allows", { identity: nothing, session: [allow()] }, "implicit deny"],
    ["boundary and session allow", { identity, boundary: [allow()], session: [allow()] }, "allow"],
    ["only the boundary of two allows", { identity, boundary: [allow()], session: nothing }, "implicit deny"],
    ["the resource allows the role", { identity: nothing, resource: [to(roleArn)] }, "allow"],
    ["the resource allows the session", { identity: nothing, resource: [to(session)] }, "allow"],
    ["the resource allows everyone", { identity: nothing, resource: [allow({ Principal: "*" })] }, "allow"],
    ["the resource allows AWS *", { identity: nothing, resource: [to("*")] }, "allow"],
    ["the resource allows the account", { identity: nothing, resource: [to(account)] }, "implicit deny"],
    ["account and role allow", { identity, resource: [to(account)] }, "allow"],
    [
      "the resource allows another role",
      { identity: nothing, resource: [to(`${roleArn}2`)] },
      "implicit deny",
    ],
    [
      "the resource allows a service",
      { identity: nothing, resource: [allow({ Principal: { Service: "*" } })] },
      "implicit deny",
    ],
    [
      "the role's boundary limits what the resource allows it",
      { identity: nothing, boundary: nothing, resource: [to(roleArn)] },
      "implicit deny",
    ],
    [
      "the session policy limits what the resource allows the role",
      { identity: nothing, session: nothing, resource: [to(roleArn)] },
      "implicit deny",
    ],
    [
      "the boundary does not limit what the resource allows the session",
      { identity: nothing, boundary: nothing, resource: [to(session)] },
      "allow",
    ],
    [
      "the session policy does not limit what the resource allows the session",
      { identity: nothing, session: nothing, resource: [to(session)] },
      "allow",
    ],
    [
      "the boundary's deny beats the resource",
      { identity: nothing, boundary: [deny()], resource: [to(session)] },
      "explicit deny",
    ],
    [
      "NotPrincipal of another role denies",
      {
        identity,
        resource: [{ Effect: "Deny", Action: "*", Resource: "*", NotPrincipal: { AWS: `${roleArn}2` } }],
      },
      "explicit deny",
    ],
    [
      "the resource's condition fails",
      {
        identity: nothing,
        resource: [to(roleArn, { Condition: { Bool: { "aws:SecureTransport": "true" } } })],
      },
      "implicit deny",
    ],
  ] as const)("%s: %s", (_, policies, expected) => {
    expect(decide(policies, { keys: { "aws:SecureTransport": "false" } })).toBe(expected);
  });

  // Source: reference_policies_elements_notprincipal.html
  test.each([
    ["session, role and account", { AWS: [session, roleArn, account] }, {}, "allow"],
    ["session, role and root", { AWS: [session, roleArn, `arn:aws:iam::${account}:root`] }, {}, "allow"],
    ["the role only", { AWS: roleArn }, {}, "explicit deny"],
    ["the session only", { AWS: session }, {}, "explicit deny"],
    ["the account only", { AWS: account }, {}, "explicit deny"],
    ["session and role", { AWS: [session, roleArn] }, {}, "explicit deny"],
    ["role and account", { AWS: [roleArn, account] }, {}, "explicit deny"],
    ["another session", { AWS: [`${session}2`, roleArn, account] }, {}, "explicit deny"],
    [
      "all, for a role with a boundary",
      { AWS: [session, roleArn, account] },
      { boundary: [allow()] },
      "explicit deny",
    ],
    ["everyone", "*", {}, "allow"],
    ["a service", { Service: "sns.amazonaws.com" }, {}, "explicit deny"],
  ])("NotPrincipal of a Deny names %s", (_, NotPrincipal, more, expected) => {
    const { Principal: _none, ...statement } = deny();
    const resource = [{ ...statement, NotPrincipal }];
    expect(decide({ identity, resource, ...more })).toBe(expected);
  });

  test.each([
    ["a service by name", service, { Service: "sns.amazonaws.com" }, "allow"],
    ["another service", service, { Service: "sqs.amazonaws.com" }, "explicit deny"],
    ["a user without its account", user, { AWS: user.name }, "explicit deny"],
    ["a user and its account", user, { AWS: [user.name, account] }, "allow"],
  ])("NotPrincipal of a Deny names %s", (_, who, NotPrincipal, expected) => {
    const resource = [allow({ Principal: "*" }), { ...deny(), NotPrincipal }];
    expect(decide({ resource }, { caller: who })).toBe(expected);
  });

  // Source: reference_policies_evaluation-logic-cross-account.html
  test.each([
    ["the role alone", { identity }, "implicit deny"],
    ["the resource alone", { identity: nothing, resource: [to(roleArn)] }, "implicit deny"],
    ["both", { identity, resource: [to(roleArn)] }, "allow"],
    ["role and resource, which names the account", { identity, resource: [to(account)] }, "allow"],
    ["role and resource, which names everyone", { identity, resource: [to("*")] }, "allow"],
    [
      "both, within a boundary that does not",
      { identity, boundary: nothing, resource: [to(roleArn)] },
      "implicit deny",
    ],
    [
      "both, with a deny of the resource",
      { identity, resource: [to(roleArn), deny({ Principal: "*" })] },
      "explicit deny",
    ],
  ] as const)("a resource of another account, allowed by %s: %s", (_, policies, expected) => {
    expect(decide(policies, { account: other })).toBe(expected);
  });

  // Source: reference_policies_elements_principal.html
  test.each([
    ["a service by name", service, { Service: "sns.amazonaws.com" }, "allow"],
    ["another service", service, { Service: "sqs.amazonaws.com" }, "implicit deny"],
    ["one of several services", service, { Service: ["sqs.amazonaws.com", "sns.amazonaws.com"] }, "allow"],
    ["everyone, to a service", service, "*", "allow"],
    ["a role, to a service", service, { AWS: roleArn }, "implicit deny"],
    ["everyone, to an unknown caller", anonymous, "*", "allow"],
    ["AWS *, to an unknown caller", anonymous, { AWS: "*" }, "allow"],
    ["an account, to an unknown caller", anonymous, { AWS: account }, "implicit deny"],
    [
      "a provider",
      { kind: "Federated", name: "accounts.google.com" },
      { Federated: "accounts.google.com" },
      "allow",
    ],
    [
      "another provider",
      { kind: "Federated", name: "accounts.google.com" },
      { Federated: "graph.facebook.com" },
      "implicit deny",
    ],
    [
      "a provider named as AWS",
      { kind: "Federated", name: "accounts.google.com" },
      { AWS: "accounts.google.com" },
      "implicit deny",
    ],
  ] as const)("a resource allows %s: %4$s", (_, who, Principal, expected) => {
    expect(decide({ resource: [allow({ Principal })] }, { caller: who })).toBe(expected);
  });

  // Source: https://docs.aws.amazon.com/IAM/latest/UserGuide/confused-deputy.html
  test.each([
    [{ [arnKey]: topic }, "allow"],
    [{ [arnKey]: `${topic}2` }, "implicit deny"],
    [{}, "implicit deny"],
  ])("a service that acts for %j: %s", (keys, expected) => {
    const Condition = { ArnEquals: { [arnKey]: topic } };
    const resource = [allow({ Principal: { Service: "sns.amazonaws.com" }, Condition })];
    expect(decide({ resource }, { caller: service, keys })).toBe(expected);
  });
});

/** AWS refuses them; a service that has not checked a policy must deny a statement that it cannot read. */
describe("operators that this library does not know", () => {
  test.each(["StringSame", "stringequals", "NullIfExists", "ForEachValue:StringEquals"])("%s", (operator) => {
    const Condition = { [operator]: { [tag]: "orders" } };
    const asked = { keys: { [tag]: "orders" } };
    expect(decide({ identity: [allow({ Condition })] }, asked)).toBe("implicit deny");
    expect(decide({ identity: [allow(), deny({ Condition })] }, asked)).toBe("explicit deny");
    const other = { ...Condition, StringEquals: { [tag]: "billing" } };
    expect(decide({ identity: [allow(), deny({ Condition: other })] }, asked)).toBe("allow");
  });
});

describe("condition keys that this machine cannot know", () => {
  test.each([
    ["Allow", [allow({ Condition: { StringEquals: { "aws:SourceVpc": "vpc-1" } } })], false],
    [
      "Allow with IfExists",
      [allow({ Condition: { StringEqualsIfExists: { "aws:SourceVpc": "vpc-1" } } })],
      false,
    ],
    [
      "Allow with a negation",
      [allow({ Condition: { StringNotEquals: { "aws:SourceVpc": "vpc-1" } } })],
      false,
    ],
    ["Allow with Null", [allow({ Condition: { Null: { "aws:SourceVpc": "true" } } })], false],
    ["Deny", [allow(), deny({ Condition: { StringNotEquals: { "aws:SourceVpc": "vpc-1" } } })], false],
    ["Deny with Bool", [allow(), deny({ Condition: { StringEquals: { "aws:SourceVpc": "x" } } })], false],
    [
      "Deny whose other condition does not match",
      [allow(), deny({ Condition: { StringEquals: { "aws:SourceVpc": "x", "aws:UserAgent": "y" } } })],
      true,
    ],
  ])(
    "the condition of an %s is decided so that nothing is allowed that AWS might deny",
    (_, statements, allowed) => {
      const unknown: string[] = [];
      const isKnown = (key: string) => key !== "aws:sourcevpc";
      const decision = decideAccess(
        { identity: parsed(statements) },
        { caller, action: "x:y", resource: "*", keys: {}, isKnown, unknownKey: (key) => unknown.push(key) },
      );
      expect(decision.allowed).toBe(allowed);
      expect(unknown).toEqual(allowed ? [] : ["aws:SourceVpc"]);
    },
  );
});
