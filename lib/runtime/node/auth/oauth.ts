import type { Configuration } from "openid-client" with { "resolution-mode": "import" };
import { uncachedJson } from "../requests/gateway-event";
import { type AuthAdapter, type AuthRequest, type AuthResponse, createAdapter, unknownStep } from "./handler";
import { privateKey, publicKeys } from "./keys";
import { signClaims, verifyToken } from "./token";
import { type OauthTokens, type OidcTokens, oidcTokensOf, tokensOf } from "./tokens";

/** Why a provider has not signed in. */
export interface OauthError {
  /** `access_denied` if the user has refused; see https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2.1 */
  readonly error: string;
  readonly description?: string | undefined;
}

/** Props of all OAuth and OIDC providers. */
export interface OauthClientProps<Tokens> {
  /** The id that the provider has given your app. */
  readonly clientID: string;
  /** Its secret; bind a `Config.Secret` for it. @default - the provider knows the app as a public client */
  readonly clientSecret?: string | undefined;
  /** The scopes, separated by spaces. @default - "openid email profile" for OIDC, else none */
  readonly scope?: string | undefined;
  /** More parameters of the authorization request: `{ prompt: "select_account" }`. @default - none */
  readonly params?: Readonly<Record<string, string>> | undefined;
  /** Answers after the sign-in, for example with `Session.cookie(...)`. */
  readonly onSuccess: (tokens: Tokens) => AuthResponse | Promise<AuthResponse>;
  /** Answers if the user or the provider has refused. @default - status 400 */
  readonly onError?: ((error: OauthError) => AuthResponse | Promise<AuthResponse>) | undefined;
}

/** Props of a provider that speaks OAuth 2.0. */
export interface OauthAdapterProps extends OauthClientProps<OauthTokens> {
  /** Where the user signs in: `https://github.com/login/oauth/authorize`. */
  readonly authorizationEndpoint: string;
  /** Where the code is exchanged: `https://github.com/login/oauth/access_token`. */
  readonly tokenEndpoint: string;
}

/** Props of a provider that speaks OpenID Connect. */
export interface OidcAdapterProps extends OauthClientProps<OidcTokens> {
  /** The issuer, below which `/.well-known/openid-configuration` lies: `https://accounts.google.com`. */
  readonly issuer: string;
}

/** Signs in with a provider that speaks OAuth 2.0: authorization code, PKCE and `state`. */
export const OauthAdapter: (props: OauthAdapterProps) => AuthAdapter = createAdapter(
  (props: OauthAdapterProps) => {
    const { authorizationEndpoint, tokenEndpoint } = props;
    return adapterOf(
      { ...props, isOidc: false, tokensOf: (response) => tokensOf(response) },
      async ({ Configuration }) => {
        const server = {
          issuer: new URL(authorizationEndpoint).origin,
          authorization_endpoint: authorizationEndpoint,
          token_endpoint: tokenEndpoint,
        };
        return new Configuration(server, props.clientID, props.clientSecret);
      },
    );
  },
);

/** Signs in with a provider that speaks OpenID Connect: authorization code, PKCE, `state` and `nonce`. */
export const OidcAdapter: (props: OidcAdapterProps) => AuthAdapter = createAdapter(
  (props: OidcAdapterProps) => {
    const { issuer, clientID, clientSecret, scope = "openid email profile" } = props;
    const way = {
      ...props,
      scope,
      isOidc: true,
      tokensOf: (response: TokenResponse) => oidcTokensOf(response),
    };
    return adapterOf(way, ({ discovery, allowInsecureRequests, None }) =>
      discovery(new URL(issuer), clientID, clientSecret, clientSecret === undefined ? None() : undefined, {
        execute: isLocal(issuer) ? [allowInsecureRequests] : [],
      }),
    );
  },
);

type Client = typeof import("openid-client", { with: { "resolution-mode": "import" }});

/** A started sign-in, in a signed cookie of the browser. */
interface Flow {
  readonly state: string;
  readonly verifier: string;
  readonly nonce: string;
}

/** How long a sign-in may take. */
const flowSeconds = 600;

/** The differences of one kind of provider. */
interface OauthWay<Tokens> extends OauthClientProps<Tokens> {
  readonly isOidc: boolean;
  readonly tokensOf: (response: TokenResponse) => Tokens;
}

type TokenResponse = Awaited<ReturnType<Client["authorizationCodeGrant"]>>;

/** No other host can set a cookie with this prefix, not even one of the same domain. */
const cookieOf = ({ provider }: AuthRequest) => `__Host-auth-${provider}`;

