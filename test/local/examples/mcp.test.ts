/** @group processes */

import type { OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { OAuthClientInformationMixed, OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js";
import { tableStore } from "../../../lib/runtime/programs/mcp/store";
import { localCredentials } from "../../support/access-keys";
import { packagesOf } from "../../support/packages";
import { Browser } from "../pages/browser";
import { claimsOf } from "../services/cognito-idp/directory";
import { ServedExample } from "./served-example";

const [name, password] = ["ada@example.com", "Correct-horse-1"];
const documentUrl = "https://app.example.com/oauth/client.json";
const redirectUrl = "http://localhost:8123/callback";

let mcp: ServedExample;
let issuer: string;
let url: string;

beforeAll(async () => {
  mcp = await ServedExample.start("examples/mcp");
  issuer = mcp.url("Api");
  url = `${issuer}/mcp`;
  await mcp.local.users({ action: "create", name, password });
});

afterAll(() => mcp.stop());

// Each test has the burst of the API's throttle to itself.
beforeEach(() => mcp.clock.advanceSeconds(5));

/** The table of the authority, as its function sees it. */
const tableOf = ({ local }: ServedExample) =>
  tableStore("dev-mcp-Authority-State", {
    region: "us-east-1",
    endpoints: { AWS_ENDPOINT_URL: local.servicesUrl },
    credentials: () => localCredentials,
  });

/** Lets the authority know a client's document without the internet: it has read the document a moment ago. */
async function rememberDocument(): Promise<void> {
  const client = { id: documentUrl, name: "Notes app", host: "app.example.com", redirectUris: [redirectUrl] };
  const expiresAt = Math.floor(Date.now() / 1000) + 3600;
  await tableOf(mcp).put("document", documentUrl, { value: { client }, expiresAt });
}

/** An app that keeps what the SDK gives it, and opens no browser. */
class App implements OAuthClientProvider {
  readonly redirectUrl = redirectUrl;
  readonly clientMetadataUrl: string | undefined;
  authorizationUrl = "";
  client: OAuthClientInformationMixed | undefined;
  kept: OAuthTokens | undefined;
  private verifier = "";
  private discovered: unknown;

  constructor(clientMetadataUrl?: string) {
    this.clientMetadataUrl = clientMetadataUrl;
  }

  get clientMetadata() {
    return { client_name: "Test", redirect_uris: [this.redirectUrl], token_endpoint_auth_method: "none" };
  }

  clientInformation(): OAuthClientInformationMixed | undefined {
    return this.client;
  }

  saveClientInformation(client: OAuthClientInformationMixed): void {
    this.client = client;
  }

  tokens(): OAuthTokens | undefined {
    return this.kept;
  }

  saveTokens(tokens: OAuthTokens): void {
    this.kept = tokens;
  }

  // The newer SDK compares the issuer of the answer with the one to which it has sent the user.
  saveDiscoveryState(state: unknown): void {
    this.discovered = state;
  }

  discoveryState(): never {
    return this.discovered as never;
  }

  redirectToAuthorization({ href }: URL): void {
    this.authorizationUrl = href;
  }

  saveCodeVerifier(verifier: string): void {
    this.verifier = verifier;
  }

  codeVerifier(): string {
    return this.verifier;
  }
}

/** Allows access, signs in at the pages, and returns the address at which the browser ends. */
async function signIn(authorizationUrl: string, browser = new Browser()): Promise<URL> {
  await browser.open(authorizationUrl);
  expect(browser.heading).toBe("Allow access?");
  await browser.submit({ decision: "allow" });
  await browser.open(browser.url);
  await browser.submit({ username: name, password, with: "password" });
  await browser.open(browser.url);
  return new URL(browser.url);
}

interface Connection {
  /** The tools of the server, by name. */
  tools(): Promise<readonly string[]>;
  call(tool: string, input?: object): Promise<unknown>;
  readonly version: string | undefined;
  close(): Promise<void>;
}

type Connect = (app: App, send?: typeof fetch) => Promise<Connection>;

/** The parts of the newer SDK's client that are used here; its package is not among those of the library. */
interface NewClient {
  readonly Client: new (
    info: object,
    options: object,
  ) => Pick<Client, "listTools" | "callTool" | "close"> & {
    connect(transport: unknown): Promise<void>;
    getNegotiatedProtocolVersion(): string | undefined;
  };
  readonly StreamableHTTPClientTransport: new (
    url: URL,
    options: object,
  ) => { finishAuth(parameters: URLSearchParams): Promise<void> };
}

const packages = packagesOf("mcp");
const newer =
  packages === undefined ? undefined : (require(`${packages}/@modelcontextprotocol/client`) as NewClient);

const isUnauthorized = (error: unknown) =>
  error instanceof Error && /unauthorized/i.test(error.message + error.name);

/** A client of the revision 2025-11-25 and earlier: `initialize`, and a registration. */
const connectOlder: Connect = async (app, send = fetch) => {
  const client = new Client({ name: "test", version: "1.0.0" });
  const transport = new StreamableHTTPClientTransport(new URL(url), { authProvider: app, fetch: send });
  try {
    await client.connect(transport);
  } catch (error) {
    if (!isUnauthorized(error)) throw error;
    const end = await signIn(app.authorizationUrl);
    await transport.finishAuth(end.searchParams.get("code") ?? "");
    return connectOlder(app, send);
  }
  return connectionOf(client, transport.protocolVersion);
};

/** A client that speaks the revision 2026-07-28 and nothing else. */
const connectNewer: Connect = async (app, send = fetch) => {
  if (newer === undefined) throw new Error("the packages of test/packages/mcp are missing");
  const options = { versionNegotiation: { mode: { pin: "2026-07-28" } } };
  const client = new newer.Client({ name: "test", version: "1.0.0" }, options);
  const transport = new newer.StreamableHTTPClientTransport(new URL(url), { authProvider: app, fetch: send });
  try {
    await client.connect(transport);
  } catch (error) {
    if (!isUnauthorized(error)) throw error;
    await transport.finishAuth((await signIn(app.authorizationUrl)).searchParams);
    return connectNewer(app, send);
  }
  return connectionOf(client, client.getNegotiatedProtocolVersion());
};

const connectionOf = (
  client: Pick<Client, "listTools" | "callTool" | "close">,
  version: string | undefined,
): Connection => ({
  version,
  tools: async () => (await client.listTools()).tools.map((tool) => tool.name),
  call: async (tool, input = {}) => (await client.callTool({ name: tool, arguments: { ...input } })).content,
  close: () => client.close(),
});

const ofNewer = newer === undefined ? test.skip : test;
const bothEras = [
  { era: "2025-11-25", connect: connectOlder, it: test },
  { era: "2026-07-28", connect: connectNewer, it: ofNewer },
];

for (const { era, connect, it } of bothEras) {
  describe(`a client of the revision ${era}`, () => {
    it("finds the sign-in, registers, and calls tools for the user", async () => {
      const app = new App();
      const connection = await connect(app);
      expect(connection.version).toBe(era);
      expect(await connection.tools()).toEqual(["list_notes", "add_note"]);
      await connection.call("add_note", { text: `Of ${era}` });
      expect(await connection.call("list_notes")).toEqual([
        { type: "text", text: expect.stringContaining(`Of ${era}`) },
      ]);
      expect(claimsOf(app.kept?.access_token ?? "")).toMatchObject({
        aud: url,
        scope: "notes/read notes/write",
      });
      expect(app.client?.client_id).toMatch(/^mcp-/);
      await connection.close();
    });

    it("is known by its document, and registers nothing", async () => {
      await rememberDocument();
      const before = await tableOf(mcp).count("client");
      const app = new App(documentUrl);
      const connection = await connect(app);
      expect(await connection.tools()).toHaveLength(2);
      expect([app.client?.client_id, new URL(app.authorizationUrl).searchParams.get("client_id")]).toEqual([
        documentUrl,
        documentUrl,
      ]);
      expect(await tableOf(mcp).count("client")).toBe(before);
      await connection.close();
    });

    it("finds the documents by their addresses where it does not see the challenge", async () => {
      const withoutChallenge: typeof fetch = async (...request) => {
        const answer = await fetch(...request);
        const headers = new Headers(answer.headers);
        headers.delete("www-authenticate");
        return new Response(answer.body, { status: answer.status, headers });
      };
      const connection = await connect(new App(), withoutChallenge);
      expect(await connection.tools()).toHaveLength(2);
      await connection.close();
    });

    it("refreshes a token that is not accepted, and uses each refresh token once", async () => {
      const app = new App();
      await (await connect(app)).close();
      const first = app.kept?.refresh_token;
      app.kept = { token_type: "Bearer", ...app.kept, access_token: "no.token.here" };
      app.authorizationUrl = "";
      await (await connect(app)).close();
      expect(app.authorizationUrl).toBe("");
      expect(app.kept?.refresh_token).not.toBe(first);
      const form = new URLSearchParams({
        grant_type: "refresh_token",
        refresh_token: first ?? "",
        client_id: app.client?.client_id ?? "",
      });
      const response = await fetch(`${issuer}/oauth/token`, { method: "POST", body: form });
      expect([response.status, await response.json()]).toEqual([
        400,
        expect.objectContaining({ error: "invalid_grant" }),
      ]);
    });
  });
}

describe("the server", () => {
  const discover = { jsonrpc: "2.0", id: 1, method: "server/discover" };

  test("tells without a token where to sign in", async () => {
    const { status, headers } = await fetch(url, { method: "POST", body: JSON.stringify(discover) });
    const metadata = `${issuer}/.well-known/oauth-protected-resource/mcp`;
    expect([status, headers.get("www-authenticate")]).toEqual([
      401,
      `Bearer scope="notes/read notes/write", resource_metadata="${metadata}"`,
    ]);
  });

  test("refuses a token for another server, also of the same user directory", async () => {
    const token = await mcp.token({ user: name, scopes: ["notes/read"] });
    const headers = { authorization: `Bearer ${token}` };
    const { status, headers: answered } = await fetch(url, { method: "POST", headers, body: "{}" });
    expect([status, answered.get("www-authenticate")]).toEqual([
      401,
      expect.stringMatching(/^Bearer error="invalid_token", /),
    ]);
  });

  test("lets pages of other origins send the headers of the protocol", async () => {
    const asked = "authorization,content-type,mcp-method,mcp-name,mcp-protocol-version";
    const { headers } = await fetch(url, {
      method: "OPTIONS",
      headers: {
        origin: "https://inspector.example.com",
        "access-control-request-method": "POST",
        "access-control-request-headers": asked,
      },
    });
    expect(
      headers
        .get("access-control-allow-headers")
        ?.split(",")
        .map((each) => each.trim())
        .sort(),
    ).toEqual(asked.split(","));
  });
});

describe("the authority", () => {
  test("refuses a client whose document is on a private address, and sends the user nowhere", async () => {
    for (const host of ["localhost", "127.0.0.1", "10.0.0.7", "169.254.169.254", "[::1]", "192.168.1.1"]) {
      const browser = await new Browser().open(
        `${issuer}/oauth/authorize?${new URLSearchParams({
          client_id: `https://${host}/client.json`,
          redirect_uri: redirectUrl,
          response_type: "code",
        })}`,
      );
      expect([browser.status, browser.problem]).toEqual([
        400,
        expect.stringContaining("its host has an address that is not public"),
      ]);
    }
  });

  test("sends the issuer with the code and with a denial", async () => {
    await rememberDocument();
    const query = new URLSearchParams({
      client_id: documentUrl,
      redirect_uri: redirectUrl,
      response_type: "code",
      code_challenge: "a".repeat(43),
      code_challenge_method: "S256",
      resource: url,
      state: "of the app",
    });
    const browser = await new Browser().open(`${issuer}/oauth/authorize?${query}`);
    await browser.submit({ decision: "deny" });
    const { origin, searchParams } = new URL(browser.url);
    expect([origin, Object.fromEntries(searchParams)]).toEqual([
      new URL(redirectUrl).origin,
      { error: "access_denied", error_description: expect.any(String), state: "of the app", iss: issuer },
    ]);
    const end = await signIn(`${issuer}/oauth/authorize?${query}`);
    expect(Object.fromEntries(end.searchParams)).toEqual({
      code: expect.any(String),
      state: "of the app",
      iss: issuer,
    });
  });
});
