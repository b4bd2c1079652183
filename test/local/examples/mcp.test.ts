/** @group processes */

import type { OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import { UnauthorizedError } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { OAuthClientInformationMixed, OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js";
import { Browser } from "../pages/browser";
import { claimsOf } from "../services/cognito-idp/directory";
import { ServedExample } from "./served-example";

const [name, password] = ["ada@example.com", "Correct-horse-1"];

let mcp: ServedExample;
let url: string;

beforeAll(async () => {
  mcp = await ServedExample.start("examples/mcp");
  url = `${mcp.url("Api")}/mcp`;
  await mcp.local.users({ action: "create", name, password });
});

afterAll(() => mcp.stop());

/** An app that keeps what the SDK gives it, and opens no browser. */
class App implements OAuthClientProvider {
  readonly redirectUrl = "http://localhost:8123/callback";
  authorizationUrl = "";
  client: OAuthClientInformationMixed | undefined;
  kept: OAuthTokens | undefined;
  private verifier = "";

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

  redirectToAuthorization({ href }: URL): void {
    this.authorizationUrl = href;
  }

  saveCodeVerifier(verifier: string): void {
    this.verifier = verifier;
  }

  codeVerifier(): string {
    return this.verifier;
  }

  /** Connects; the user signs in at the pages when the server asks for it. */
  async connect(send: typeof fetch = fetch): Promise<Client> {
    const client = new Client({ name: "test", version: "1.0.0" });
    const transport = new StreamableHTTPClientTransport(new URL(url), { authProvider: this, fetch: send });
    try {
      await client.connect(transport);
      return client;
    } catch (error) {
      if (!(error instanceof UnauthorizedError)) throw error;
    }
    const browser = await new Browser().open(this.authorizationUrl);
    await browser.submit({ username: name, password, with: "password" });
    await transport.finishAuth(new URL(browser.url).searchParams.get("code") ?? "");
    return this.connect(send);
  }
}

const register = async (body: object) => {
  const headers = { "content-type": "application/json" };
  const response = await fetch(url.replace(/mcp$/, "register"), {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Readonly<Record<string, string>> };
};

describe("an MCP server with a Userbase as its authority", () => {
  test("the SDK's client finds the sign-in, registers, and calls tools for the user", async () => {
    const app = new App();
    const client = await app.connect();
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toEqual(["list_notes", "add_note"]);
    await client.callTool({ name: "add_note", arguments: { text: "Buy milk" } });
    expect((await client.callTool({ name: "list_notes" })).content).toEqual([
      { type: "text", text: "Buy milk" },
    ]);
    expect(claimsOf(app.kept?.access_token ?? "")).toMatchObject({
      aud: url,
      client_id: app.client?.client_id,
      scope: "notes/read notes/write",
    });
    await client.close();
  });

  test("a client that does not see the challenge finds the documents by their addresses", async () => {
    const withoutChallenge: typeof fetch = async (...request) => {
      const answer = await fetch(...request);
      const headers = new Headers(answer.headers);
      headers.delete("www-authenticate");
      return new Response(answer.body, { status: answer.status, headers });
    };
    const client = await new App().connect(withoutChallenge);
    expect((await client.listTools()).tools).toHaveLength(2);
    await client.close();
  });

  test("a client whose token is not accepted refreshes it", async () => {
    const app = new App();
    await (await app.connect()).close();
    app.kept = { token_type: "Bearer", ...app.kept, access_token: "no.token.here" };
    app.authorizationUrl = "";
    await (await app.connect()).close();
    expect(app.authorizationUrl).toBe("");
  });

  test("without a token, the answer says where to sign in", async () => {
    const { status, headers } = await fetch(url, { method: "POST", body: "{}" });
    const metadata = url.replace(/mcp$/, ".well-known/oauth-protected-resource/mcp");
    expect([status, headers.get("www-authenticate")]).toEqual([
      401,
      `Bearer scope="notes/read notes/write", resource_metadata="${metadata}"`,
    ]);
  });

  test("a token for another server is refused", async () => {
    const token = await mcp.token({ user: name, scopes: ["notes/read"] });
    const headers = { authorization: `Bearer ${token}` };
    const { status, headers: answered } = await fetch(url, { method: "POST", headers, body: "{}" });
    expect([status, answered.get("www-authenticate")]).toEqual([
      401,
      expect.stringMatching(/^Bearer error="invalid_token", /),
    ]);
  });
});

describe("registration", () => {
  test("installations of one app share a client", async () => {
    const redirect_uris = ["http://localhost:9000/callback"];
    const [first, second] = [await register({ redirect_uris }), await register({ redirect_uris })];
    expect(first).toMatchObject({
      status: 201,
      body: { redirect_uris, token_endpoint_auth_method: "none", scope: "notes/read notes/write" },
    });
    expect(second.body.client_id).toBe(first.body.client_id);
  });

  test.each([
    [{ redirect_uris: ["https://evil.example.com/"] }, "invalid_redirect_uri"],
    [{ redirect_uris: ["http://claude.ai/"] }, "invalid_redirect_uri"],
    [{}, "invalid_client_metadata"],
    [{ redirect_uris: ["https://claude.ai/a"], scope: "admin" }, "invalid_client_metadata"],
  ])("%j is refused", async (body, error) => {
    expect(await register(body)).toMatchObject({ status: 400, body: { error } });
  });

  test("the oldest client goes when there are too many", async () => {
    const ids: string[] = [];
    for (let port = 9001; port <= 9016; port += 1) {
      const { body } = await register({ redirect_uris: [`http://localhost:${port}/`] });
      ids.push(body.client_id ?? "");
    }
    const clients = mcp.local.userPools[0]?.clients.map(({ id }) => id) ?? [];
    expect(clients.filter((id) => ids.includes(id))).toEqual(ids.slice(1));
  });
});
