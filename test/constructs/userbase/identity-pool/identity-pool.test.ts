import { DataAwsIamOpenidConnectProvider } from "@cdktf/provider-aws/lib/data-aws-iam-openid-connect-provider";
import { IamOpenidConnectProvider } from "@cdktf/provider-aws/lib/iam-openid-connect-provider";
import {
  Userbase,
  type UserbaseIdentityPoolFederationProps,
  type UserbaseProps,
} from "../../../../lib/constructs/userbase";
import type { Stack } from "../../../../lib/kit/app";
import { resolveValue } from "../../../../lib/kit/core";
import { addresses, type Block, only, resources, testStack } from "../../../support/stack";
import { failure } from "../../api/support/api";
import { account, directory, handler, named, plain, short, statementsOf } from "../support";

const pool = (identityPoolFederation: UserbaseProps["identityPoolFederation"]): Block =>
  only(directory({ identityPoolFederation }).stack, "aws_cognito_identity_pool");

const providerArn = "arn:aws:iam::123456789012:oidc-provider/id.example.com";

const federated: [UserbaseIdentityPoolFederationProps, Block][] = [
  [{ retail: { appId: "amzn1" } }, { "www.amazon.com": "amzn1" }],
  [{ social: { appId: "419" } }, { "graph.facebook.com": "419" }],
  [{ search: { clientId: "g.apps" } }, { "accounts.google.com": "g.apps" }],
  [{ device: { servicesId: "com.example" } }, { "appleid.apple.com": "com.example" }],
  [{ microblog: { consumerKey: "key", consumerSecret: "secret" } }, { "api.twitter.com": "key;secret" }],
];

