import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LocalIssuers } from "../../../../lib/local/identities";
import { PageServers } from "../../../../lib/local/pages/page-servers";
import { Browser } from "../../pages/browser";
import { testKeys } from "../../support/keys";
import { ada, claimsOf, clientId, Directory, password, poolId } from "./directory";

const callback = "http://127.0.0.1:8765/callback";
const inPool = (more: object = {}) => ({ UserPoolId: poolId, ...more });
const settings = {
  ClientName: "agent",
  AllowedOAuthFlowsUserPoolClient: true,
  AllowedOAuthFlows: ["code"],
  AllowedOAuthScopes: ["openid", "notes/read"],
  CallbackURLs: [callback],
};

interface Created {
  readonly UserPoolClient: {
    readonly ClientId: string;
    readonly ClientSecret?: string;
    readonly CreationDate: Date;
  };
}

const dataFolder = mkdtempSync(join(tmpdir(), "serverform-pool-"));
let directory: Directory;

beforeAll(async () => {
  directory = await Directory.start({
    dataFolder,
    more: {
      aws_cognito_resource_server: {
        Notes: { user_pool_id: poolId, identifier: "notes", scope: [{ scope_name: "read" }] },
      },
      aws_cognito_user_pool_domain: {
        Domain: { user_pool_id: poolId, domain: "notes", managed_login_version: 2 },
      },
      aws_cognito_managed_login_branding: {
        Web: { user_pool_id: poolId, client_id: clientId, managed_login_branding_id: "declared" },
      },
    },
  });
  await directory.signUp();
  await directory.confirm();
});

afterAll(async () => {
  await directory.service.resources.stop();
  rmSync(dataFolder, { recursive: true });
});

const create = async (more: object = {}) =>
  (await directory.ask<Created>("CreateUserPoolClient", inPool({ ...settings, ...more }))).UserPoolClient;
const remove = ({ ClientId }: { readonly ClientId: string }) =>
  directory.ask("DeleteUserPoolClient", inPool({ ClientId }));
const style = (ClientId: string, more: object = { UseCognitoProvidedValues: true }) =>
  inPool({ ClientId, ...more });

describe("clients that the API creates", () => {
  test("have the settings of the request and those of the service, with the time", async () => {
    const client = await create();
    expect(client).toMatchObject({
      ...settings,
      ClientId: expect.stringMatching(/^[0-9a-z]{26}$/),
      SupportedIdentityProviders: ["COGNITO"],
      ExplicitAuthFlows: ["ALLOW_REFRESH_TOKEN_AUTH", "ALLOW_USER_SRP_AUTH", "ALLOW_CUSTOM_AUTH"],
      EnableTokenRevocation: true,
      RefreshTokenValidity: 30,
      CreationDate: new Date(directory.clock.now()),
    });
    expect(client.ClientSecret).toBeUndefined();
    await remove(client);
  });

  test("get a secret on request, which an update keeps", async () => {
    const { ClientId, ClientSecret } = await create({ GenerateSecret: true });
    expect(ClientSecret).toMatch(/^[0-9a-z]{51}$/);
    const update = { ClientId, CallbackURLs: ["myapp://callback"], RefreshTokenValidity: 1 };
    await directory.ask("UpdateUserPoolClient", inPool(update));
    expect(await directory.ask("DescribeUserPoolClient", inPool({ ClientId }))).toMatchObject({
      UserPoolClient: { ClientName: "agent", ClientSecret, ...update, AllowedOAuthFlows: [] },
    });
    await remove({ ClientId });
    expect(await directory.refusal("DescribeUserPoolClient", inPool({ ClientId }))).toBe(
      `ResourceNotFoundException: User pool client ${ClientId} does not exist.`,
    );
  });

  test("survive a restart of the server with --data, like changes of those that the app declares", async () => {
    const made = await create();
    await directory.ask("CreateManagedLoginBranding", style(made.ClientId));
    await directory.ask("DeleteManagedLoginBranding", inPool({ ManagedLoginBrandingId: "declared" }));
    await directory.ask("UpdateUserPoolClient", inPool({ ClientId: clientId, ClientName: "renamed" }));
    await directory.service.resources.stop();
    await directory.restart();
    const listed = await directory.ask("ListUserPoolClients", inPool({ MaxResults: 60 }));
    expect(listed).toMatchObject({
      UserPoolClients: [
        { ClientName: "renamed", ClientId: clientId },
        { ClientName: "agent", ClientId: made.ClientId },
      ],
    });
    const described = (id: string) =>
      directory.refusal("DescribeManagedLoginBrandingByClient", inPool({ ClientId: id }));
    expect([await described(made.ClientId), await described(clientId)]).toEqual([
      "accepted",
      expect.stringMatching(/^ResourceNotFoundException/),
    ]);
    await remove(made);
  });

  test.each([
    [{ ClientName: "a/b" }, /InvalidParameterException: .* at 'clientName'/],
    [{ CallbackURLs: ["http://example.com/"] }, /InvalidParameterException: .* cannot use the HTTP protocol/],
    [{ CallbackURLs: ["https://example.com/#a"] }, /InvalidParameterException: .* fragment/],
    [{ CallbackURLs: ["/callback"] }, /InvalidParameterException: .* not a valid redirect URI/],
    [{ DefaultRedirectURI: "https://example.com" }, /InvalidParameterException: .* callback URLs/],
    [{ ExplicitAuthFlows: ["ALLOW_ALL"] }, /InvalidParameterException: .* at 'explicitAuthFlows'/],
    [{ AllowedOAuthFlows: ["device"] }, /InvalidParameterException: .* at 'allowedOAuthFlows'/],
    [{ AllowedOAuthFlows: ["code", "client_credentials"] }, /InvalidOAuthFlowException: .* along with/],
    [{ AllowedOAuthFlows: ["client_credentials"] }, /InvalidOAuthFlowException: .* client secret/],
    [{ AllowedOAuthScopes: [] }, /InvalidOAuthFlowException: .* are required/],
    [{ AllowedOAuthScopes: ["notes/write"] }, /ScopeDoesNotExistException: .* notes\/write/],
    [{ SupportedIdentityProviders: ["Google"] }, /InvalidParameterException: The provider Google/],
    [{ GenerateSecret: true, ClientSecret: "x" }, /InvalidParameterException: ClientSecret/],
  ])("are refused with %j", async (more, refusal) => {
    const before = directory.pools.all[0]?.clients.all.length;
    const input = inPool({ ...settings, ...more });
    expect(await directory.refusal("CreateUserPoolClient", input)).toMatch(refusal);
    expect(directory.pools.all[0]?.clients.all).toHaveLength(before ?? 0);
  });

  test("have one style each, and a pool has twenty", async () => {
    const made = await Promise.all(Array.from({ length: 21 }, () => create()));
    const [first = { ClientId: "" }] = made;
    const both = style(first.ClientId, { UseCognitoProvidedValues: true, Settings: {} });
    expect(await directory.refusal("CreateManagedLoginBranding", both)).toMatch(/^InvalidParameterException/);
    const refusals: string[] = [];
    for (const { ClientId } of [first, ...made])
      refusals.push(await directory.refusal("CreateManagedLoginBranding", style(ClientId)));
    expect([refusals[1], refusals[20], refusals[21]]).toEqual([
      expect.stringMatching(/^ManagedLoginBrandingExistsException/),
      "accepted",
      expect.stringMatching(/^LimitExceededException/),
    ]);
    for (const client of made) await remove(client);
    expect(directory.pools.all[0]?.styles.changes.changed).toEqual([]);
  });

  test("no request and no answer left the model of the service", () =>
    expect(directory.problems).toEqual([]));
});

