import { Token } from "cdktf";
import {
  Api,
  McpAuthority,
  type McpAuthorityProps,
  type Stack,
  Userbase,
  type UserbaseProps,
} from "../../../lib";
import { listedTypes, typesOf } from "../../docs/resources-table";
import { addresses, inlineStatements, only, resources, testStack } from "../../support/stack";
import { failure, integration, routes } from "../api/support/api";

const handler = "functions/notes.get";
const servers = { "/mcp": { function: handler, scopes: ["notes/read", "notes/write"] } };

type Given = Partial<McpAuthorityProps> & { readonly directory?: UserbaseProps };

function authorityIn(stack: Stack, { directory, ...props }: Given = {}) {
  const api = new Api(stack, "Api", { cors: McpAuthority.cors, defaults: { authorizer: "iam" } });
  const userbase = new Userbase(stack, "Users", { domain: "notes-sign-in", ...directory });
  return new McpAuthority(stack, "Authority", { api, userbase, servers, ...props });
}

function given(props?: Given) {
  const stack = testStack({ account: "123456789012" });
  return { stack, authority: authorityIn(stack, props) };
}

function functionOf(stack: Stack, part: string) {
  const found = Object.entries(resources(stack, "aws_lambda_function")).find(([name]) => name.includes(part));
  const environment = found?.[1].environment as { readonly variables: Readonly<Record<string, string>> };
  return environment.variables;
}

const settings = (props?: Given) =>
  JSON.parse(functionOf(given(props).stack, "Authority_Function").MCP_SETTINGS ?? "");

test("McpAuthority has a README that lists every type of resource", () => {
  const { stack } = given();
  const ofOthers =
    /_api$|_stage$|cognito_(user_pool|user_pool_domain|identity_pool|identity_pool_roles_attachment)$|^data\./;
  const own = [...typesOf(addresses(stack))].filter((type) => !ofOthers.test(type));
  expect(listedTypes("lib/constructs/mcp-authority/README.md")).toEqual(own.sort());
});

