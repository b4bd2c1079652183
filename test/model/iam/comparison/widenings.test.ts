import { type PolicyDocumentStatement, parsePolicyDocument } from "../../../../lib/model";
import { principalText } from "../../../../lib/model/iam/comparison/callers";
import { hasStar, type PolicySet, wideningsOf } from "../../../../lib/model/iam/comparison/widenings";

type Written = Readonly<Record<string, unknown>>;

const statements = (list: readonly Written[]): readonly PolicyDocumentStatement[] =>
  parsePolicyDocument({ Version: "2012-10-17", Statement: list }) ?? [];

const set = (list: readonly Written[], ...boundaries: readonly (readonly Written[])[]): PolicySet => ({
  statements: statements(list),
  boundaries: boundaries.map(statements),
});

/** The added permissions, as `action on resource by caller`. */
const told = (before: PolicySet, after: PolicySet): readonly string[] => [
  ...new Set(
    wideningsOf(before, after).map(
      ({ action, resource, caller, isUncertain }) =>
        `${action} on ${resource}${caller === undefined ? "" : ` by ${principalText(caller)}`}${isUncertain ? "?" : ""}`,
    ),
  ),
];

const allow = (Action: unknown, Resource: unknown, more: Written = {}): Written => ({
  Effect: "Allow",
  Action,
  Resource,
  ...more,
});
const deny = (Action: unknown, Resource: unknown, more: Written = {}): Written => ({
  ...allow(Action, Resource, more),
  Effect: "Deny",
});
const files = "arn:aws:s3:::files/*";
const get = allow("s3:GetObject", files);
const inside = { IpAddress: { "aws:SourceIp": "10.0.0.0/8" } };

describe("later policies allow more", () => {
  test.each<[string, readonly Written[], readonly Written[], readonly string[]]>([
    ["a new statement", [], [get], [`s3:GetObject on ${files}`]],
    ["another action", [get], [allow(["s3:GetObject", "s3:PutObject"], files)], [`s3:PutObject on ${files}`]],
    ["a wider action", [get], [allow("s3:Get*", files)], [`s3:Get* on ${files}`]],
    [
      "a wider resource",
      [get],
      [allow("s3:GetObject", "arn:aws:s3:::*")],
      ["s3:GetObject on arn:aws:s3:::*"],
    ],
    [
      "all but some actions",
      [get],
      [{ Effect: "Allow", NotAction: "iam:*", Resource: files }],
      [`* on ${files}`],
    ],
    [
      "fewer exceptions of NotAction",
      [{ Effect: "Allow", NotAction: ["iam:*", "s3:*"], Resource: files }],
      [{ Effect: "Allow", NotAction: "iam:*", Resource: files }],
      [`s3:* on ${files}`],
    ],
    [
      "a shorter NotResource",
      [{ Effect: "Allow", Action: "s3:GetObject", NotResource: [files, "arn:aws:s3:::keys/*"] }],
      [{ Effect: "Allow", Action: "s3:GetObject", NotResource: [files] }],
      ["s3:GetObject on arn:aws:s3:::keys/*"],
    ],
    ["no condition", [{ ...get, Condition: inside }], [get], [`s3:GetObject on ${files}`]],
    [
      "a wider range of addresses",
      [{ ...get, Condition: inside }],
      [{ ...get, Condition: { IpAddress: { "aws:SourceIp": "10.0.0.0/7" } } }],
      [`s3:GetObject on ${files}`],
    ],
    [
      "a wider range of IPv6",
      [{ ...get, Condition: { IpAddress: { "aws:SourceIp": "2001:db8::/64" } } }],
      [{ ...get, Condition: { IpAddress: { "aws:SourceIp": "2001:db8::/48" } } }],
      [`s3:GetObject on ${files}`],
    ],
    [
      "one of two conditions",
      [{ ...get, Condition: { ...inside, Bool: { "aws:SecureTransport": "true" } } }],
      [{ ...get, Condition: inside }],
      [`s3:GetObject on ${files}`],
    ],
    [
      "another value of a condition",
      [{ ...get, Condition: { StringEquals: { "aws:PrincipalTag/team": "a" } } }],
      [{ ...get, Condition: { StringEquals: { "aws:PrincipalTag/team": ["a", "b"] } } }],
      [`s3:GetObject on ${files}`],
    ],
    [
      "a condition that a request without the key meets",
      [{ ...get, Condition: { StringEquals: { "aws:SourceVpce": "vpce-1" } } }],
      [{ ...get, Condition: { StringEqualsIfExists: { "aws:SourceVpce": "vpce-1" } } }],
      [`s3:GetObject on ${files}`],
    ],
    [
      "addresses of IPv4 in a range of IPv6",
      [{ ...get, Condition: { IpAddress: { "aws:SourceIp": "::ffff:10.0.0.0/104" } } }],
      [{ ...get, Condition: { IpAddress: { "aws:SourceIp": "::ffff:10.0.0.0/103" } } }],
      [`s3:GetObject on ${files}`],
    ],
    [
      "numbers between two limits",
      [{ ...get, Condition: { NumericLessThanEquals: { "aws:MultiFactorAuthAge": "1" } } }],
      [{ ...get, Condition: { NumericLessThan: { "aws:MultiFactorAuthAge": "1.4" } } }],
      [`s3:GetObject on ${files}`],
    ],
    [
      "a later date",
      [{ ...get, Condition: { DateLessThan: { "aws:CurrentTime": "2026-01-01T00:00:00Z" } } }],
      [{ ...get, Condition: { DateLessThan: { "aws:CurrentTime": "2027-01-01T00:00:00Z" } } }],
      [`s3:GetObject on ${files}`],
    ],
    [
      "no denial",
      [get, deny("s3:*", "arn:aws:s3:::files/secret/*")],
      [get],
      ["s3:GetObject on arn:aws:s3:::files/secret/*"],
    ],
    [
      "a denial of less",
      [allow("s3:*", files), deny("s3:Delete*", files)],
      [allow("s3:*", files), deny("s3:DeleteBucket", files)],
      [`s3:delete* on ${files}`],
    ],
    [
      "no variable in a resource",
      [allow("s3:GetObject", "arn:aws:s3:::files/${aws:userid}/*")],
      [get],
      [`s3:GetObject on ${files}`],
    ],
  ])("%s", (_, before, after, expected) => {
    expect(told(set(before), set(after))).toEqual(expected);
    expect(told(set(after), set(before))).toEqual([]);
  });

  test("within a boundary, as far as the boundary goes", () => {
    const all = [allow("*", "*")];
    expect(told(set(all, [get]), set(all, [allow(["s3:GetObject", "s3:PutObject"], files)]))).toEqual([
      `s3:putobject on ${files}`,
    ]);
    expect(told(set(all, [get]), set(all))).toEqual(["* on *"]);
    expect(told(set([get], [get]), set(all, [get]))).toEqual([]);
  });

  test.each<[string, unknown, unknown, readonly string[]]>([
    ["everyone", { AWS: "111122223333" }, "*", ["anyone", "every AWS account"]],
    [
      "another account",
      { AWS: "111122223333" },
      { AWS: ["111122223333", "444455556666"] },
      ["the account 444455556666"],
    ],
    [
      "an account in place of a role",
      { AWS: "arn:aws:iam::111122223333:role/ci" },
      { AWS: "111122223333" },
      ["the account 111122223333"],
    ],
    [
      "a service",
      { Service: "sns.amazonaws.com" },
      { Service: ["sns.amazonaws.com", "sqs.amazonaws.com"] },
      ["sqs.amazonaws.com"],
    ],
  ])("to %s", (_, before, after, callers) => {
    const of = (Principal: unknown): PolicySet => set([allow("sqs:SendMessage", "*", { Principal })]);
    const found = told(of(before), of(after));
    for (const caller of callers) expect(found).toContain(`sqs:SendMessage on * by ${caller}`);
    expect(told(of(after), of(before))).toEqual([]);
  });
});