describe("the pages of a client that the API created", () => {
  const servers = new PageServers({ port: 0, report: () => {} });
  let ClientId: string;
  let base: string;
  beforeAll(async () => {
    ({ ClientId } = await create());
    const { pools, clock } = directory;
    await servers.open([poolId]);
    servers.serve(pools, new LocalIssuers({ model: pools.model, keys: testKeys(), clock }));
    base = servers.urlOf(poolId) ?? "";
  });
  afterAll(() => servers.close());

  const open = (more: Readonly<Record<string, string>> = {}) => {
    const usual = { client_id: ClientId, response_type: "code", scope: "notes/read", redirect_uri: callback };
    return new Browser().open(`${base}/oauth2/authorize?${new URLSearchParams({ ...usual, ...more })}`);
  };
  const tokens = async (body: Readonly<Record<string, string>>) => {
    const sent = { client_id: ClientId, ...body };
    const response = await fetch(`${base}/oauth2/token`, {
      method: "POST",
      body: new URLSearchParams(sent),
    });
    return (await response.json()) as Readonly<Record<string, string>>;
  };

  test("are not shown before it has a style", async () => {
    expect((await open()).problem).toBe("Login pages unavailable: the client has no managed login style.");
    await directory.ask("CreateManagedLoginBranding", style(ClientId));
    expect((await open()).heading).toBe("Sign in");
  });

  test("bind the access token to the requested resource, also when it is refreshed", async () => {
    const resource = "http://localhost:4000/mcp";
    const browser = await open({ resource });
    await browser.submit({ username: ada, password, with: "password" });
    const code = new URL(browser.url).searchParams.get("code") ?? "";
    const first = await tokens({ grant_type: "authorization_code", code, redirect_uri: callback, resource });
    expect(claimsOf(first.access_token ?? "")).toMatchObject({
      aud: resource,
      client_id: ClientId,
      scope: "notes/read",
    });
    const { refresh_token = "" } = first;
    const next = await tokens({ grant_type: "refresh_token", refresh_token });
    expect(claimsOf(next.access_token ?? "")).toMatchObject({ aud: resource });
  });

  test.each(["http://example.com/mcp", "mcp"])("refuse the resource %s", async (resource) => {
    const { searchParams } = new URL((await open({ resource })).url);
    expect(searchParams.get("error")).toBe("invalid_request");
  });
});

test.each([
  [{ ReadAttributes: ["custom:none"] }, "Invalid read attributes specified while creating a client"],
  [{ WriteAttributes: ["email_verified"] }, "Invalid write attributes specified while creating a client"],
])("attributes that a client cannot have are refused: %j", async (more, words) => {
  await expect(create(more)).rejects.toThrow(words);
});
