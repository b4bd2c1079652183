/** The claims of an ID token. */
export type IdClaims = Readonly<Record<string, unknown>> & { readonly sub: string };

/** The form in which SST 1 passes tokens to `onSuccess`: that of openid-client 5. */
export interface TokenSet {
  readonly access_token: string;
  readonly token_type: string;
  readonly id_token?: string | undefined;
  readonly refresh_token?: string | undefined;
  /** When the access token expires, in seconds since 1970. */
  readonly expires_at?: number | undefined;
  /** Seconds for which the access token is valid. */
  readonly expires_in?: number | undefined;
  /** Whether the access token has expired. */
  expired(): boolean;
}

/** The tokens of a provider after a sign-in. */
export interface OauthTokens extends TokenSet {
  readonly accessToken: string;
  readonly refreshToken?: string | undefined;
  /** Seconds for which the access token is valid. */
  readonly expiresIn?: number | undefined;
  /** The scopes that were granted, separated by spaces. */
  readonly scope?: string | undefined;
  /** The claims of the ID token. Throws an error if the provider has given none: ask for the scope `openid`. */
  claims(): IdClaims;
}

/** The tokens of an OIDC provider after a sign-in. */
export interface OidcTokens extends OauthTokens {
  readonly idToken: string;
  /** The claims of the ID token: `claims.sub`, `claims.email`, ... `claims()` returns all of them. */
  readonly claims: IdClaims & (() => IdClaims);
}

interface TokenResponse {
  readonly access_token: string;
  readonly token_type: string;
  readonly id_token?: string | undefined;
  readonly refresh_token?: string | undefined;
  readonly expires_in?: number | undefined;
  readonly scope?: string | undefined;
  claims(): IdClaims | undefined;
}

export const tokensOf = (response: TokenResponse, now: () => number = Date.now): OauthTokens => ({
  accessToken: response.access_token,
  refreshToken: response.refresh_token,
  expiresIn: response.expires_in,
  scope: response.scope,
  ...tokenSetOf(response, now),
  claims: () => {
    const claims = response.claims();
    if (claims === undefined) throw new TypeError("id_token not present in TokenSet");
    return claims;
  },
});

/** The client has checked that the response has an ID token. */
export const oidcTokensOf = (response: TokenResponse, now?: () => number): OidcTokens => ({
  ...tokensOf(response, now),
  idToken: response.id_token ?? "",
  claims: callable(response.claims() ?? { sub: "" }),
});

/** The lifetimes begin now: the response has just arrived. */
function tokenSetOf(response: TokenResponse, now: () => number): TokenSet {
  const { access_token, token_type, id_token, refresh_token, expires_in } = response;
  const seconds = (): number => Math.floor(now() / 1000);
  const expires_at = expires_in === undefined ? undefined : seconds() + expires_in;
  return {
    access_token,
    token_type,
    id_token,
    refresh_token,
    expires_at,
    expires_in,
    expired: () => expires_at !== undefined && expires_at <= seconds(),
  };
}

/** Claims that can also be called. Functions have properties such as `name`, which are not claims. */
function callable(claims: IdClaims): IdClaims & (() => IdClaims) {
  const call = (): IdClaims => claims;
  for (const own of ["name", "length"]) Reflect.deleteProperty(call, own);
  Object.setPrototypeOf(call, Object.prototype);
  for (const [name, value] of Object.entries(claims)) {
    Object.defineProperty(call, name, { value, enumerable: true });
  }
  if (!("toJSON" in claims)) Object.defineProperty(call, "toJSON", { value: call });
  return call as IdClaims & (() => IdClaims);
}
