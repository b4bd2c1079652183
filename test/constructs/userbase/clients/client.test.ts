import { DataAwsCognitoUserPool } from "@cdktf/provider-aws/lib/data-aws-cognito-user-pool";
import { DataAwsCognitoUserPoolClient } from "@cdktf/provider-aws/lib/data-aws-cognito-user-pool-client";
import { Lazy } from "cdktf";
import type { UserbaseProps, UserbaseUserPoolClientOverride } from "../../../../lib/constructs/userbase";
import { resolveValue } from "../../../../lib/kit/core";
import { addresses, type Block, only, testStack } from "../../../support/stack";
import { failure } from "../../api/support/api";
import { directory, handler } from "../support";

const client = (userPoolClient: UserbaseUserPoolClientOverride = {}, props: UserbaseProps = {}): Block =>
  only(directory({ ...props, cdk: { userPoolClient } }).stack, "aws_cognito_user_pool_client");

const oauth = {
  allowedOauthFlows: ["code"],
  allowedOauthScopes: ["openid"],
  callbackUrls: ["https://example.com"],
};

describe("the client of a Userbase", () => {
  test("has no secret, and no OAuth flow", () => {
    expect(client()).toEqual({
      name: "dev-notes-Auth",
      user_pool_id: expect.stringMatching(/^\$\{aws_cognito_user_pool\.\w+\.id\}$/),
      explicit_auth_flows: ["ALLOW_REFRESH_TOKEN_AUTH", "ALLOW_USER_SRP_AUTH"],
      prevent_user_existence_errors: "ENABLED",
      enable_token_revocation: true,
      supported_identity_providers: ["COGNITO"],
      allowed_oauth_flows: [],
      allowed_oauth_flows_user_pool_client: false,
      allowed_oauth_scopes: [],
      callback_urls: [],
      logout_urls: [],
      auth_session_validity: 3,
      access_token_validity: 1,
      id_token_validity: 1,
      refresh_token_validity: 30,
    });
  });

  test.each(["createAuthChallenge", "defineAuthChallenge", "verifyAuthChallengeResponse"] as const)(
    "allows custom challenges with the trigger %s",
    (key) => {
      const { explicit_auth_flows: flows } = client({}, { triggers: { [key]: handler } });
      expect(flows).toEqual(["ALLOW_CUSTOM_AUTH", "ALLOW_REFRESH_TOKEN_AUTH", "ALLOW_USER_SRP_AUTH"]);
    },
  );

  test("takes keys of the provider, sets sorted, and empty ones that AWS does not accept left out", () => {
    const found = client({
      explicitAuthFlows: ["ALLOW_USER_SRP_AUTH", "ALLOW_ADMIN_USER_PASSWORD_AUTH"],
      logoutUrls: [],
      readAttributes: [],
      accessTokenValidity: 1,
    });
    expect(found.explicit_auth_flows).toEqual(["ALLOW_ADMIN_USER_PASSWORD_AUTH", "ALLOW_USER_SRP_AUTH"]);
    expect(found).toMatchObject({ access_token_validity: 1, enable_token_revocation: true });
    expect(found.logout_urls).toEqual([]);
    expect(found).not.toHaveProperty("read_attributes");
  });

  test("switches OAuth on when a flow is given", () => {
    expect(client({ ...oauth, allowedOauthScopes: ["profile", "openid"] })).toMatchObject({
      allowed_oauth_flows: ["code"],
      allowed_oauth_flows_user_pool_client: true,
      allowed_oauth_scopes: ["openid", "profile"],
      callback_urls: ["https://example.com"],
    });
    const off = client({ ...oauth, allowedOauthFlowsUserPoolClient: false });
    expect(off.allowed_oauth_flows_user_pool_client).toBe(false);
  });

  test("needs no callback for machines", () => {
    const machine = {
      allowedOauthFlows: ["client_credentials"],
      allowedOauthScopes: ["notes/read"],
      generateSecret: true,
    };
    expect(client(machine)).toMatchObject({ allowed_oauth_flows: ["client_credentials"] });
  });

  test.each([
    "https://example.com/callback?a=b",
    "http://localhost",
    "http://localhost:3000/callback",
    "http://127.0.0.1:3000",
    "http://[::1]/callback",
    "myapp://callback",
    "com.example.app://x",
    Lazy.stringValue({ produce: () => "https://later.example.com" }),
  ])("sends users back to %s", (url) => {
    expect(client({ ...oauth, callbackUrls: [url], logoutUrls: [url] })).toMatchObject({
      callback_urls: [resolveValue(testStack(), url)],
    });
  });

  test.each([
    "http://example.com",
    "http://localhost.example.com",
    "http://127.0.0.10",
    "example.com",
    "https://example.com/a b",
    `https://example.com/${"a".repeat(1024)}`,
    "/callback",
    "https://",
    "https://example.com/#a",
    "",
  ])("does not redirect users to %p", (url) => {
    for (const key of ["callbackUrls", "logoutUrls"] as const) {
      expect(failure(() => client({ ...oauth, [key]: [url] }))).toMatchObject({
        code: "callback-url",
        prop: `cdk.userPoolClient.${key}[0]`,
      });
    }
  });

  test.each<[string, object, string, string]>([
    [
      "a flow without callback",
      { ...oauth, callbackUrls: undefined },
      "oauth-without-callback",
      "callbackUrls",
    ],
    [
      "a flow with no callback in the list",
      { ...oauth, callbackUrls: [] },
      "oauth-without-callback",
      "callbackUrls",
    ],
    [
      "the implicit flow without callback",
      { allowedOauthFlows: ["implicit"] },
      "oauth-without-callback",
      "callbackUrls",
    ],
    [
      "a flow without scopes",
      { ...oauth, allowedOauthScopes: [] },
      "oauth-without-scopes",
      "allowedOauthScopes",
    ],
    [
      "callbacks that are not a list",
      { callbackUrls: "https://example.com" },
      "prop-invalid",
      "callbackUrls",
    ],
  ])("refuses %s", (_, given, code, key) => {
    expect(failure(() => client(given))).toMatchObject({ code, prop: `cdk.userPoolClient.${key}` });
  });

  test.each<[string, object, string]>([
    ["the pool", { userPoolId: "x" }, "key-rejected"],
    ["an unknown key", { callbackUrl: "x" }, "key-unknown"],
  ])("refuses %s as a key", (_, given, code) => {
    expect(failure(() => client(given))).toMatchObject({ code, prop: "cdk.userPoolClient" });
  });
});

