import { OauthRefusal } from "./answer";
import type { DocumentSource } from "./client-document";
import { findMcpClient, type McpClient } from "./clients";
import { isLoopback, isRegistered, parseRedirectUri } from "./redirect-uri";
import { type AuthoritySettings, resourceOf } from "./settings";

export interface McpAuthorizationRequest {
  readonly client: McpClient;
  readonly redirectUri: string;
  readonly state: string | undefined;
  readonly codeChallenge: string;
  readonly scopes: readonly string[];
  /** The address of the MCP server that will receive the token. */
  readonly resource: string;
}

/** The target of the answer: the verified redirect address of the client. */
export type ReturnAddress = Pick<McpAuthorizationRequest, "client" | "redirectUri" | "state">;

/** A request that is refused by a redirect to its client, if the address may be used without the consent of the user. */
export class RequestRefused extends Error {
  constructor(
    readonly to: ReturnAddress,
    readonly error: string,
    description: string,
  ) {
    super(description);
  }
}

/**
 * Parses a request at the authorization endpoint.
 *
 * @throws OauthRefusal if the client or its redirect address is unknown: the user sees a page and is not redirected
 * @throws RequestRefused for all other errors
 */
export async function parseAuthorizationRequest(
  query: URLSearchParams,
  settings: AuthoritySettings,
  source: DocumentSource,
): Promise<McpAuthorizationRequest> {
  const to = await findReturnAddress(query, settings, source);
  const refuse = (error: string, description: string) => new RequestRefused(to, error, description);
  const repeated = [...new Set(query.keys())].find((name) => query.getAll(name).length > 1);
  if (repeated !== undefined) throw refuse("invalid_request", `${repeated} is given more than once.`);
  if (query.get("response_type") !== "code") {
    throw refuse("unsupported_response_type", "response_type is not code.");
  }
  const codeChallenge = query.get("code_challenge") ?? "";
  if (!/^[\w-]{43}$/.test(codeChallenge) || query.get("code_challenge_method") !== "S256") {
    throw refuse("invalid_request", "PKCE with code_challenge_method S256 is required.");
  }
  const server = findServer(query.get("resource"), settings);
  if (server === undefined)
    throw refuse("invalid_target", "resource is not an MCP server of this authority.");
  const allowed = server.scopes.filter((each) => to.client.scopes?.includes(each) ?? true);
  const wanted = query.get("scope")?.split(" ");
  const scopes = allowed.filter((each) => wanted === undefined || wanted.includes(each));
  if (scopes.length === 0) throw refuse("invalid_scope", `scope has none of: ${allowed.join(" ")}`);
  return { ...to, codeChallenge, scopes, resource: server.resource };
}

async function findReturnAddress(
  query: URLSearchParams,
  settings: AuthoritySettings,
  source: DocumentSource,
): Promise<ReturnAddress> {
  const [id, ...otherIds] = query.getAll("client_id");
  if (id === undefined || otherIds.length > 0)
    throw new OauthRefusal("invalid_request", "client_id is missing.");
  const client = await findMcpClient(id, settings, source);
  const [given, ...others] = query.getAll("redirect_uri");
  const redirectUri = given ?? (client.redirectUris.length === 1 ? client.redirectUris[0] : undefined);
  const isOwn = redirectUri !== undefined && isRegistered(redirectUri, client.redirectUris);
  if (!isOwn || others.length > 0 || parseRedirectUri(redirectUri) === undefined) {
    throw new OauthRefusal(
      "invalid_request",
      `redirect_uri is not an address of the client ${JSON.stringify(id)}.`,
    );
  }
  return { client, redirectUri, state: query.get("state") ?? undefined };
}

/**
 * Whether a browser may be redirected to an address before the user has consented. Otherwise everyone could create a link to
 * this authority that leads to any host: only the client writes its metadata document. The app configures the hosts of
 * registered clients, and may configure those of documents.
 *
 * Source: https://www.rfc-editor.org/rfc/rfc9700#section-4.11.2
 */
export function mayRedirect(
  { client, redirectUri }: ReturnAddress,
  { documents }: AuthoritySettings,
): boolean {
  const url = parseRedirectUri(redirectUri);
  if (url === undefined) return false;
  return client.host === undefined || isLoopback(url) || documents?.hosts?.includes(url.hostname) === true;
}

/** The MCP server that a token is for. Older clients do not send it; then it is the only server. */
function findServer(
  resource: string | null,
  settings: AuthoritySettings,
): { readonly resource: string; readonly scopes: readonly string[] } | undefined {
  const servers = Object.entries(settings.servers).map(([path, scopes]) => ({
    resource: resourceOf(settings, path),
    scopes,
  }));
  if (resource === null) return servers.length === 1 ? servers[0] : undefined;
  return servers.find((each) => isSameResource(resource, each.resource));
}

export const isSameResource = (given: string, resource: string): boolean =>
  URL.canParse(given) && new URL(given).href === new URL(resource).href;

/**
 * The address that returns an answer to the client, with the issuer: clients of several authorities compare it.
 *
 * Source: https://www.rfc-editor.org/rfc/rfc9207
 */
export function returnTo(
  { redirectUri, state }: Pick<ReturnAddress, "redirectUri" | "state">,
  issuer: string,
  parameters: Readonly<Record<string, string>>,
): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  if (state !== undefined) url.searchParams.set("state", state);
  url.searchParams.set("iss", issuer);
  return url.href;
}