describe("McpAuthority", () => {
  test("adds the routes of the authority and of the server, which need no authorizer of the gateway", () => {
    const { stack } = given();
    const all = Object.values(routes(stack));
    expect(all.map(({ route_key }) => route_key).sort()).toEqual([
      "ANY /mcp",
      "GET /.well-known/oauth-authorization-server",
      "GET /.well-known/oauth-protected-resource",
      "GET /.well-known/oauth-protected-resource/mcp",
      "GET /oauth/authorize",
      "GET /oauth/callback",
      "POST /oauth/authorize",
      "POST /oauth/register",
      "POST /oauth/revoke",
      "POST /oauth/token",
    ]);
    expect(new Set(all.map(({ authorization_type }) => authorization_type))).toEqual(new Set(["NONE"]));
  });

  test("has a document for each of several servers, and none at the root", () => {
    const two = { ...servers, "/admin/mcp": { function: "functions/notes.create", scopes: ["notes/admin"] } };
    const keys = Object.values(routes(given({ servers: two }).stack)).map(({ route_key }) => route_key);
    expect(keys).toEqual(
      expect.arrayContaining(["ANY /admin/mcp", "GET /.well-known/oauth-protected-resource/admin/mcp"]),
    );
    expect(keys).not.toContain("GET /.well-known/oauth-protected-resource");
    expect(settings({ servers: two }).servers).toEqual({
      "/mcp": ["notes/read", "notes/write"],
      "/admin/mcp": ["notes/admin"],
    });
  });

  test("names the header that says where to sign in as the gateway does not let functions name it", () => {
    const mappings = { "overwrite:header.www-authenticate": "$response.header.mcp-challenge" };
    expect(integration(given().stack, "ANY /mcp").response_parameters).toEqual([
      { status_code: "401", mappings },
      { status_code: "403", mappings },
    ]);
  });

  test("lets its function use the entries of its table and nothing else", () => {
    const allowed = inlineStatements(given().stack, "Authority_Function").filter(
      ({ Action }) => !/logs:|xray:/.test(`${Action}`),
    );
    expect(allowed).toEqual([
      {
        Effect: "Allow",
        Action: ["DeleteItem", "GetItem", "PutItem", "Query", "UpdateItem"].map((each) => `dynamodb:${each}`),
        Resource: expect.stringMatching(/^\$\{aws_dynamodb_table\.Authority_State_\w+\.arn\}$/),
      },
    ]);
  });

  test("has an encrypted table whose entries expire", () => {
    expect(only(given().stack, "aws_dynamodb_table")).toMatchObject({
      name: "dev-notes-Authority-State",
      billing_mode: "PAY_PER_REQUEST",
      hash_key: "kind",
      range_key: "id",
      ttl: { attribute_name: "expiresAt", enabled: true },
      server_side_encryption: { enabled: true },
    });
  });

  test("signs all users in through one client, with the scopes of its servers and the providers of the directory", () => {
    const google = { clientId: "id", clientSecret: "secret", scopes: ["email", "openid"] };
    const { stack } = given({ directory: { identityProviders: { google } } });
    const clients = Object.entries(resources(stack, "aws_cognito_user_pool_client"));
    const [, client] = clients.find(([name]) => name.startsWith("Authority_")) ?? [];
    expect(client).toMatchObject({
      name: "dev-notes-Authority",
      allowed_oauth_flows: ["code"],
      allowed_oauth_scopes: ["notes/read", "notes/write"],
      callback_urls: [expect.stringMatching(/\.api_endpoint\}\/oauth\/callback$/)],
      explicit_auth_flows: ["ALLOW_REFRESH_TOKEN_AUTH"],
      supported_identity_providers: expect.arrayContaining([
        expect.stringMatching(/aws_cognito_identity_provider/),
      ]),
    });
    expect(client).not.toHaveProperty("generate_secret");
    expect(Object.keys(resources(stack, "aws_cognito_managed_login_branding"))).toEqual(
      expect.arrayContaining([expect.stringMatching(/^Authority_Branding_/)]),
    );
  });

  test("gives the function of the server what it needs to verify tokens", () => {
    const variables = functionOf(given().stack, "ANY_--mcp");
    expect(variables).toMatchObject({
      SERVERFORM_McpAuthority_url_Authority: expect.stringMatching(/\.api_endpoint\}$/),
      SERVERFORM_McpAuthority_userPoolId_Authority: expect.stringMatching(/aws_cognito_user_pool\./),
      SERVERFORM_McpAuthority_userPoolClientId_Authority: expect.stringMatching(
        /\.Authority_Client_\w+\.id\}$/,
      ),
      SERVERFORM_McpAuthority_servers_Authority: '{"/mcp":["notes/read","notes/write"]}',
    });
  });

  test("registers clients of the user's own machine, and reads documents of all hosts, by default", () => {
    expect(settings()).toMatchObject({
      documents: {},
      registration: { redirectHosts: [], maxClients: 200, maxPerSource: 20 },
    });
    expect(
      settings({
        clientDocuments: { hosts: ["claude.ai"] },
        registration: { redirectHosts: ["claude.ai"], maxClients: 5, maxPerSource: 1 },
      }),
    ).toMatchObject({
      documents: { hosts: ["claude.ai"] },
      registration: { redirectHosts: ["claude.ai"], maxClients: 5, maxPerSource: 1 },
    });
  });

  test("leaves out what is switched off", () => {
    const { stack } = given({ registration: false, clientDocuments: false });
    expect(Object.values(routes(stack)).map(({ route_key }) => route_key)).not.toContain(
      "POST /oauth/register",
    );
    expect(Object.keys(settings({ registration: false, clientDocuments: false }))).toEqual(["servers"]);
  });

  test("is issued at the custom domain of its API", () => {
    const stack = testStack({ account: "123456789012" });
    const api = new Api(stack, "Api", {
      customDomain: { domainName: "mcp.example.com", hostedZone: "example.com" },
    });
    const userbase = new Userbase(stack, "Users", { domain: "notes-sign-in" });
    expect(new McpAuthority(stack, "Authority", { api, userbase, servers }).url).toBe(
      "https://mcp.example.com",
    );
  });

  test("takes overrides of its client and of its table", () => {
    const { stack } = given({
      cdk: { userPoolClient: { accessTokenValidity: 2 }, table: { deletionProtectionEnabled: true } },
    });
    expect(only(stack, "aws_dynamodb_table")).toMatchObject({ deletion_protection_enabled: true });
    const clients = Object.entries(resources(stack, "aws_cognito_user_pool_client"));
    expect(clients.find(([name]) => name.startsWith("Authority_"))?.[1]).toMatchObject({
      access_token_validity: 2,
    });
  });
});