describe("an imported client", () => {
  test("accepts an existing one, with its pool", () => {
    const stack = testStack();
    const userPool = new DataAwsCognitoUserPool(stack, "Pool", { userPoolId: "us-east-1_abc" });
    const userPoolClient = new DataAwsCognitoUserPoolClient(stack, "Client", {
      userPoolId: "us-east-1_abc",
      clientId: "c",
    });
    const { userbase } = directory(
      { cdk: { userPool, userPoolClient }, identityPoolFederation: false },
      stack,
    );
    expect(userbase.cdk).toMatchObject({ userPool, userPoolClient });
    const ids = [userbase.userPoolId, userbase.userPoolArn, userbase.userPoolClientId];
    expect(resolveValue(stack, ids)).toEqual([
      "${data.aws_cognito_user_pool.Pool.id}",
      "${data.aws_cognito_user_pool.Pool.arn}",
      "${data.aws_cognito_user_pool_client.Client.id}",
    ]);
    expect(addresses(stack)).toEqual([
      "data.aws_cognito_user_pool.Pool",
      "data.aws_cognito_user_pool_client.Client",
    ]);
  });

  test.each<[string, UserbaseProps["cdk"]]>([
    ["a created pool", {}],
    ["a pool that is overridden", { userPool: { name: "users" } }],
  ])("is refused together with %s", (_, cdk) => {
    const { stack, userbase } = directory();
    const { userPoolClient } = userbase.cdk;
    const error = failure(() => directory({ cdk: { id: "Users", ...cdk, userPoolClient } }, stack));
    expect(error).toMatchObject({ code: "client-without-pool", prop: "cdk.userPoolClient" });
  });
});

