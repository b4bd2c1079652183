import { ApiHandler } from "../requests/api-handler";
import {
  cookiesOf,
  type GatewayEvent,
  isForm,
  type LambdaContext,
  parseGatewayEvent,
  uncachedJson,
} from "../requests/gateway-event";
import { fetchAuth } from "./keys";

/** A request to a provider: `GET /auth/google/authorize`. */
export interface AuthRequest {
  /** The key of the provider. */
  readonly provider: string;
  /** The last part of the path: `authorize` or `callback`. */
  readonly step: string;
  /** The address of the provider's step `callback`. Register it where the provider asks for redirect URIs. */
  readonly callbackUrl: string;
  /** Parameters of the query. */
  readonly query: URLSearchParams;
  /** Fields of a form that was sent. */
  readonly form: URLSearchParams;
  /** Cookies by name. */
  readonly cookies: Readonly<Record<string, string>>;
}

/** The response to a request. */
export interface AuthResponse {
  readonly statusCode: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Values of headers `set-cookie`. */
  readonly cookies?: readonly string[] | undefined;
  readonly body?: string | undefined;
}

/** Answers the requests to one provider. */
export type AuthAdapter = (request: AuthRequest) => AuthResponse | Promise<AuthResponse>;

/**
 * Declares a way to sign in.
 *
 * @example
 * export const TicketAdapter = createAdapter((props: { readonly issue: (ticket: string) => AuthResponse }) =>
 *   ({ query }) => props.issue(query.get("ticket") ?? ""),
 * );
 */
export function createAdapter<Props>(create: (props: Props) => AuthAdapter): (props: Props) => AuthAdapter {
  return create;
}

/** Props of `AuthHandler`. */
export interface AuthHandlerProps {
  /** The ways to sign in, by the name that their addresses contain: `/auth/<name>/authorize`. */
  readonly providers: Readonly<Record<string, AuthAdapter>>;
  /**
   * The origin that browsers call, if it is not the API: `https://www.example.com` of a CDN in front of it.
   *
   * @default - the host of the request
   */
  readonly origin?: string | undefined;
}

/** The response in the payload format of the gateway. */
export interface AuthResult extends AuthResponse {
  readonly multiValueHeaders?: Readonly<Record<string, readonly string[]>>;
}

/**
 * Creates the authenticator of an `Auth`: `GET <prefix>/<provider>/authorize` begins to sign in, and the provider sends
 * the browser back to `<prefix>/<provider>/callback`. `GET <prefix>` lists the providers.
 *
 * @example
 * export const handler = AuthHandler({
 *   providers: { google: GoogleAdapter({ clientID, clientSecret, onSuccess: ({ claims }) => signIn(claims) }) },
 * });
 */
export function AuthHandler({
  providers,
  origin,
}: AuthHandlerProps): (event: GatewayEvent, context: LambdaContext) => Promise<AuthResult> {
  return ApiHandler(async (event: GatewayEvent) => {
    await fetchAuth();
    return inFormatOf(event, await respond(event, providers, origin));
  });
}

async function respond(
  event: GatewayEvent,
  providers: AuthHandlerProps["providers"],
  origin: string | undefined,
): Promise<AuthResponse> {
  const request = parseGatewayEvent(event);
  const { method, path, query, headers, body, domainName } = request;
  const parts = path.split("/").filter((part) => part !== "");
  const [provider = "", step = ""] = parts.slice(-2);
  const adapter = Object.hasOwn(providers, provider) ? providers[provider] : undefined;
  if (adapter === undefined) {
    const known = Object.keys(providers);
    if (isPrefix(path)) return uncachedJson(200, { providers: known });
    return uncachedJson(404, { message: `${method} ${path} is not a way to sign in.`, providers: known });
  }
  const host = `${headers["x-forwarded-proto"] ?? "https"}://${headers.host ?? domainName}`;
  return adapter({
    provider,
    step,
    callbackUrl: `${origin ?? host}/${[...parts.slice(0, -1), "callback"].join("/")}`,
    query: new URLSearchParams(query),
    form: new URLSearchParams(isForm(request) ? body : ""),
    cookies: cookiesOf(request),
  });
}

function isPrefix(path: string): boolean {
  const given = Object.entries(process.env).filter(([key]) => key.startsWith("SERVERFORM_Auth_prefix_"));
  return given.some(([, prefix]) => prefix !== undefined && path.endsWith(prefix));
}

export function unknownStep({ provider, step }: AuthRequest): AuthResponse {
  return uncachedJson(404, {
    message: `${provider} has no step ${JSON.stringify(step)}: it has authorize and callback.`,
  });
}

/** Each payload format has its own way to set several cookies. */
function inFormatOf(event: GatewayEvent, response: AuthResponse): AuthResult {
  const given = Object.entries(response.headers ?? {});
  const isCookie = ([name]: readonly [string, string]) => name.toLowerCase() === "set-cookie";
  const headers = Object.fromEntries(given.filter((each) => !isCookie(each)));
  const cookies = [...given.filter(isCookie).map(([, value]) => value), ...(response.cookies ?? [])];
  const { statusCode, body = "" } = response;
  if (cookies.length === 0) return { statusCode, headers, body };
  return "httpMethod" in event
    ? { statusCode, headers, body, multiValueHeaders: { "set-cookie": cookies } }
    : { statusCode, headers, body, cookies };
}