describe("McpAuthority refuses", () => {
  const server = servers["/mcp"];

  test.each<[string, object, string, string]>([
    ["an unknown prop", { server }, "key-unknown", "props"],
    ["an invalid API", { api: {} }, "prop-invalid", "api"],
    ["an invalid directory", { userbase: {} }, "prop-invalid", "userbase"],
    ["a directory without pages", { directory: { domain: undefined } }, "mcp-userbase-pages", "userbase"],
    [
      "the plan without resource binding",
      { directory: { featureTier: "lite" } },
      "mcp-userbase-tier",
      "userbase",
    ],
    ["no server", { servers: {} }, "prop-required", "servers"],
    ["a path with a variable", { servers: { "/{id}": server } }, "prop-invalid", 'servers["/{id}"]'],
    [
      "a path of the authority",
      { servers: { "/oauth/mcp": server } },
      "prop-invalid",
      'servers["/oauth/mcp"]',
    ],
    ["an invalid server", { servers: { "/mcp": handler } }, "prop-invalid", 'servers["/mcp"]'],
    [
      "a server without a function",
      { servers: { "/mcp": { scopes: ["a/b"] } } },
      "prop-required",
      'servers["/mcp"].function',
    ],
    [
      "no scopes",
      { servers: { "/mcp": { ...server, scopes: [] } } },
      "prop-required",
      'servers["/mcp"].scopes',
    ],
    [
      "a scope of no resource server",
      { servers: { "/mcp": { ...server, scopes: ["openid"] } } },
      "prop-invalid",
      'servers["/mcp"].scopes[0]',
    ],
    ["documents that are neither", { clientDocuments: "all" }, "prop-invalid", "clientDocuments"],
    [
      "a host with a scheme",
      { clientDocuments: { hosts: ["https://claude.ai"] } },
      "prop-invalid",
      "clientDocuments.hosts[0]",
    ],
    ["a registration that is neither", { registration: 5 }, "prop-invalid", "registration"],
    [
      "a host with a port",
      { registration: { redirectHosts: ["claude.ai:443"] } },
      "prop-invalid",
      "registration.redirectHosts[0]",
    ],
    ["no client at all", { registration: { maxClients: 0 } }, "out-of-range", "registration.maxClients"],
    [
      "too many per source",
      { registration: { maxPerSource: 1001 } },
      "out-of-range",
      "registration.maxPerSource",
    ],
    [
      "a reference to a list in place of a number",
      { registration: { maxPerSource: Token.asList("${var.limits}") as never } },
      "list-unknown",
      "registration.maxPerSource",
    ],
    [
      "another callback",
      { cdk: { userPoolClient: { callbackUrls: [] } } },
      "key-rejected",
      "cdk.userPoolClient",
    ],
    ["other keys of the table", { cdk: { table: { hashKey: "id" } } }, "key-rejected", "cdk.table"],
  ])("%s", (_, props, code, prop) => {
    const error = failure(() => given(props));
    expect([error.code, error.prop]).toEqual([code, prop]);
  });

  test("an issuer below a path", () => {
    const stack = testStack({ account: "123456789012" });
    const customDomain = { domainName: "api.example.com", hostedZone: "example.com", path: "v1" };
    const api = new Api(stack, "Api", { customDomain });
    const userbase = new Userbase(stack, "Users", { domain: "notes-sign-in" });
    const error = failure(() => new McpAuthority(stack, "Authority", { api, userbase, servers }));
    expect([error.code, error.prop]).toEqual(["mcp-issuer-path", "api"]);
  });
});
