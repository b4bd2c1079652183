import type { UserbaseProps } from "../../../../lib/constructs/userbase";
import { resources, synthesized } from "../../../support/stack";
import { failure } from "../../api/support/api";
import { directory, handler, named, problemsOf, short } from "../support";

const type = "aws_cognito_user_pool_client";
const resourceServers = { notes: { scopes: { read: "Reads notes", write: "Writes notes" } } };
const client = (given: object, props: UserbaseProps = {}) => {
  const { stack } = directory({
    resourceServers,
    ...props,
    clients: { web: given } as UserbaseProps["clients"],
  });
  return short(named(stack, type, "Auth_Client_web"));
};

describe("a further client of a Userbase", () => {
  test("is as safe as the first one", () => {
    expect(client({}, { resourceServers: {} })).toEqual({
      name: "dev-notes-Auth-web",
      user_pool_id: "${aws_cognito_user_pool.id}",
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

  test("allows the custom challenges of the directory", () => {
    const { explicit_auth_flows: flows } = client({}, { triggers: { defineAuthChallenge: handler } }) as {
      explicit_auth_flows: string[];
    };
    expect(flows).toContain("ALLOW_CUSTOM_AUTH");
  });

  test("hands tokens over as a code, where it has a callback", () => {
    const found = client({ callbackUrls: ["https://b.example.com", "https://a.example.com"], secret: true });
    expect(found).toMatchObject({
      allowed_oauth_flows: ["code"],
      allowed_oauth_flows_user_pool_client: true,
      allowed_oauth_scopes: ["email", "openid", "profile"],
      callback_urls: ["https://a.example.com", "https://b.example.com"],
      generate_secret: true,
    });
  });

  test("waits for the scopes that it asks for", () => {
    const found = client({ callbackUrls: ["https://a.example.com"], scopes: ["openid", "notes/read"] });
    expect(found).toMatchObject({
      allowed_oauth_scopes: ["notes/read", "openid"],
      depends_on: [expect.stringMatching(/^aws_cognito_resource_server\.Auth_ResourceServer_notes/)],
    });
  });

  test("for a machine gets tokens with its secret, and has no sign-in", () => {
    expect(client({ type: "machine", scopes: ["notes/write", "notes/read"] })).toMatchObject({
      allowed_oauth_flows: ["client_credentials"],
      allowed_oauth_flows_user_pool_client: true,
      allowed_oauth_scopes: ["notes/read", "notes/write"],
      explicit_auth_flows: ["ALLOW_REFRESH_TOKEN_AUTH"],
      generate_secret: true,
    });
  });

  test("is known to the identity pool, unless it is a machine's", () => {
    const { stack } = directory({
      resourceServers,
      clients: { web: {}, robot: { type: "machine", scopes: ["notes/read"] } },
    });
    const [pool] = Object.values(resources(stack, "aws_cognito_identity_pool"));
    const ids = JSON.stringify(pool?.cognito_identity_providers);
    expect(ids).toContain("Auth_Client_web");
    expect(ids).not.toContain("Auth_Client_robot");
  });

  test("takes keys of the provider", () => {
    const given = {
      accessTokenValidity: "30 minutes",
      cdk: { userPoolClient: { authSessionValidity: 5, name: "x" } },
    };
    expect(client(given)).toMatchObject({ auth_session_validity: 5, name: "x", access_token_validity: 30 });
  });

  test("is found by its name", () => {
    const { userbase } = directory({ clients: { web: {} } });
    expect(userbase.getClient("web")?.node.id).toBe("Client_web");
    expect(() => userbase.getClient("app")).toThrow(/getClient.*"app"[\s\S]*web[\s\S]*\[part-not-found\]/);
  });

  test("adds only its own addresses", () => {
    const without = synthesized(directory({}).stack).resource[type] ?? {};
    const all = synthesized(directory({ clients: { web: {} } }).stack).resource[type] ?? {};
    const added = Object.keys(all).filter((name) => !(name in without));
    expect(added.map((name) => name.replace(/_[0-9A-F]{8}$/, ""))).toEqual(["Auth_Client_web"]);
  });

  test("makes sound Terraform JSON with everything around it", () => {
    const { stack } = directory({
      domain: "my-notes",
      resourceServers,
      identityProviders: { google: { clientId: "id", clientSecret: "secret" } },
      groups: { staff: { permissions: ["s3"] } },
      clients: {
        web: { callbackUrls: ["https://a.example.com"] },
        robot: { type: "machine", scopes: ["notes/read"] },
      },
    });
    const write = jest.spyOn(process.stderr, "write").mockReturnValue(true);
    expect(problemsOf(stack.app)).toEqual([]);
    write.mockRestore();
  });

  test.each([
    [{ type: "robot" }, "literal-unknown", ".type"],
    [{ colour: "blue" }, "key-unknown", ""],
    [{ flows: ["code"] }, "oauth-without-callback", ".callbackUrls"],
    [{ scopes: ["openid"] }, "oauth-without-callback", ".callbackUrls"],
    [{ callbackUrls: ["http://example.com"] }, "callback-url", ".callbackUrls[0]"],
    [{ logoutUrls: ["http://example.com"] }, "callback-url", ".logoutUrls[0]"],
    [{ callbackUrls: ["https://a.b"], flows: ["client_credentials"] }, "literal-unknown", ".flows[0]"],
    [{ callbackUrls: ["https://a.b"], scopes: ["notes/delete"] }, "userbase-scope-unknown", ".scopes[0]"],
    [{ type: "machine" }, "prop-required", ".scopes"],
    [{ type: "machine", scopes: [] }, "prop-required", ".scopes"],
    [{ type: "machine", scopes: ["openid"] }, "userbase-machine-scope", ".scopes[0]"],
    [{ type: "machine", scopes: ["notes/read"], callbackUrls: [] }, "key-unknown", ""],
    [{ cdk: { userPoolClient: { userPoolId: "x" } } }, "key-rejected", ".cdk.userPoolClient"],
  ])("is refused: %j", (given, code, end) => {
    expect(failure(() => client(given))).toMatchObject({ code, prop: `clients["web"]${end}` });
  });

  test.each(["1st", "my client", ""])("is refused under the name %j", (name) => {
    expect(failure(() => directory({ clients: { [name]: {} } }))).toMatchObject({
      code: "userbase-name-invalid",
    });
  });
});