describe("the identity pool of a Userbase", () => {
  test.each([undefined, true, {}] as const)("takes the directory's users and no guests, with %p", (given) => {
    expect(short(pool(given))).toEqual({
      identity_pool_name: "dev-notes-Auth",
      allow_unauthenticated_identities: false,
      cognito_identity_providers: [
        {
          client_id: "${aws_cognito_user_pool_client.id}",
          provider_name: "cognito-idp.us-east-1.amazonaws.com/${aws_cognito_user_pool.id}",
        },
      ],
    });
  });

  test("is joined with the role of users and the one of guests", () => {
    const { stack } = directory();
    expect(only(stack, "aws_cognito_identity_pool_roles_attachment")).toEqual({
      identity_pool_id: expect.stringMatching(/^\$\{aws_cognito_identity_pool\.Auth_IdentityPool_\w+\.id\}$/),
      roles: {
        authenticated: expect.stringMatching(/^\$\{aws_iam_role\.Auth_AuthRole_\w+\.arn\}$/),
        unauthenticated: expect.stringMatching(/^\$\{aws_iam_role\.Auth_UnauthRole_\w+\.arn\}$/),
      },
    });
  });

  test.each([
    ["us-east-1", "Auth_AuthRole", "authenticated", "cognito-identity.amazonaws.com"],
    ["us-east-1", "Auth_UnauthRole", "unauthenticated", "cognito-identity.amazonaws.com"],
    ["us-gov-west-1", "Auth_AuthRole", "authenticated", "cognito-identity-us-gov.amazonaws.com"],
    ["cn-north-1", "Auth_UnauthRole", "unauthenticated", "cognito-identity.cn-north-1.amazonaws.com.cn"],
  ])("in %s gives %s only to its own %s identities", (region, name, kind, service) => {
    const { stack } = directory({}, testStack({ account, region }));
    expect(short(statementsOf(named(stack, "aws_iam_role", name).assume_role_policy))).toEqual([
      {
        Effect: "Allow",
        Action: "sts:AssumeRoleWithWebIdentity",
        Principal: { Federated: service },
        Condition: {
          StringEquals: { [`${service}:aud`]: "${aws_cognito_identity_pool.id}" },
          "ForAnyValue:StringLike": { [`${service}:amr`]: kind },
        },
      },
    ]);
  });

  test("has roles with names of their own, which may do nothing", () => {
    const { stack } = directory();
    const roles = Object.values(resources(stack, "aws_iam_role")).map((role) => [
      role.name_prefix,
      Object.keys(role),
    ]);
    expect(roles).toEqual([
      ["dev-notes-Auth-auth-", ["assume_role_policy", "name_prefix"]],
      ["dev-notes-Auth-unauth-", ["assume_role_policy", "name_prefix"]],
    ]);
    expect(plain(stack).filter((address) => /iam_(role_)?policy/.test(address))).toEqual([]);
  });

  test.each(federated)("takes users of %j", (given, logins) => {
    expect(pool(given).supported_login_providers).toEqual(logins);
  });

  test("takes users of all of them together", () => {
    const given = Object.assign({}, ...federated.map(([each]) => each));
    expect(pool(given).supported_login_providers).toEqual(
      Object.assign({}, ...federated.map(([, each]) => each)),
    );
  });

  test("takes an OpenID Connect provider whose issuer has a path", () => {
    const domain = "id.example.com/realms/main";
    const { stack } = directory({ identityPoolFederation: { enterprise: { domain, clientId: "abc" } } });
    expect(only(stack, "aws_iam_openid_connect_provider").url).toBe(`https://${domain}`);
  });

  test.each(["id.example.com", "https://id.example.com"])(
    "takes users of an OpenID Connect provider: %s",
    (domain) => {
      const { stack } = directory({ identityPoolFederation: { enterprise: { domain, clientId: "abc" } } });
      expect(only(stack, "aws_iam_openid_connect_provider")).toEqual({
        url: "https://id.example.com",
        client_id_list: ["abc"],
      });
      expect(short(only(stack, "aws_cognito_identity_pool").openid_connect_provider_arns)).toEqual([
        "${aws_iam_openid_connect_provider.arn}",
      ]);
      expect(only(stack, "aws_cognito_identity_pool")).not.toHaveProperty("supported_login_providers");
    },
  );

  test.each<[string, (stack: Stack) => unknown, string]>([
    ["its ARN", () => providerArn, providerArn],
    [
      "the data source",
      (stack) => new DataAwsIamOpenidConnectProvider(stack, "Found", { url: "https://id.example.com" }),
      "${data.aws_iam_openid_connect_provider.Found.arn}",
    ],
    [
      "the resource",
      (stack) =>
        new IamOpenidConnectProvider(stack, "Mine", { url: "https://id.example.com", clientIdList: ["a"] }),
      "${aws_iam_openid_connect_provider.Mine.arn}",
    ],
  ])(
    "takes the OpenID Connect provider that the account has, as %s, and creates none",
    (_, provider, arn) => {
      const stack = testStack();
      const cdk = { provider: provider(stack) as string };
      new Userbase(stack, "Auth", { identityPoolFederation: { enterprise: { cdk } } });
      expect(only(stack, "aws_cognito_identity_pool").openid_connect_provider_arns).toEqual([arn]);
      expect(addresses(stack).filter((each) => each.includes("EnterpriseProvider"))).toEqual([]);
    },
  );

  test("takes keys of the provider, SAML providers among them", () => {
    const samlProviderArns = ["arn:aws:iam::123456789012:saml-provider/x"];
    const cfnIdentityPool = {
      samlProviderArns,
      identityPoolName: "users",
      allowUnauthenticatedIdentities: true,
    };
    expect(pool({ cdk: { cfnIdentityPool } })).toMatchObject({
      saml_provider_arns: samlProviderArns,
      identity_pool_name: "users",
      allow_unauthenticated_identities: true,
    });
  });

  test("is offered with its roles as objects", () => {
    const { stack, userbase } = directory();
    const { cfnIdentityPool, authRole, unauthRole } = userbase.cdk;
    expect(cfnIdentityPool?.friendlyUniqueId).toMatch(/^Auth_IdentityPool_/);
    expect([authRole, unauthRole].map((role) => role.friendlyUniqueId.replace(/_\w{8}$/, ""))).toEqual([
      "Auth_AuthRole",
      "Auth_UnauthRole",
    ]);
    expect(resolveValue(stack, userbase.userbaseIdentityPoolId)).toMatch(/aws_cognito_identity_pool\..*\.id/);
  });
});

describe("identityPoolFederation: false", () => {
  const props: UserbaseProps = { login: ["email"], triggers: { preSignUp: handler } };

  test("leaves out the identity pool and its roles, and nothing else", () => {
    const federation: UserbaseIdentityPoolFederationProps = {
      enterprise: { domain: "id.example.com", clientId: "a" },
    };
    const before = plain(directory({ ...props, identityPoolFederation: federation }).stack);
    const after = plain(directory({ ...props, identityPoolFederation: false }).stack);
    expect(before.filter((address) => !after.includes(address))).toEqual([
      "aws_cognito_identity_pool.Auth_IdentityPool",
      "aws_cognito_identity_pool_roles_attachment.Auth_IdentityPoolRoles",
      "aws_iam_openid_connect_provider.Auth_EnterpriseProvider",
      "aws_iam_role.Auth_AuthRole",
      "aws_iam_role.Auth_UnauthRole",
    ]);
    expect(after.filter((address) => !before.includes(address))).toEqual([]);
  });

  test("has no identity pool in its metadata", () => {
    const { userbase } = directory({ identityPoolFederation: false });
    expect(userbase.userbaseIdentityPoolId).toBeUndefined();
    expect(userbase.cdk.cfnIdentityPool).toBeUndefined();
    expect(Object.keys(userbase.cdk)).toEqual(["userPool", "userPoolClient"]);
  });

  test.each(["authRole", "unauthRole"] as const)("cdk.%s is undefined", (role) => {
    const { userbase } = directory({ identityPoolFederation: false });
    expect(userbase.cdk[role]).toBeUndefined();
  });

  test.each(["attachPermissionsForAuthUsers", "attachPermissionsForUnauthUsers"] as const)(
    "refuses %s",
    (method) => {
      const { stack, userbase } = directory({ identityPoolFederation: false });
      expect(failure(() => userbase[method](stack, ["s3"]))).toMatchObject({
        code: "federation-disabled",
        prop: method,
      });
    },
  );
});

