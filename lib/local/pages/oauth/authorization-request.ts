import { isAppAddress, knownScopes } from "../../services/cognito-idp/operations/pools";
import type { ClientSettings } from "../../services/cognito-idp/settings";
import type { UserPools } from "../../services/cognito-idp/user-pools";
import type { PageExchange } from "../exchange";

export interface AuthorizationRequest {
  readonly client: ClientSettings;
  readonly redirectUri: string;
  readonly responseType: "code" | "token";
  readonly scopes: readonly string[];
  readonly state: string | undefined;
  readonly nonce: string | undefined;
  readonly challenge: string | undefined;
  readonly provider: string | undefined;
  /** The API that the access token is for, which is its `aud`. */
  readonly resource: string | undefined;
}

/** The reason for a refusal: shown on a page if the app cannot be trusted, else sent to the app. */
export type RequestProblem =
  | { readonly page: string }
  | {
      readonly redirectUri: string;
      readonly error: string;
      readonly description?: string;
      readonly inFragment: boolean;
    };

/**
 * Reads the parameters of `/oauth2/authorize`. The redirect URI must equal one of the client's exactly.
 *
 * Source: https://docs.aws.amazon.com/cognito/latest/developerguide/authorization-endpoint.html,
 * https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pools-define-resource-servers.html for `resource`, and
 * https://docs.aws.amazon.com/cognito/latest/developerguide/managed-login-branding.html
 */
export function readAuthorizationRequest(exchange: PageExchange): AuthorizationRequest | RequestProblem {
  const { query, client, pools } = exchange;
  if (client === undefined || !client.oauth.isEnabled)
    return { page: "invalid_request: the client does not exist, or has no sign-in pages." };
  if (exchange.pool.settings.needsStyles && exchange.pool.styles.ofClient(client.id) === undefined)
    return { page: "Login pages unavailable: the client has no managed login style." };
  const { oauth } = client;
  const redirectUri = query.get("redirect_uri") ?? oauth.defaultRedirect ?? only(oauth.callbackUrls);
  if (redirectUri === undefined || !oauth.callbackUrls.includes(redirectUri))
    return { page: "redirect_mismatch" };
  const responseType = query.get("response_type");
  const inFragment = responseType === "token";
  const refuse = (error: string, description?: string): RequestProblem => ({
    redirectUri,
    error,
    inFragment,
    ...(description !== undefined && { description }),
  });
  if (responseType !== "code" && responseType !== "token") return refuse("invalid_request", "response_type");
  if (!oauth.flows.includes(responseType === "code" ? "code" : "implicit"))
    return refuse("unauthorized_client");
  const challenge = query.get("code_challenge") ?? undefined;
  const method = query.get("code_challenge_method");
  if ((challenge === undefined) !== (method === null) || (method !== null && method !== "S256"))
    return refuse("invalid_request", "code_challenge_method must be S256");
  const scopes = requestedScopes(query.get("scope"), client);
  if (scopes.some((scope) => !isScope(scope, client, pools)))
    return refuse("invalid_request", "invalid_scope");
  const resource = query.get("resource") ?? undefined;
  if (query.getAll("resource").length > 1 || (resource !== undefined && !isAppAddress(resource)))
    return refuse("invalid_request", "resource");
  const provider = query.get("identity_provider") ?? undefined;
  if (provider !== undefined && !client.providers.includes(provider))
    return refuse("invalid_request", "identity_provider");
  return {
    client,
    redirectUri,
    responseType,
    scopes,
    state: query.get("state") ?? undefined,
    nonce: query.get("nonce") ?? undefined,
    challenge,
    provider,
    resource,
  };
}

export const isProblem = (read: AuthorizationRequest | RequestProblem): read is RequestProblem =>
  "page" in read || "error" in read;

/** Without a scope, the client gets all its allowed scopes. */
export function requestedScopes(given: string | null, { oauth }: ClientSettings): readonly string[] {
  const scopes = (given ?? "").split(" ").filter((scope) => scope !== "");
  return scopes.length === 0 ? oauth.scopes : [...new Set(scopes)];
}

/** Whether a client may have a scope, of OpenID Connect or of a resource server of the pool. */
function isScope(scope: string, { oauth, poolId }: ClientSettings, pools: UserPools): boolean {
  return oauth.scopes.includes(scope) && knownScopes(pools, poolId).includes(scope);
}

const only = (urls: readonly string[]): string | undefined => (urls.length === 1 ? urls[0] : undefined);

/** The address of the app, with the parameters for it. */
export function redirectTo(
  uri: string,
  parameters: Readonly<Record<string, string | undefined>>,
  inFragment: boolean,
): string {
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as [string, string]],
  );
  if (inFragment) return `${uri}#${new URLSearchParams(given)}`;
  // The address may have a custom scheme: myapp://callback
  return `${uri}${uri.includes("?") ? "&" : "?"}${new URLSearchParams(given)}`;
}
