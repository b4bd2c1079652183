import type { Pool } from "../../services/cognito-idp/pool";
import { issueTokens, type SignedIn, type Tokens } from "../../services/cognito-idp/tokens";
import type { User } from "../../services/cognito-idp/users";
import { ownCookiePrefix } from "../../wire/request-headers";
import type { PageAnswer, PageExchange } from "../exchange";
import { type AuthorizationRequest, redirectTo } from "./authorization-request";

export interface CodeGrant {
  readonly kind: "code";
  readonly clientId: string;
  readonly username: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly nonce: string | undefined;
  readonly challenge: string | undefined;
  readonly resource: string | undefined;
}

export const isCodeGrant = (state: object): state is CodeGrant => "kind" in state && state.kind === "code";

interface BrowserSession {
  readonly kind: "browser";
  readonly username: string;
}

const isBrowserSession = (state: object): state is BrowserSession =>
  "kind" in state && state.kind === "browser";

const sessionCookie = `${ownCookiePrefix}sign_in`;
/** Source: https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pools-app-integration.html */
const sessionSeconds = 3600;
const codeSeconds = 300;

function rememberBrowser(exchange: PageExchange, { username }: User): void {
  const session = exchange.pool.sessions.add<BrowserSession>({ kind: "browser", username }, sessionSeconds);
  exchange.setCookie(sessionCookie, session, sessionSeconds);
}

export function rememberedUser({
  pool,
  cookie,
}: Pick<PageExchange, "pool"> & { cookie: string | undefined }): User | undefined {
  const session = cookie === undefined ? undefined : pool.sessions.find(cookie, isBrowserSession);
  const user = session && pool.users.find(session.username);
  return user?.isEnabled === true ? user : undefined;
}

export const browserCookie = (exchange: PageExchange): string | undefined => exchange.cookie(sessionCookie);

export function forgetBrowser(exchange: PageExchange): void {
  const session = browserCookie(exchange);
  if (session !== undefined) exchange.pool.sessions.end(session);
  exchange.setCookie(sessionCookie, undefined);
}

/** Redirects the browser to the app, with a code or with tokens. */
export async function grantAccess(
  exchange: PageExchange,
  user: User,
  request: AuthorizationRequest,
): Promise<PageAnswer> {
  const { pool, pools } = exchange;
  const { client, redirectUri, scopes, nonce, challenge, resource, state, responseType } = request;
  rememberBrowser(exchange, user);
  if (responseType === "code") {
    const granted: CodeGrant = {
      kind: "code",
      clientId: client.id,
      username: user.username,
      redirectUri,
      scopes,
      nonce,
      challenge,
      resource,
    };
    const code = pool.sessions.add(granted, codeSeconds);
    return exchange.redirect(redirectTo(redirectUri, { code, state }, false));
  }
  const { AccessToken, IdToken, ExpiresIn } = await hostedTokens({
    pool,
    user,
    client,
    scopes,
    nonce,
    resource,
  });
  pools.save();
  const tokens = { access_token: AccessToken, ...(scopes.includes("openid") && { id_token: IdToken }) };
  return exchange.redirect(
    redirectTo(redirectUri, { ...tokens, state, token_type: "Bearer", expires_in: String(ExpiresIn) }, true),
  );
}

export function hostedTokens(signedIn: Omit<SignedIn, "source"> & { readonly pool: Pool }): Promise<Tokens> {
  return issueTokens({ ...signedIn, source: "TokenGeneration_HostedAuth" });
}