function adapterOf<Tokens>(
  way: OauthWay<Tokens>,
  configure: (client: Client) => Promise<Configuration>,
): AuthAdapter {
  let configured: Promise<Configuration> | undefined;
  const configuration = (client: Client) => {
    configured ??= configure(client).then((each) => {
      if (isLocal(each.serverMetadata().token_endpoint ?? "")) client.allowInsecureRequests(each);
      return each;
    });
    // The next request tries again after a failure.
    configured.catch(() => {
      configured = undefined;
    });
    return configured;
  };
  return async (request) => {
    if (request.step !== "authorize" && request.step !== "callback") return unknownStep(request);
    // Loaded here, because most functions only read sessions.
    const client = await import("openid-client");
    const config = await configuration(client);
    return request.step === "authorize"
      ? authorize(client, config, request, way)
      : finish(client, config, request, way);
  };
}

async function authorize(
  client: Client,
  config: Configuration,
  request: AuthRequest,
  { params, scope, isOidc }: Pick<OauthWay<unknown>, "params" | "scope" | "isOidc">,
): Promise<AuthResponse> {
  const flow: Flow = {
    state: client.randomState(),
    verifier: client.randomPKCECodeVerifier(),
    nonce: client.randomNonce(),
  };
  const url = client.buildAuthorizationUrl(config, {
    ...params,
    ...(scope !== undefined && { scope }),
    redirect_uri: request.callbackUrl,
    state: flow.state,
    code_challenge: await client.calculatePKCECodeChallenge(flow.verifier),
    code_challenge_method: "S256",
    ...(isOidc && { nonce: flow.nonce }),
  });
  const content = { ...flow, provider: request.provider };
  const value = signClaims("flow", privateKey(), content, flowSeconds);
  const cookie = `${cookieOf(request)}=${value}; ${cookieAttributes(flowSeconds)}`;
  return { statusCode: 302, headers: { location: url.href, "cache-control": "no-store" }, cookies: [cookie] };
}

async function finish<Tokens>(
  client: Client,
  config: Configuration,
  request: AuthRequest,
  { onSuccess, onError, isOidc, tokensOf: read }: OauthWay<Tokens>,
): Promise<AuthResponse> {
  const flow = flowOf(request);
  const refuse = async (error: OauthError): Promise<AuthResponse> =>
    withoutFlow(request, onError === undefined ? refusal(error) : await onError(error));
  if (flow === undefined) {
    const description = "The sign-in has expired, or it began in another browser. Start again.";
    return refuse({ error: "invalid_request", description });
  }
  const exchange = (): Promise<TokenResponse> =>
    client.authorizationCodeGrant(config, new URL(`${request.callbackUrl}?${request.query}`), {
      expectedState: flow.state,
      pkceCodeVerifier: flow.verifier,
      ...(isOidc && { expectedNonce: flow.nonce, idTokenExpected: true }),
    });
  let response: TokenResponse;
  try {
    response = await exchange();
  } catch (error) {
    const reason = refusalOf(client, error);
    if (reason === undefined) throw error;
    return refuse(reason);
  }
  return withoutFlow(request, await onSuccess(read(response)));
}

/** The error of the user or the browser; undefined for errors of the provider or of the configuration. */
function refusalOf(client: Client, error: unknown): OauthError | undefined {
  if (error instanceof client.AuthorizationResponseError) {
    return { error: error.error, description: error.error_description };
  }
  if (error instanceof client.ResponseBodyError && error.error === "invalid_grant") {
    return { error: error.error, description: error.error_description };
  }
  if (error instanceof client.ClientError && error.code === "OAUTH_INVALID_RESPONSE") {
    return { error: "invalid_request", description: error.message };
  }
  return undefined;
}

const refusal = ({ error, description }: OauthError): AuthResponse =>
  uncachedJson(400, { message: description === undefined ? error : `${error}: ${description}` });

function flowOf(request: AuthRequest): Flow | undefined {
  const { provider, state, verifier, nonce } =
    verifyToken("flow", publicKeys(), request.cookies[cookieOf(request)] ?? "") ?? {};
  if (provider !== request.provider || typeof state !== "string") return undefined;
  return typeof verifier === "string" && typeof nonce === "string" ? { state, verifier, nonce } : undefined;
}

/** A sign-in can be finished only once. */
function withoutFlow(request: AuthRequest, response: AuthResponse): AuthResponse {
  const cookie = `${cookieOf(request)}=; ${cookieAttributes(0)}`;
  return { ...response, cookies: [...(response.cookies ?? []), cookie] };
}

/** `Lax`, because the provider redirects the browser from its own site. */
const cookieAttributes = (seconds: number) => `HttpOnly; SameSite=Lax; Secure; Path=/; Max-Age=${seconds}`;

/** Whether an address belongs to this machine, such as a user directory of `serverform local`. */
const isLocal = (url: string) => /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])([:/]|$)/.test(url);
