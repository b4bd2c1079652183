import { Token } from "cdktf";
import { PolicyStatement, resolvePermissions } from "../../../../lib/kit/iam";
import { parseStatement } from "../../../../lib/kit/iam/permissions";

function parse(value: unknown) {
  return resolvePermissions("test", "permissions", [value])[0];
}

const actions = ["s3:GetObject"];
const resources = ["arn:aws:s3:::notes/*"];
const plain = { effect: "Allow", actions, resources };
const conditions = { StringEquals: { "aws:SourceAccount": ["111122223333"] } };

describe("forms of a policy statement", () => {
  test.each([
    ["an object of the class", new PolicyStatement({ actions, resources }), plain],
    ["a plain object", { actions, resources }, plain],
    ["IAM's form", { Effect: "Allow", Action: actions, Resource: resources }, plain],
    ["IAM's form with single texts", { Action: actions[0], Resource: resources[0] }, plain],
    ["a denial", { effect: "Deny", actions, resources }, { ...plain, effect: "Deny" }],
    [
      "IAM's denial",
      { Effect: "Deny", Action: "*", Resource: "*" },
      { effect: "Deny", actions: ["*"], resources: ["*"] },
    ],
    ["an id", { sid: "Read", actions, resources }, { ...plain, sid: "Read" }],
    ["keys without a value", { actions, resources, effect: undefined, conditions: undefined }, plain],
    ["negated actions", { notActions: actions, resources }, { ...plain, actions: [], notActions: actions }],
    [
      "IAM's negated resources",
      { Action: actions, NotResource: resources },
      { ...plain, resources: [], notResources: resources },
    ],
  ])("%s", (_, value, statement) => {
    expect(parse(value)).toEqual(statement);
  });
  test.each([
    ["this library's", { conditions: { StringEquals: { "aws:SourceAccount": "111122223333" } } }],
    ["a list of values", { conditions }],
    ["a number", { conditions: { StringEquals: { "aws:SourceAccount": 111122223333 } } }],
    [
      "the provider's",
      { condition: [{ test: "StringEquals", variable: "aws:SourceAccount", values: ["111122223333"] }] },
    ],
  ])("a condition: %s", (_, written) => {
    expect(parse({ actions, resources, ...written })).toEqual({ ...plain, conditions });
  });
  test("the provider's conditions on one key hold for all their values", () => {
    const condition = (value: string) => ({ test: "StringLike", variable: "s3:prefix", values: [value] });
    expect(parse({ actions, resources, condition: [condition("a/"), condition("b/")] })?.conditions).toEqual({
      StringLike: { "s3:prefix": ["a/", "b/"] },
    });
  });
  test("a boolean in a condition becomes the text that IAM compares", () => {
    const { conditions: parsed } =
      parse({ actions, resources, conditions: { Bool: { "aws:SecureTransport": false } } }) ?? {};
    expect(parsed).toEqual({ Bool: { "aws:SecureTransport": ["false"] } });
  });
  test("the action of a service that the library does not know is used unchanged", () => {
    expect(parse({ actions: ["newservice:DoIt"], resources: ["*"] })?.actions).toEqual(["newservice:DoIt"]);
  });
  test("a list that is a token as a whole stays a token", () => {
    const list = Token.asList({ resolve: () => ["arn:aws:s3:::a"] });
    expect(parse({ actions, resources: list })?.resources).toBe(list);
  });
});

