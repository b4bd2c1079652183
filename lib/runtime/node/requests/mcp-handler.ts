import { bindingKey, boundIds } from "../../../facts/bindings";
import { fetchRequestOf } from "./fetch-request";
import { type GatewayEventV2, type LambdaContext, uncachedJson } from "./gateway-event";
import { type McpServerFacts, verifyMcpToken } from "./mcp-token";

/** The event of a request to an MCP server: an HTTP API in payload format 2.0. */
export type McpEvent = GatewayEventV2;

/**
 * The user for whom a client calls, and the permissions of the token.
 *
 * It has the shape of `AuthInfo` of `@modelcontextprotocol/server`, so that the handler of that package takes it as `authInfo`.
 */
export interface McpCaller {
  /** The user: `sub` of the token. */
  readonly id: string;
  readonly token: string;
  /** The client of the user pool, the same for all apps. */
  readonly clientId: string;
  readonly scopes: string[];
  /** Seconds since 1970. */
  readonly expiresAt: number;
  /** The address of the MCP server that the token is for. */
  readonly resource: URL;
  /** All claims of the token. */
  readonly extra: Record<string, unknown>;
}

/** Props of `McpHandler`. */
export interface McpHandlerProps {
  /** Answers a request whose token is accepted, such as `fetch` of `createMcpHandler` of `@modelcontextprotocol/server`. */
  readonly respond: (request: Request, caller: McpCaller) => Response | Promise<Response>;
  /**
   * Accepts a token for a server, or resolves to undefined. Replace it in tests.
   *
   * @default - access tokens of the user directory that its authority has issued for the server
   */
  readonly verify?: ((token: string, server: McpServerFacts) => Promise<McpCaller | undefined>) | undefined;
}

/** The response in the payload format of the gateway. */
export interface McpAnswer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** API Gateway stops waiting for a function after 30 seconds. */
const gatewayMs = 29_000;
const marginMs = 500;

/**
 * Creates the handler of an MCP server of an `McpAuthority`: accepts tokens for this server only, tells clients without one
 * where to sign in, and gives the request to the server.
 *
 * A function answers when its response is complete: a stream is sent as a whole, and one that does not end is cut shortly
 * before the time limit of the function or the gateway.
 *
 * @example
 * const mcp = createMcpHandler(({ authInfo }) => notesServer(authInfo), { maxSubscriptions: 0 });
 * export const handler = McpHandler({ respond: (request, caller) => mcp.fetch(request, { authInfo: caller }) });
 */
export function McpHandler({
  respond,
  verify = verifyMcpToken,
}: McpHandlerProps): (event: McpEvent, context?: Partial<LambdaContext>) => Promise<McpAnswer> {
  return async (event, context) => {
    const server = findServer(event.rawPath);
    const token = /^Bearer +(\S+)$/i.exec(event.headers.authorization ?? "")?.[1];
    if (token === undefined) return refuse(401, server);
    const caller = await verify(token, server);
    if (caller === undefined) return refuse(401, server, "invalid_token");
    if (!server.scopes.some((scope) => caller.scopes.includes(scope))) {
      return refuse(403, server, "insufficient_scope");
    }
    const query = event.rawQueryString === "" ? "" : `?${event.rawQueryString}`;
    const request = fetchRequestOf(event, `${server.resource}${query}`);
    if (request === undefined) return uncachedJson(400, { message: "Bad Request" });
    const remaining = context?.getRemainingTimeInMillis?.() ?? gatewayMs;
    return answerOf(await respond(request, caller), Math.min(remaining, gatewayMs) - marginMs);
  };
}

function findServer(path: string): McpServerFacts {
  const read = (variable: string, id: string) =>
    process.env[bindingKey({ className: "McpAuthority", id }, variable)] ?? "";
  for (const id of boundIds(process.env, "McpAuthority", "servers")) {
    const servers = JSON.parse(read("servers", id)) as Readonly<Record<string, string[]>>;
    const scopes = Object.hasOwn(servers, path) ? servers[path] : undefined;
    if (scopes === undefined) continue;
    const issuer = read("url", id);
    return {
      resource: `${issuer}${path}`,
      metadata: `${issuer}/.well-known/oauth-protected-resource${path}`,
      scopes,
      userPoolId: read("userPoolId", id),
      clientId: read("userPoolClientId", id),
    };
  }
  throw new Error(
    `This function is bound to no McpAuthority with a server at ${JSON.stringify(path)}. ` +
      "Name it in servers of the McpAuthority, which adds the route. " +
      "In a test, set SERVERFORM_McpAuthority_servers_<id> to a JSON object of scopes by path.",
  );
}

/** The route sends the header as `WWW-Authenticate`, a name that the gateway does not let functions set. */
const challengeHeader = "mcp-challenge";

function refuse(statusCode: 401 | 403, { scopes, metadata }: McpServerFacts, error?: string): McpAnswer {
  const parts = {
    ...(error !== undefined && { error }),
    scope: scopes.join(" "),
    resource_metadata: metadata,
  };
  const challenge = Object.entries(parts).map(([name, value]) => `${name}="${value}"`);
  return uncachedJson(
    statusCode,
    { error: error ?? "unauthorized" },
    { [challengeHeader]: `Bearer ${challenge.join(", ")}` },
  );
}

async function answerOf(response: Response, limitMs: number): Promise<McpAnswer> {
  const { "www-authenticate": challenge, ...headers } = Object.fromEntries(response.headers);
  return {
    statusCode: response.status,
    headers: { ...headers, ...(challenge !== undefined && { [challengeHeader]: challenge }) },
    body: await readUntil(response, limitMs),
  };
}

/** The text of a response. If it does not end in time, it is cut after the last complete event. */
async function readUntil({ body }: Response, limitMs: number): Promise<string> {
  if (body === null) return "";
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let isCut = false;
  const timer = setTimeout(() => {
    isCut = true;
    void reader.cancel();
  }, limitMs);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      text += decoder.decode(value, { stream: true });
    }
  } finally {
    clearTimeout(timer);
  }
  return isCut ? text.slice(0, text.lastIndexOf("\n\n") + 2) : text + decoder.decode();
}
