import type { UserbaseProps } from "../../../../lib/constructs/userbase";
import { only } from "../../../support/stack";
import { failure } from "../../api/support/api";
import { directory } from "../support";

const type = "aws_cognito_identity_provider";
const okta = { issuer: "https://acme.okta.com", clientId: "id", clientSecret: "secret" };
const endpoints = {
  authorization: "https://acme.okta.com/authorize",
  token: "https://acme.okta.com/token",
  userInfo: "https://acme.okta.com/userinfo",
  jwks: "https://acme.okta.com/keys",
};

/** The one provider of a directory. */
const provider = (oidc: Record<string, object>) => {
  const { stack } = directory({ domain: "my-notes", identityProviders: { oidc } as never });
  return only(stack, type);
};

describe("OpenID Connect providers", () => {
  test("are found by their issuer", () => {
    const { stack } = directory({ domain: "my-notes", identityProviders: { oidc: { Okta: okta } } });
    const written = only(stack, type);
    expect(written).toMatchObject({
      provider_name: "Okta",
      provider_type: "OIDC",
      attribute_mapping: { email: "email", username: "sub" },
    });
    expect(written.provider_details).toEqual({
      oidc_issuer: "https://acme.okta.com",
      client_id: "id",
      client_secret: "secret",
      authorize_scopes: "openid email",
      attributes_request_method: "GET",
      attributes_url_add_attributes: "false",
    });
    expect(written).not.toHaveProperty("idp_identifiers");
  });

  test("may have other scopes, another method, endpoints, identifiers and attributes", () => {
    const written = provider({
      Okta: {
        ...okta,
        scopes: ["openid", "groups"],
        attributesRequestMethod: "POST",
        endpoints,
        identifiers: ["acme.com"],
        attributeMapping: { email: "mail", "custom:groups": "groups" },
      },
    });
    expect(written).toMatchObject({
      idp_identifiers: ["acme.com"],
      attribute_mapping: { email: "mail", "custom:groups": "groups", username: "sub" },
      provider_details: {
        authorize_scopes: "openid groups",
        attributes_request_method: "POST",
        authorize_url: "https://acme.okta.com/authorize",
        token_url: "https://acme.okta.com/token",
        attributes_url: "https://acme.okta.com/userinfo",
        jwks_uri: "https://acme.okta.com/keys",
      },
    });
  });

  test.each(["Abc", "a".repeat(32), "acme.okta-2"])("may be named %s", (name) => {
    expect(provider({ [name]: okta })).toMatchObject({ provider_name: name });
  });

  test.each(["Ab", "a".repeat(33), "my okta", "_okta", "Google", "cognito", "SignInWithApple"])(
    "may not be named %j",
    (name) => {
      const caught = failure(() => provider({ [name]: okta }));
      expect(caught).toMatchObject({ code: "userbase-provider-name", prop: "identityProviders.oidc" });
      expect(caught.message).toContain(JSON.stringify(name));
    },
  );

  test.each([
    [{ issuer: undefined }, "prop-required", "issuer"],
    [{ clientSecret: "" }, "prop-required", "clientSecret"],
    [{ issuer: "http://acme.okta.com" }, "prop-invalid", "issuer"],
    [{ issuer: "https://acme.okta.com/" }, "prop-invalid", "issuer"],
    [{ issuer: "https://acme.okta.com/?a=b" }, "prop-invalid", "issuer"],
    [{ scopes: ["email"] }, "prop-invalid", "scopes"],
    [{ scopes: "openid" }, "prop-invalid", "scopes"],
    [{ attributesRequestMethod: "PUT" }, "literal-unknown", "attributesRequestMethod"],
    [{ endpoints: { ...endpoints, jwks: undefined } }, "prop-required", "endpoints.jwks"],
    [{ endpoints: { ...endpoints, token: "acme.okta.com/token" } }, "prop-invalid", "endpoints.token"],
    [{ endpoints: true }, "prop-invalid", "endpoints"],
    [{ identifiers: ["a".repeat(41)] }, "name-too-long", "identifiers[0]"],
    [{ identifiers: ["acme!"] }, "prop-invalid", "identifiers[0]"],
    [{ identifiers: Array.from({ length: 51 }, (_, at) => `a${at}`) }, "quota-exceeded", "identifiers"],
    [{ attributeMapping: ["email"] }, "prop-invalid", "attributeMapping"],
    [{ domain: "acme.okta.com" }, "key-unknown", undefined],
  ])("are refused with %j", (change, code, prop) => {
    const at = ["identityProviders.oidc.Okta", prop].filter((each) => each !== undefined).join(".");
    expect(failure(() => provider({ Okta: { ...okta, ...change } }))).toMatchObject({ code, prop: at });
  });

  test("are refused without printing their settings", () => {
    const { message } = failure(() => provider({ Okta: { ...okta, clientSecret: ["hush"] } }));
    expect(message).toContain("clientSecret is an array");
    expect(message).not.toContain("hush");
  });

  test("have names and identifiers that no SAML provider has", () => {
    const metadataUrl = "https://login.example.com/metadata";
    const both = (oidc: object, saml: object): UserbaseProps => ({
      domain: "my-notes",
      identityProviders: { oidc, saml } as never,
    });
    const attempts: [UserbaseProps, string][] = [
      [both({ Acme: okta }, { Acme: { metadataUrl } }), '"Acme"'],
      [
        both(
          { Acme: { ...okta, identifiers: ["acme.com"] } },
          { Staff: { metadataUrl, identifiers: ["acme.com"] } },
        ),
        '"acme.com"',
      ],
    ];
    for (const [props, name] of attempts) {
      const caught = failure(() => directory(props));
      expect(caught).toMatchObject({ code: "part-duplicate", prop: "identityProviders" });
      expect(caught.message).toContain(name);
    }
  });
});