describe("identityPoolFederation", () => {
  const given = "identityPoolFederation";

  test.each<[string, string]>([
    ["enterprise", "domain"],
    ["enterprise", "clientId"],
    ["microblog", "consumerKey"],
    ["microblog", "consumerSecret"],
    ["social", "appId"],
    ["device", "servicesId"],
    ["retail", "appId"],
    ["search", "clientId"],
  ])("refuses %s without %s", (provider, field) => {
    const all = {
      enterprise: { domain: "id.example.com", clientId: "a" },
      microblog: { consumerKey: "a", consumerSecret: "b" },
    }[provider];
    for (const value of [undefined, ""]) {
      const error = failure(() => pool({ [provider]: { ...all, [field]: value } } as never));
      expect(error).toMatchObject({ code: "prop-required", prop: `${given}.${provider}.${field}` });
    }
  });

  test.each([
    "id.example.com/realms//main",
    "id.example.com/realms/main?x=y",
    "https://id.example.com/",
    "http://id.example.com",
    "id.example.com:8443",
    "id.example.com?x=y",
    "localhost",
  ])("refuses the domain %s, which is not the address of an issuer", (domain) => {
    const error = failure(() => pool({ enterprise: { domain, clientId: "a" } }));
    expect(error).toMatchObject({ code: "federation-domain", prop: `${given}.enterprise.domain` });
    expect(error.message).toMatch(/without a port, a query or a trailing slash/);
  });

  test.each<[string, unknown, string, string]>([
    ["an unknown provider", { facebook: { appId: "x" } }, "key-unknown", given],
    ["an unknown field", { social: { appID: "x" } }, "key-unknown", `${given}.social`],
    ["a provider that is not an object", { social: "x" }, "prop-invalid", `${given}.social`],
    ["an id with a space", { social: { appId: "4 19" } }, "prop-invalid", `${given}.social.appId`],
    [
      "an id that is too long",
      { retail: { appId: "a".repeat(129) } },
      "name-too-long",
      `${given}.retail.appId`,
    ],
    ["a field that is not text", { social: { appId: 419 } }, "prop-invalid", `${given}.social.appId`],
    ["a text", "true", "prop-invalid", given],
    [
      "an invalid existing provider",
      { enterprise: { cdk: { provider: "arn:aws:iam::123456789012:role/x" } } },
      "prop-invalid",
      `${given}.enterprise.cdk.provider`,
    ],
    [
      "an existing provider and the domain of a new one",
      { enterprise: { domain: "id.example.com", cdk: { provider: providerArn } } },
      "props-exclude",
      `${given}.enterprise.domain`,
    ],
    [
      "an existing provider under another key",
      { enterprise: { cdk: { arn: "x" } } },
      "key-unknown",
      `${given}.enterprise.cdk`,
    ],
    ["unknown objects", { cdk: { identityPool: {} } }, "key-unknown", `${given}.cdk`],
    [
      "an unknown key of the identity pool",
      { cdk: { cfnIdentityPool: { allowGuests: true } } },
      "key-unknown",
      `${given}.cdk.cfnIdentityPool`,
    ],
    [
      "an invalid choice of guests",
      { cdk: { cfnIdentityPool: { allowUnauthenticatedIdentities: "yes" } } },
      "prop-invalid",
      `${given}.cdk.cfnIdentityPool.allowUnauthenticatedIdentities`,
    ],
  ])("refuses %s", (_, value, code, prop) => {
    expect(failure(() => pool(value as never))).toMatchObject({ code, prop });
  });
});

test.each<[unknown, boolean]>([
  [undefined, true],
  [true, true],
  [false, true],
  ["true", false],
  [1, false],
])("guests may be allowed by %j: %p", (allowUnauthenticatedIdentities, isTaken) => {
  const create = () =>
    new Userbase(testStack(), "Users", {
      identityPoolFederation: { cdk: { cfnIdentityPool: { allowUnauthenticatedIdentities } } } as never,
    });
  const prop = "identityPoolFederation.cdk.cfnIdentityPool.allowUnauthenticatedIdentities";
  if (isTaken) expect(create).not.toThrow();
  else expect(create).toThrow(expect.objectContaining({ prop }));
});
