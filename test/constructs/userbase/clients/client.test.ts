import { DataAwsCognitoUserPool } from "@cdktf/provider-aws/lib/data-aws-cognito-user-pool";
import { DataAwsCognitoUserPoolClient } from "@cdktf/provider-aws/lib/data-aws-cognito-user-pool-client";
import { Lazy } from "cdktf";
import type { UserbaseProps, UserbaseUserPoolClientOverride } from "../../../../lib/constructs/userbase";
import { resolveValue } from "../../../../lib/core/resolve";
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
    });
  });

  test.each(["createAuthChallenge", "defineAuthChallenge", "verifyAuthChallengeResponse"] as const)(
    "allows custom challenges with the trigger %s",
    (key) => {
      const { explicit_auth_flows: flows } = client({}, { triggers: { [key]: handler } });
      expect(flows).toEqual(["ALLOW_CUSTOM_AUTH", "ALLOW_REFRESH_TOKEN_AUTH", "ALLOW_USER_SRP_AUTH"]);
    },
  );

  test("takes keys of the provider, sets sorted and empty ones left out", () => {
    const found = client({
      explicitAuthFlows: ["ALLOW_USER_SRP_AUTH", "ALLOW_ADMIN_USER_PASSWORD_AUTH"],
      logoutUrls: [],
      accessTokenValidity: 1,
    });
    expect(found.explicit_auth_flows).toEqual(["ALLOW_ADMIN_USER_PASSWORD_AUTH", "ALLOW_USER_SRP_AUTH"]);
    expect(found).toMatchObject({ access_token_validity: 1, enable_token_revocation: true });
    expect(found).not.toHaveProperty("logout_urls");
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
    "example.com",
    "/callback",
    "https://",
    "https://example.com/#a",
    "",
  ])("sends nobody to %p", (url) => {
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
  test("is used as it is, with its pool", () => {
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
  ])("is refused beside %s", (_, cdk) => {
    const { userPoolClient } = directory().userbase.cdk;
    const error = failure(() => directory({ cdk: { ...cdk, userPoolClient } }));
    expect(error).toMatchObject({ code: "client-without-pool", prop: "cdk.userPoolClient" });
  });
});
