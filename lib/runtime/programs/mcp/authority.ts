import { uncachedJson } from "../../node/requests/gateway-event";
import { type OauthAnswer, OauthRefusal, redirect } from "./answer";
import { mayRedirect, RequestRefused, returnTo } from "./authorization-request";
import { askForConsent, cookieName, problemPage, takeConsent } from "./consent";
import { register } from "./registration";
import { createSecret, hashOf, seal } from "./secrets";
import { type AuthoritySettings, paths, resourceOf } from "./settings";
import type { AuthoritySource, Flow, KeptGrant } from "./source";
import { exchangeTokens, revokeGrant } from "./token";

export interface AuthorityRequest {
  readonly method: string;
  readonly path: string;
  /** Without a question mark. */
  readonly query: string;
  /** Each as `name=value`. */
  readonly cookies: readonly string[];
  readonly body: string;
  readonly sourceIp: string;
}

type Endpoint = (
  request: AuthorityRequest,
  settings: AuthoritySettings,
  source: AuthoritySource,
) => Promise<OauthAnswer>;

const endpoints = {
  [`GET ${paths.authorize}`]: ({ query, cookies }, settings, source) =>
    askForConsent(query, cookieOf(cookies), settings, source),
  [`POST ${paths.authorize}`]: ({ body, cookies }, settings, source) =>
    takeConsent(new URLSearchParams(body), cookieOf(cookies), settings, source),
  [`GET ${paths.callback}`]: ({ query, cookies }, settings, source) =>
    finishSignIn(new URLSearchParams(query), cookieOf(cookies), settings, source),
  [`POST ${paths.token}`]: ({ body }, settings, source) => exchangeTokens(formOf(body), settings, source),
  [`POST ${paths.revoke}`]: ({ body }, settings, source) => revokeGrant(formOf(body), settings, source),
  [`POST ${paths.register}`]: ({ body }, settings, source) => register(body, settings, source),
} satisfies Readonly<Record<string, Endpoint>>;

/** Paths that a browser shows; errors of other paths are read by programs. */
const pages: readonly string[] = [paths.authorize, paths.callback];

/** Handles a request to the authorization server of MCP servers. */
export async function answerRequest(
  request: AuthorityRequest,
  settings: AuthoritySettings,
  source: Omit<AuthoritySource, "sourceIp">,
): Promise<OauthAnswer> {
  const { method, path, sourceIp } = request;
  const document = method === "GET" ? findMetadata(path, settings) : undefined;
  if (document !== undefined) return uncachedJson(200, document, { "cache-control": "public, max-age=300" });
  const endpoint = (endpoints as Readonly<Record<string, Endpoint>>)[`${method} ${path}`];
  if (endpoint === undefined) return uncachedJson(404, { message: "Not Found" });
  try {
    return await endpoint(request, settings, { ...source, sourceIp });
  } catch (error) {
    if (error instanceof RequestRefused) {
      const { to, message } = error;
      if (!mayRedirect(to, settings)) return problemPage(message);
      return redirect(returnTo(to, settings.issuer, { error: error.error, error_description: message }));
    }
    if (!(error instanceof OauthRefusal)) throw error;
    return pages.includes(path) ? problemPage(error.description) : error.answer;
  }
}

function cookieOf(cookies: readonly string[]): string | undefined {
  const found = cookies.map((each) => each.trim()).find((each) => each.startsWith(`${cookieName}=`));
  const value = found?.slice(cookieName.length + 1);
  return value === undefined || !/^[\w-]{43}$/.test(value) ? undefined : value;
}

/** A repeated parameter is ambiguous. */
function formOf(body: string): URLSearchParams {
  const form = new URLSearchParams(body);
  const repeated = [...new Set(form.keys())].find((name) => form.getAll(name).length > 1);
  if (repeated !== undefined)
    throw new OauthRefusal("invalid_request", `${repeated} is given more than once.`);
  return form;
}

/** Clients exchange a code immediately. */
const codeSeconds = 120;

/** Handles the redirect from the sign-in pages: sends the client a code of this authority. */
async function finishSignIn(
  query: URLSearchParams,
  cookie: string | undefined,
  { issuer }: AuthoritySettings,
  { store, now }: AuthoritySource,
): Promise<OauthAnswer> {
  const entry = await store.take<Flow>("flow", hashOf(query.get("state") ?? ""));
  // Otherwise an attacker could begin a sign-in that this user finishes for the attacker's app.
  if (entry === undefined || cookie === undefined || hashOf(cookie) !== entry.value.browser) {
    throw new OauthRefusal(
      "invalid_request",
      "The sign-in has expired, or began in another browser. Start again in the app.",
    );
  }
  const { clientId, resource, redirectUri } = entry.value;
  const poolCode = query.get("code");
  if (poolCode === null) {
    const error = query.get("error") ?? "server_error";
    const description = query.get("error_description");
    return redirect(
      returnTo(entry.value, issuer, {
        error,
        ...(description !== null && { error_description: description }),
      }),
    );
  }
  const code = createSecret();
  const value: KeptGrant = { clientId, resource, redirectUri, sealed: seal(code, poolCode) };
  await store.put("code", hashOf(code), { value, expiresAt: now() + codeSeconds });
  return redirect(returnTo(entry.value, issuer, { code }));
}

const protectedResource = "/.well-known/oauth-protected-resource";

/**
 * The metadata document that clients read before they sign in, by its path; undefined for other paths.
 *
 * A user pool has no such document, and its OpenID configuration does not mention PKCE.
 *
 * Sources: https://www.rfc-editor.org/rfc/rfc8414, https://www.rfc-editor.org/rfc/rfc9728
 */
function findMetadata(path: string, settings: AuthoritySettings): object | undefined {
  if (path === "/.well-known/oauth-authorization-server") return authorizationServer(settings);
  if (!path.startsWith(protectedResource)) return undefined;
  const server = path.slice(protectedResource.length);
  const [only, ...others] = Object.keys(settings.servers);
  if (server !== "") return resource(server, settings);
  return only === undefined || others.length > 0 ? undefined : resource(only, settings);
}

function resource(path: string, settings: AuthoritySettings): object | undefined {
  const { issuer, servers } = settings;
  if (!Object.hasOwn(servers, path)) return undefined;
  return {
    resource: resourceOf(settings, path),
    authorization_servers: [issuer],
    scopes_supported: servers[path],
    bearer_methods_supported: ["header"],
  };
}

function authorizationServer({ issuer, servers, registration, documents }: AuthoritySettings): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}${paths.authorize}`,
    token_endpoint: `${issuer}${paths.token}`,
    revocation_endpoint: `${issuer}${paths.revoke}`,
    ...(registration !== undefined && { registration_endpoint: `${issuer}${paths.register}` }),
    ...(documents !== undefined && { client_id_metadata_document_supported: true }),
    // https://www.rfc-editor.org/rfc/rfc9207
    authorization_response_iss_parameter_supported: true,
    scopes_supported: [...new Set(Object.values(servers).flat())],
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
  };
}
