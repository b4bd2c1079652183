import type { WrittenAtSynthesis } from "../bindings/resources";
import { privateKey, publicKeys, signIns } from "./auth/keys";
import { type ExpiresIn, lifetimeSeconds, signClaims, verifyToken } from "./auth/token";
import { Context } from "./context";
import { useCookie, useHeader } from "./requests/api-handler";

export {
  type AuthAdapter,
  AuthHandler,
  type AuthHandlerProps,
  type AuthRequest,
  type AuthResponse,
  type AuthResult,
  createAdapter,
} from "./auth/handler";
export { fetchAuth } from "./auth/keys";
export { LinkAdapter, type LinkAdapterProps, type LinkClaims } from "./auth/link";
export {
  OauthAdapter,
  type OauthAdapterProps,
  type OauthClientProps,
  type OauthError,
  OidcAdapter,
  type OidcAdapterProps,
} from "./auth/oauth";
export {
  FacebookAdapter,
  GithubAdapter,
  GoogleAdapter,
  MicrosoftAdapter,
  type MicrosoftAdapterProps,
  type OauthPresetProps,
  type OidcPresetProps,
  TwitchAdapter,
} from "./auth/presets";
export type { IdClaims, OauthTokens, OidcTokens, TokenSet } from "./auth/tokens";

/** The sign-ins of the app, by id; synthesis writes them. */
export interface AuthResources extends WrittenAtSynthesis {}

/** The sign-ins that this function is bound to: `Auth.<id>.publicKey`. */
export const Auth = signIns as unknown as Readonly<AuthResources>;

/**
 * The properties of sessions, by type. Declare them beside the authenticator:
 *
 * @example
 * declare module "serverform/node/auth" {
 *   export interface SessionTypes { user: { readonly email: string } }
 * }
 */
// biome-ignore lint/suspicious/noEmptyInterface: the app adds its members
export interface SessionTypes {}

/** The session of a request that has none. */
export interface PublicSession {
  readonly type: "public";
  readonly properties: Readonly<Record<string, never>>;
}

/** Sessions of the declared types; any session if none is declared. */
export type SessionValue =
  | (keyof SessionTypes extends never
      ? { readonly type: string; readonly properties: Readonly<Record<string, unknown>> }
      : {
          readonly [Type in keyof SessionTypes]: {
            readonly type: Type;
            readonly properties: SessionTypes[Type];
          };
        }[keyof SessionTypes])
  | PublicSession;

type SessionType = keyof SessionTypes extends never ? string : keyof SessionTypes;

type PropertiesOf<Type> = Type extends keyof SessionTypes
  ? SessionTypes[Type]
  : Readonly<Record<string, unknown>>;

/** The session of a signed-in user. */
export interface SessionProps<Type extends SessionType = SessionType> {
  /** The kind of session: `user`. */
  readonly type: Type;
  /** The identity. Everyone who holds the token can read it. */
  readonly properties: PropertiesOf<Type>;
  readonly options?: {
    /** Seconds, or a text such as `"1 hour"`. @default "7 days" */
    readonly expiresIn?: ExpiresIn | undefined;
    /** The claim `sub`. @default - the token has none */
    readonly sub?: string | undefined;
  };
}

/** A session, and the page to which the browser goes. */
export interface SessionRedirect<Type extends SessionType = SessionType> extends SessionProps<Type> {
  /** The page. Use your own URL, never one that the request names. */
  readonly redirect: string;
  /**
   * Further origins whose pages may send requests with the cookie: `https://admin.example.com`.
   *
   * @default - the page's origin and that of the API; every origin if `redirect` is a path
   */
  readonly origins?: readonly string[] | undefined;
}

/** A redirect to a page. */
export interface RedirectResponse {
  readonly statusCode: 302;
  readonly headers: Readonly<Record<string, string>>;
}

const cookieName = "auth-token";
const defaultLifetime = "7 days";

const lifetimeOf = ({ options }: Pick<SessionProps, "options">) =>
  lifetimeSeconds(options?.expiresIn ?? defaultLifetime);

/** Sessions of people who have signed in. Only the authenticator of an `Auth` can create them. */
export const Session = {
  /** A token, signed with RS512. A client sends it as `Authorization: Bearer <token>`. */
  create<Type extends SessionType>(session: SessionProps<Type>): string {
    const { type, properties, options: { sub } = {} } = session;
    const claims = { type, properties, ...(sub !== undefined && { sub }) };
    return signClaims("session", privateKey(), claims, lifetimeOf(session));
  },

  /** Goes to a page, with the token in a cookie that scripts of pages cannot read. */
  cookie<Type extends SessionType>(session: SessionRedirect<Type>): RedirectResponse {
    const { type, properties, options: { sub } = {}, redirect, origins = [] } = session;
    const pages = [...(URL.canParse(redirect) ? [new URL(redirect).origin] : []), ...origins];
    const claims = {
      type,
      properties,
      ...(sub !== undefined && { sub }),
      ...(pages.length > 0 && { pages }),
    };
    const token = signClaims("session", privateKey(), claims, lifetimeOf(session));
    const attributes = `HttpOnly; SameSite=None; Secure; Path=/; Max-Age=${lifetimeOf(session)}`;
    return {
      statusCode: 302,
      headers: { location: session.redirect, "set-cookie": `${cookieName}=${token}; ${attributes}` },
    };
  },

  /** Goes to a page, with the token in its query: `?token=...`. */
  parameter<Type extends SessionType>(session: SessionRedirect<Type>): RedirectResponse {
    const { redirect } = session;
    const [page = "", fragment] = redirect.split("#");
    const separator = page.includes("?") ? "&" : "?";
    const location = `${page}${separator}token=${Session.create(session)}`;
    return {
      statusCode: 302,
      headers: { location: fragment === undefined ? location : `${location}#${fragment}` },
    };
  },
};

/**
 * Whether another page sends the request, and must not use the cookie. Browsers send the cookie with requests of every page,
 * and name the page's origin in all requests except navigations and images.
 */
function isForeignPage(pages: unknown): boolean {
  const origin = useHeader("origin");
  // Tokens for a page with a relative address name no pages.
  if (origin === undefined || !Array.isArray(pages)) return false;
  const host = URL.canParse(origin) ? new URL(origin).host : "";
  return !pages.includes(origin) && host !== useHeader("host");
}

const readSession = Context.memo((): SessionValue => {
  const [, bearer] = /^bearer +(\S+)$/i.exec(useHeader("authorization") ?? "") ?? [];
  for (const [token, isCookie] of [[useCookie(cookieName), true] as const, [bearer, false] as const]) {
    const session = token === undefined ? undefined : verifyToken("session", publicKeys(), token);
    if (typeof session?.type !== "string" || (isCookie && isForeignPage(session.pages))) continue;
    return { type: session.type, properties: Object(session.properties) } as SessionValue;
  }
  return { type: "public", properties: {} };
});

/**
 * The session of the request: of its cookie, else of its header `Authorization`. Without a valid one, or after its
 * expiry, the type is `public`. The cookie counts in requests of the page that `Session.cookie` led to, and of the API's
 * own pages; another page could send a form with it.
 *
 * @example
 * const session = useSession();
 * if (session.type !== "user") return { statusCode: 401 };
 */
export function useSession(): SessionValue {
  return readSession();
}