describe("the same in other words", () => {
  const two = allow(["s3:GetObject", "s3:PutObject"], [files, "arn:aws:s3:::keys/*"]);
  test.each<[string, readonly Written[], readonly Written[]]>([
    ["another order", [get, two], [two, get]],
    [
      "lists in another order",
      [two],
      [allow(["s3:PutObject", "s3:GetObject"], ["arn:aws:s3:::keys/*", files])],
    ],
    ["a text in place of a list", [get], [allow(["s3:GetObject"], [files])]],
    ["a Sid", [get], [{ Sid: "Read", ...get }]],
    ["a statement twice", [get], [get, get]],
    [
      "two statements for one",
      [two],
      [allow("s3:GetObject", two.Resource), allow("s3:PutObject", two.Resource)],
    ],
    ["a name in another case", [get], [allow("S3:getobject", files)]],
    ["an entry that another one includes", [allow("s3:*", files)], [allow(["s3:*", "s3:GetObject"], files)]],
    [
      "a wildcard as a list",
      [allow("s3:GetObject*", files)],
      [allow(["s3:GetObject", "s3:GetObject?*"], files)],
    ],
    [
      "a condition in another order",
      [{ ...get, Condition: { ...inside, Bool: { "aws:SecureTransport": "true" } } }],
      [{ ...get, Condition: { Bool: { "aws:securetransport": ["true"] }, ...inside } }],
    ],
    [
      "two ranges for one",
      [{ ...get, Condition: inside }],
      [{ ...get, Condition: { IpAddress: { "aws:SourceIp": ["10.0.0.0/9", "10.128.0.0/9"] } } }],
    ],
    [
      "the root of an account for its id",
      [{ ...get, Principal: { AWS: "111122223333" } }],
      [{ ...get, Principal: { AWS: "arn:aws:iam::111122223333:root" } }],
    ],
    ["a denial of actions that no statement allows", [get], [get, deny("s3:PutObject", files)]],
  ])("%s", (_, before, after) => {
    expect(told(set(before), set(after))).toEqual([]);
    expect(told(set(after), set(before))).toEqual([]);
  });
});

describe("a condition with an operator that does not exist", () => {
  const strange = { ...get, Condition: { StringSounds: { "aws:userid": "ada" } } };

  test("counts as may", () => {
    expect(told(set([]), set([strange]))).toEqual([`s3:GetObject on ${files}?`]);
  });

  test("is the same on both sides", () => {
    const other = { ...get, Condition: { StringSounds: { "aws:userid": ["ada"] } } };
    expect(told(set([strange]), set([other]))).toEqual([]);
  });

  test("is an opening once it is gone", () => {
    expect(told(set([strange]), set([get]))).toEqual([`s3:GetObject on ${files}`]);
  });
});

test("stars are actions of a whole service, all resources, and all resources except for some", () => {
  const stars = (statement: Written): readonly boolean[] =>
    wideningsOf(set([]), set([statement])).map(hasStar);
  expect(stars(get)).toEqual([false]);
  expect(stars(allow("s3:Get*", files))).toEqual([false]);
  expect(stars(allow("s3:*", files))).toEqual([true]);
  expect(stars(allow("s3:GetObject", "*"))).toEqual([true]);
  expect(stars({ Effect: "Allow", NotAction: "iam:*", Resource: files })).toContain(true);
});
