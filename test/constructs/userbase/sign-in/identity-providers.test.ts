import { DataAwsSsmParameter } from "@cdktf/provider-aws/lib/data-aws-ssm-parameter";
import { TerraformVariable } from "cdktf";
import type { UserbaseProps } from "../../../../lib/constructs/userbase";
import { only, resources, testStack } from "../../../support/stack";
import { failure } from "../../api/support/api";
import { directory, short } from "../support";

const type = "aws_cognito_identity_provider";
const google = { clientId: "id", clientSecret: "secret" };
const apple = { servicesId: "com.example", teamId: "team", keyId: "key", privateKey: "private" };

describe("External accounts", () => {
  test("of Google are written as the service reads them back", () => {
    const { stack } = directory({ domain: "my-notes", identityProviders: { google } });
    expect(short(only(stack, type))).toEqual({
      provider_name: "Google",
      provider_type: "Google",
      user_pool_id: "${aws_cognito_user_pool.id}",
      attribute_mapping: { email: "email", username: "sub" },
      provider_details: {
        client_id: "id",
        client_secret: "secret",
        authorize_scopes: "email openid profile",
        attributes_url: "https://people.googleapis.com/v1/people/me?personFields=",
        attributes_url_add_attributes: "true",
        authorize_url: "https://accounts.google.com/o/oauth2/v2/auth",
        oidc_issuer: "https://accounts.google.com",
        token_request_method: "POST",
        token_url: "https://www.googleapis.com/oauth2/v4/token",
      },
    });
  });

  test("of Apple too", () => {
    const identityProviders = {
      apple: { ...apple, scopes: ["email"], attributeMapping: { name: "firstName" } },
    };
    const { stack } = directory({ domain: "my-notes", identityProviders });
    expect(only(stack, type)).toMatchObject({
      provider_name: "SignInWithApple",
      attribute_mapping: { name: "firstName", username: "sub" },
      provider_details: {
        client_id: "com.example",
        team_id: "team",
        key_id: "key",
        private_key: "private",
        authorize_scopes: "email",
        token_url: "https://appleid.apple.com/auth/token",
      },
    });
  });

  test("of Facebook are written for one version of its API", () => {
    const facebook = { appId: "id", appSecret: "secret", apiVersion: "v21.0" };
    const { stack } = directory({ domain: "my-notes", identityProviders: { facebook } });
    expect(only(stack, type)).toMatchObject({
      provider_name: "Facebook",
      attribute_mapping: { email: "email", username: "id" },
      provider_details: {
        api_version: "v21.0",
        client_id: "id",
        client_secret: "secret",
        authorize_scopes: "public_profile,email",
        attributes_url: "https://graph.facebook.com/v21.0/me?fields=",
        attributes_url_add_attributes: "true",
        authorize_url: "https://www.facebook.com/v21.0/dialog/oauth",
        token_request_method: "GET",
        token_url: "https://graph.facebook.com/v21.0/oauth/access_token",
      },
    });
  });

  test("of Amazon are written as the service reads them back", () => {
    const amazon = { clientId: "id", clientSecret: "secret", scopes: ["profile", "postal_code"] };
    const { stack } = directory({ domain: "my-notes", identityProviders: { amazon } });
    expect(only(stack, type)).toMatchObject({
      provider_name: "LoginWithAmazon",
      provider_type: "LoginWithAmazon",
      attribute_mapping: { email: "email", username: "user_id" },
      provider_details: {
        client_id: "id",
        client_secret: "secret",
        authorize_scopes: "profile postal_code",
        attributes_url: "https://api.amazon.com/user/profile",
        attributes_url_add_attributes: "false",
        authorize_url: "https://www.amazon.com/ap/oa",
        token_request_method: "POST",
        token_url: "https://api.amazon.com/auth/o2/token",
      },
    });
  });

  test("may have scopes that are known only at deployment", () => {
    const stack = testStack();
    const scopes = new TerraformVariable(stack, "Scopes", { type: "list(string)" }).listValue;
    directory({ domain: "my-notes", identityProviders: { google: { ...google, scopes } } }, stack);
    expect(only(stack, type).provider_details).toMatchObject({
      authorize_scopes: '${join(" ", var.Scopes)}',
    });
  });

  test("are offered by every client of users, which waits for them", () => {
    const { stack } = directory({
      domain: "my-notes",
      identityProviders: { apple, google },
      clients: { web: {}, robot: { type: "machine", scopes: ["n/r"] } },
      resourceServers: { n: { scopes: { r: "Reads" } } },
    });
    const clients = Object.entries(resources(stack, "aws_cognito_user_pool_client"));
    const offered = clients.map(([name, client]) => [
      name.replace(/_[0-9A-F]{8}$/, ""),
      [...(short(client.supported_identity_providers) as string[])].sort(),
    ]);
    const all = [...Array(2).fill("${aws_cognito_identity_provider.provider_name}"), "COGNITO"];
    expect(Object.fromEntries(offered)).toEqual({
      Auth_UserPoolClient: all,
      Auth_Client_web: all,
      Auth_Client_robot: ["COGNITO"],
    });
  });

  /** The notices of a synthesis, once. */
  const notices = (props: UserbaseProps) => {
    const stack = testStack();
    const write = jest.spyOn(process.stderr, "write").mockReturnValue(true);
    const parameter = new DataAwsSsmParameter(stack, "Secret", { name: "/google" });
    const secret = { clientId: "id", clientSecret: parameter.value };
    directory({ domain: "my-notes", identityProviders: { google: secret }, ...props }, stack);
    stack.app.synth();
    const said = write.mock.calls.map(([text]) => String(text)).join("");
    write.mockRestore();
    return said;
  };

  test("cause a notice if their secret is in plain text, but not if it is a reference", () => {
    expect(notices({})).not.toContain("clientSecret");
    const facebook = { appId: "id", appSecret: "secret" };
    const oidc = { Okta: { issuer: "https://acme.okta.com", ...google } };
    const plain = notices({ identityProviders: { google, apple, facebook, amazon: google, oidc } });
    const props = ["google.clientSecret", "apple.privateKey", "facebook.appSecret", "amazon.clientSecret"];
    for (const prop of [...props, "oidc.Okta.clientSecret"]) {
      expect(plain).toContain(`identityProviders.${prop} is in plain text`);
    }
  });

  test.each([
    [{ google: { clientId: "id" } }, "prop-required", "identityProviders.google.clientSecret"],
    [{ google: { ...google, clientSecret: "" } }, "prop-required", "identityProviders.google.clientSecret"],
    [{ google: { ...google, secret: "x" } }, "key-unknown", "identityProviders.google"],
    [{ google: { ...google, scopes: "email" } }, "prop-invalid", "identityProviders.google.scopes"],
    [{ apple: { ...apple, keyId: undefined } }, "prop-required", "identityProviders.apple.keyId"],
    [{ apple: true }, "prop-invalid", "identityProviders.apple"],
    [{ facebook: {} }, "prop-required", "identityProviders.facebook.appId"],
    [
      { facebook: { appId: "id", appSecret: "secret", apiVersion: "17" } },
      "prop-invalid",
      "identityProviders.facebook.apiVersion",
    ],
    [{ amazon: { clientId: "id" } }, "prop-required", "identityProviders.amazon.clientSecret"],
    [{ google: { ...google, clientId: 1 } }, "prop-invalid", "identityProviders.google.clientId"],
    [{ google: { ...google, scopes: [1] } }, "prop-invalid", "identityProviders.google.scopes"],
    [
      { google: { ...google, attributeMapping: { email: 1 } } },
      "prop-invalid",
      "identityProviders.google.attributeMapping.email",
    ],
    [{ twitter: {} }, "key-unknown", "identityProviders"],
    [true, "prop-invalid", "identityProviders"],
  ])("are refused: %j", (identityProviders, code, prop) => {
    const props = { domain: "my-notes", identityProviders } as unknown as UserbaseProps;
    expect(failure(() => directory(props))).toMatchObject({ code, prop });
  });

  test("need the pages that lead to them", () => {
    const without = () => directory({ identityProviders: { google } });
    expect(failure(without)).toMatchObject({ code: "prop-needs", prop: "identityProviders" });
  });
});