describe("mistakes in a policy statement", () => {
  test.each([
    [{ resources }, "permissions[0].actions is missing"],
    [{ actions }, "permissions[0].resources is missing"],
    [{ Action: "s3:*" }, "permissions[0].Resource is missing"],
    [{ actions: [], resources }, "permissions[0].actions is []"],
    [{ actions: ["GetObject"], resources }, 'permissions[0].actions[0] is "GetObject"'],
    [{ Action: "s3", Resource: "*" }, 'permissions[0].Action is "s3"'],
    [{ actions, resources: ["notes"] }, 'permissions[0].resources[0] is "notes"'],
    [{ actions, resources: [5] }, "permissions[0].resources[0] is 5"],
    [{ actions, resources: [""] }, 'permissions[0].resources[0] is ""'],
    [{ actions, resources, effect: "allow" }, 'permissions[0].effect is "allow"'],
    [{ Effect: "deny", Action: "*", Resource: "*" }, 'permissions[0].Effect is "deny"'],
    [
      { actions, notActions: actions, resources },
      "has both permissions[0].actions and permissions[0].notActions",
    ],
    [
      { actions, resources, condition: [], conditions: {} },
      "has both permissions[0].condition and permissions[0].conditions",
    ],
    [{ actions, resources, sid: "read it" }, 'permissions[0].sid is "read it"'],
    [{ actions, resources, resource: "*" }, 'permissions[0] has the key "resource"'],
    [{ Action: "s3:*", Resource: "*", effect: "Deny" }, 'permissions[0] has the key "effect"'],
    [
      { actions, resources, principals: [{ type: "AWS", identifiers: ["*"] }] },
      "permissions[0].principals is not allowed",
    ],
    [{ Action: "*", Resource: "*", Principal: "*" }, "permissions[0].Principal is not allowed"],
    [{ actions, resources, conditions: [] }, "permissions[0].conditions is []"],
    [{ actions, resources, conditions: { Bool: "true" } }, 'permissions[0].conditions.Bool is "true"'],
    [
      { actions, resources, conditions: { Bool: { "aws:a": {} } } },
      'permissions[0].conditions.Bool["aws:a"] is {}',
    ],
    [{ actions, resources, condition: {} }, "permissions[0].condition is {}"],
    [
      { actions, resources, condition: [{ test: "Bool", key: "a" }] },
      'permissions[0].condition[0] has the key "key"',
    ],
  ])("%j", (value, message) => {
    expect(() => parse(value)).toThrow(message);
  });
  test("an effect that is a token is refused: it would decide between allowed and denied", () => {
    const effect = Token.asString({ resolve: () => "Deny" });
    expect(() => parse({ actions, resources, effect })).toThrow(/permissions\[0\]\.effect/);
  });
  test("the class refuses at once, and keys of the other forms", () => {
    expect(() => new PolicyStatement({ actions: ["GetObject"], resources })).toThrow(
      /^PolicyStatement: props\.actions\[0\]/,
    );
    expect(() => new PolicyStatement({ actions, resources, Sid: "A" } as never)).toThrow(
      /props has the key "Sid"/,
    );
  });
});

describe("the statement of a resource's policy", () => {
  const statement = (value: object) =>
    parseStatement("test", "policy", { actions, resources, ...value }, "resource");
  test.each([
    ["*", "*"],
    [{ Service: "events.amazonaws.com" }, { Service: ["events.amazonaws.com"] }],
    [[{ type: "AWS", identifiers: ["111122223333"] }], { AWS: ["111122223333"] }],
  ])("names who in the form %j", (principals, parsed) => {
    expect(statement({ principals }).principals).toEqual(parsed);
  });
  test.each([[undefined], [[]], [{}], ["me"]])("refuses %j", (principals) => {
    expect(() => statement({ principals })).toThrow(/policy\.principals/);
  });
});

describe("the grammar of IAM", () => {
  const condition = (conditions: object) => () =>
    new PolicyStatement({ actions: ["s3:Get*"], resources: ["*"], conditions: conditions as never });
  test.each([
    { StringEquals: { "aws:SourceAccount": "111122223333" } },
    { "ForAnyValue:StringLike": { "aws:TagKeys": ["a*"] } },
    { ArnLikeIfExists: { "aws:SourceArn": "arn:aws:s3:::x" } },
    { StringLike: { "cognito-identity.amazonaws.com:aud": "x" } },
    { Null: { "aws:TokenIssueTime": true } },
  ])("takes the condition %j", (conditions) => {
    expect(condition(conditions)).not.toThrow();
  });
  test.each([
    [
      { StringEqual: { "aws:SourceAccount": "1" } },
      /conditions\.StringEqual is "StringEqual"[\s\S]*Did you mean "StringEquals"/,
    ],
    [{ "ForEachValue:StringLike": { "aws:TagKeys": "a" } }, /"ForEachValue:StringLike"/],
    [{ NullIfExists: { "aws:TagKeys": true } }, /"NullIfExists"/],
    [{ "ForAllValues:NullIfExists": { "aws:TagKeys": true } }, /"ForAllValues:NullIfExists"/],
    [{ StringEquals: { SourceAccount: "1" } }, /is "SourceAccount"\.\n.*"aws:SourceAccount"/],
  ])("refuses the condition %j", (conditions, message) => {
    expect(condition(conditions)).toThrow(message);
  });
  test("refuses principals of a kind that it does not have", () => {
    const statement = {
      actions: ["sqs:SendMessage"],
      resources: ["*"],
      principals: { Services: "sns.amazonaws.com" },
    };
    expect(() => parseStatement("Queue", "statements[0]", statement, "resource")).toThrow(
      /principals is "Services"[\s\S]*Did you mean "Service"/,
    );
  });
});

describe("the partition of a resource", () => {
  const given = (partition: string) => () => parse({ actions, resources: [`arn:${partition}:s3:::notes`] });
  test.each(["aws", "aws-cn", "aws-us-gov", "aws-iso-b", "aws-eusc", "*", "aws*"])("%s", (partition) => {
    expect(given(partition)).not.toThrow();
  });
  test.each(["", "amazon", "AWS", "aws-", "aws_cn"])("%j is refused", (partition) => {
    expect(given(partition)).toThrow(/permissions\[0\]\.resources.* is "arn:/);
  });
});