describe("the prop client of a Userbase", () => {
  const main = (given: UserbaseProps["client"], props: UserbaseProps = {}): Block =>
    only(directory({ ...props, client: given }).stack, "aws_cognito_user_pool_client");

  test("sets the pages, the sessions and the tokens of the main client", () => {
    const found = main({
      callbackUrls: ["https://example.com"],
      logoutUrls: ["https://example.com/out"],
      secret: true,
      sessionValidity: "5 minutes",
      refreshTokenRotation: true,
      accessTokenValidity: "10 minutes",
    });
    expect(found).toMatchObject({
      callback_urls: ["https://example.com"],
      logout_urls: ["https://example.com/out"],
      allowed_oauth_flows: ["code"],
      allowed_oauth_flows_user_pool_client: true,
      allowed_oauth_scopes: ["email", "openid", "profile"],
      generate_secret: true,
      auth_session_validity: 5,
      refresh_token_rotation: [{ feature: "ENABLED", retry_grace_period_seconds: 0 }],
      access_token_validity: 10,
      explicit_auth_flows: ["ALLOW_USER_SRP_AUTH"],
    });
  });

  test("brings the look of the pages, as the callbacks of cdk.userPoolClient do", () => {
    const { stack } = directory({ domain: "my-notes", client: { callbackUrls: ["https://example.com"] } });
    expect(addresses(stack).join()).toContain("aws_cognito_managed_login_branding.Auth_Branding");
  });

  test("allows these flows, and the one that refreshes tokens", () => {
    const flows = ["admin_password", "password", "custom", "choice"] as const;
    const triggers = { defineAuthChallenge: handler };
    expect(main({ authFlows: flows }, { triggers }).explicit_auth_flows).toEqual([
      "ALLOW_ADMIN_USER_PASSWORD_AUTH",
      "ALLOW_CUSTOM_AUTH",
      "ALLOW_REFRESH_TOKEN_AUTH",
      "ALLOW_USER_AUTH",
      "ALLOW_USER_PASSWORD_AUTH",
    ]);
    expect(main({ authFlows: ["srp"] }, { triggers }).explicit_auth_flows).toEqual([
      "ALLOW_REFRESH_TOKEN_AUTH",
      "ALLOW_USER_SRP_AUTH",
    ]);
  });

  test("is overridden by cdk.userPoolClient", () => {
    const cdk = { userPoolClient: { accessTokenValidity: 2, name: "web" } };
    const found = main({ idTokenValidity: "2 hours" }, { cdk });
    expect(found).toMatchObject({ name: "web", access_token_validity: 2, id_token_validity: 2 });
  });

  test.each<[object, UserbaseProps, string, string]>([
    [{ type: "machine" }, {}, "key-unknown", ""],
    [{ callbackUrls: ["http://example.com"] }, {}, "callback-url", ".callbackUrls[0]"],
    [{ flows: ["code"] }, {}, "oauth-without-callback", ".callbackUrls"],
    [{ scopes: ["notes/read"] }, {}, "userbase-scope-unknown", ".scopes[0]"],
    [{ accessTokenValidity: "1 minute" }, {}, "out-of-range", ".accessTokenValidity"],
    [{ sessionValidity: "1 minute" }, {}, "out-of-range", ".sessionValidity"],
    [{ authFlows: ["SRP"] }, {}, "literal-unknown", ".authFlows[0]"],
    [{ authFlows: [] }, {}, "prop-invalid", ".authFlows"],
    [{ authFlows: ["custom"] }, {}, "prop-needs", '.authFlows: "custom"'],
    [{ authFlows: ["choice"] }, { featureTier: "lite" }, "userbase-tier", ".authFlows"],
    [
      { authFlows: ["srp"] },
      { cdk: { userPoolClient: { explicitAuthFlows: [] } } },
      "props-exclude",
      ".authFlows",
    ],
    [
      { sessionValidity: "5 minutes" },
      { cdk: { userPoolClient: { authSessionValidity: 4 } } },
      "props-exclude",
      ".sessionValidity",
    ],
  ])("is refused: %j with %j", (given, props, code, key) => {
    expect(failure(() => main(given, props))).toMatchObject({ code, prop: `client${key}` });
  });

  test("is for a client that the library creates", () => {
    const stack = testStack();
    const userPool = new DataAwsCognitoUserPool(stack, "Pool", { userPoolId: "us-east-1_abc" });
    const ids = { userPoolId: "us-east-1_abc", clientId: "abc" };
    const userPoolClient = new DataAwsCognitoUserPoolClient(stack, "Client", ids);
    const props = { client: { authFlows: ["srp"] }, cdk: { userPool, userPoolClient } } as const;
    expect(failure(() => directory(props, stack))).toMatchObject({ code: "props-exclude", prop: "client" });
  });

  test("allows flows whose triggers an imported pool has, perhaps", () => {
    const stack = testStack();
    const userPool = new DataAwsCognitoUserPool(stack, "Pool", { userPoolId: "us-east-1_abc" });
    const props = { client: { authFlows: ["custom"] }, cdk: { userPool } } as const;
    expect(() => directory(props, stack)).not.toThrow();
  });
});
