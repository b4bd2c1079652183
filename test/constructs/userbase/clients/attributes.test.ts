import { DataAwsCognitoUserPool } from "@cdktf/provider-aws/lib/data-aws-cognito-user-pool";
import { Lazy } from "cdktf";
import type { UserbaseProps, UserbaseUserPoolOverride } from "../../../../lib/constructs/userbase";
import { testStack } from "../../../support/stack";
import { failure } from "../../api/support/api";
import { directory } from "../support";

type Lists = { readonly readAttributes?: string[]; readonly writeAttributes?: string[] };

const schema: UserbaseUserPoolOverride["schema"] = [
  { name: "email", attributeDataType: "String", required: true, mutable: true },
  { name: "team", attributeDataType: "String" },
  { name: "note", attributeDataType: "String", developerOnlyAttribute: true },
];

/** The main client, and a further one, with the same lists. */
const places: Readonly<Record<string, (lists: Lists) => UserbaseProps>> = {
  "cdk.userPoolClient": (lists) => ({ cdk: { userPool: { schema }, userPoolClient: lists } }),
  'clients["web"].cdk.userPoolClient': (lists) => ({
    cdk: { userPool: { schema } },
    clients: { web: { cdk: { userPoolClient: lists } } },
  }),
};

// https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_CreateUserPoolClient.html
describe.each(Object.entries(places))("attributes of %s", (place, propsWith) => {
  test.each<[string, Lists, string, RegExp]>([
    [
      "an attribute that the pool does not have",
      { readAttributes: ["email", "custom:taem"] },
      "readAttributes[1]",
      /is "custom:taem".*Did you mean "custom:team"\?.*\[client-attribute-unknown\]/s,
    ],
    [
      "an attribute without its prefix",
      { writeAttributes: ["team"] },
      "writeAttributes[0]",
      /is "team".*\[client-attribute-unknown\]/s,
    ],
    ...["email_verified", "phone_number_verified", "sub"].map((name): [string, Lists, string, RegExp] => [
      `writing ${name}`,
      { writeAttributes: ["email", name] },
      "writeAttributes[1]",
      /which no client may write.*\[client-attribute-unwritable\]/s,
    ]),
    [
      "writing without a required attribute",
      { writeAttributes: ["name", "custom:team"] },
      "writeAttributes",
      /without "email".*writeAttributes: \["name","custom:team","email"\].*\[client-attribute-required\]/s,
    ],
  ])("%s is refused", (_, lists, prop, words) => {
    const error = failure(() => directory(propsWith(lists)));
    expect(error).toMatchObject({ prop: `${place}.${prop}` });
    expect(error.message).toMatch(words);
  });

  test.each<[string, Lists]>([
    [
      "every readable attribute",
      { readAttributes: ["sub", "email_verified", "identities", "dev:custom:note"] },
    ],
    ["own attributes and required ones", { writeAttributes: ["email", "custom:team"] }],
    ["empty lists, which stand for all attributes", { readAttributes: [], writeAttributes: [] }],
    ["values of the deployment", { writeAttributes: [Lazy.stringValue({ produce: () => "email" })] }],
    ["a list of the deployment", { writeAttributes: Lazy.listValue({ produce: () => ["email"] }) }],
  ])("%s: accepted", (_, lists) => {
    expect(() => directory(propsWith(lists))).not.toThrow();
  });
});

test("a name of a standard attribute that does not exist is refused for an imported pool, others are not", () => {
  const given = (writeAttributes: string[]) => () => {
    const stack = testStack();
    const userPool = new DataAwsCognitoUserPool(stack, "Pool", { userPoolId: "eu-west-1_a" });
    directory({ cdk: { userPool, userPoolClient: { writeAttributes } } }, stack);
  };
  expect(given(["custom:anything", "email"])).not.toThrow();
  expect(given(["mail"])).toThrow(/client-attribute-unknown/);
});
