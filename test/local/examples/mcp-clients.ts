import type { OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { OAuthClientInformationMixed, OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js";
import { Browser } from "../pages/browser";

/** The user of the tests. */
export const [name, password] = ["ada@example.com", "Correct-horse-1"] as const;

export const redirectUrl = "http://localhost:8123/callback";

/** An app that keeps the values of the SDK, and opens no browser. */
export class App implements OAuthClientProvider {
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
export async function signIn(authorizationUrl: string, browser = new Browser()): Promise<URL> {
  await browser.open(authorizationUrl);
  expect(browser.heading).toBe("Allow access?");
  await browser.submit({ decision: "allow" });
  await browser.open(browser.url);
  await browser.submit({ username: name, password, with: "password" });
  await browser.open(browser.url);
  return new URL(browser.url);
}

export interface Connection {
  /** The tools of the server, by name. */
  tools(): Promise<readonly string[]>;
  call(tool: string, input?: object): Promise<unknown>;
  readonly version: string | undefined;
  close(): Promise<void>;
}

export type Connect = (url: string, app: App, send?: typeof fetch) => Promise<Connection>;

/** The parts of the newer SDK's client that are used here. Its types of providers differ from those of the older SDK, which are used above. */
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

const newer = require("@modelcontextprotocol/client") as NewClient;

const isUnauthorized = (error: unknown) =>
  error instanceof Error && /unauthorized/i.test(error.message + error.name);

/** A client of the revision 2025-11-25 and earlier: `initialize`, and a registration. */
export const connectOlder: Connect = async (url, app, send = fetch) => {
  const client = new Client({ name: "test", version: "1.0.0" });
  const transport = new StreamableHTTPClientTransport(new URL(url), { authProvider: app, fetch: send });
  try {
    await client.connect(transport);
  } catch (error) {
    if (!isUnauthorized(error)) throw error;
    const end = await signIn(app.authorizationUrl);
    await transport.finishAuth(end.searchParams.get("code") ?? "");
    return connectOlder(url, app, send);
  }
  return connectionOf(client, transport.protocolVersion);
};

/** A client that speaks the revision 2026-07-28 and nothing else. */
export const connectNewer: Connect = async (url, app, send = fetch) => {
  const options = { versionNegotiation: { mode: { pin: "2026-07-28" } } };
  const client = new newer.Client({ name: "test", version: "1.0.0" }, options);
  const transport = new newer.StreamableHTTPClientTransport(new URL(url), { authProvider: app, fetch: send });
  try {
    await client.connect(transport);
  } catch (error) {
    if (!isUnauthorized(error)) throw error;
    await transport.finishAuth((await signIn(app.authorizationUrl)).searchParams);
    return connectNewer(url, app, send);
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
