import { createHash } from "node:crypto";
import { type OauthAnswer, OauthRefusal, redirect } from "./answer";
import { type McpAuthorizationRequest, parseAuthorizationRequest, returnTo } from "./authorization-request";
import { isLoopback } from "./redirect-uri";
import { createSecret, hashOf } from "./secrets";
import { type AuthoritySettings, paths } from "./settings";
import type { AuthoritySource, Flow } from "./source";

/** Binds the steps of a sign-in to one browser. No other host can set a cookie with this prefix. */
export const cookieName = "__Host-mcp-authority";

/** How long a sign-in may take. */
const flowSeconds = 600;

/** The answer to `GET` at the authorization endpoint: asks the user whether the client may have access. */
export async function askForConsent(
  query: string,
  cookie: string | undefined,
  settings: AuthoritySettings,
  source: AuthoritySource,
): Promise<OauthAnswer> {
  const request = await parseAuthorizationRequest(new URLSearchParams(query), settings, source);
  const browser = cookie ?? createSecret();
  const cookies = [
    `${cookieName}=${browser}; Max-Age=${flowSeconds}; Path=/; HttpOnly; Secure; SameSite=Lax`,
  ];
  return htmlPage(200, "Allow access?", consentBody(request, query, proofOf(browser, query)), cookies);
}

/**
 * The answer to the form of the page: redirects the user to the sign-in pages, or denies access.
 *
 * All clients share one client of the user pool, whose pages do not ask for consent and sign in users with a session without
 * a prompt. So this page asks, and accepts its form only from the same browser.
 */
export async function takeConsent(
  form: URLSearchParams,
  cookie: string | undefined,
  settings: AuthoritySettings,
  source: AuthoritySource,
): Promise<OauthAnswer> {
  const query = form.get("request") ?? "";
  if (cookie === undefined || form.get("proof") !== proofOf(cookie, query)) {
    throw new OauthRefusal("invalid_request", "The form was not sent from its page. Start again in the app.");
  }
  const request = await parseAuthorizationRequest(new URLSearchParams(query), settings, source);
  const { issuer } = settings;
  if (form.get("decision") !== "allow") {
    return redirect(
      returnTo(request, issuer, { error: "access_denied", error_description: "The user has denied access." }),
    );
  }
  const { client, redirectUri, state, resource, scopes, codeChallenge } = request;
  const flowState = createSecret();
  const value: Flow = { clientId: client.id, redirectUri, state, resource, browser: hashOf(cookie) };
  await source.store.put("flow", hashOf(flowState), { value, expiresAt: source.now() + flowSeconds });
  const signIn = new URL(`${settings.signInUrl}/oauth2/authorize`);
  signIn.search = new URLSearchParams({
    response_type: "code",
    client_id: settings.clientId,
    redirect_uri: `${issuer}${paths.callback}`,
    scope: scopes.join(" "),
    state: flowState,
    code_challenge: codeChallenge,
    code_challenge_method: "S256",
    resource,
  }).toString();
  return redirect(signIn.href);
}

const proofOf = (browser: string, query: string): string => hashOf(`${browser} ${query}`);

function consentBody(
  { client, redirectUri, scopes, resource }: McpAuthorizationRequest,
  query: string,
  proof: string,
): string {
  const target = new URL(redirectUri);
  // Characters without a shape can reverse the text around them.
  const shown = client.name.replace(/\p{C}/gu, "").trim();
  const name = shown === "" ? "An app without a name" : shown;
  const origin =
    client.host === undefined
      ? `<p class="warning">The app has registered itself. Nobody has checked its name.</p>`
      : `<p>The app is published by <strong>${escapeHtml(client.host)}</strong>.</p>`;
  const destination = isLoopback(target)
    ? `<p class="warning">You are sent to a program on this machine. Go on only if you have just started it.</p>`
    : `<p>You are sent to <strong>${escapeHtml(target.host)}</strong>.</p>`;
  const hidden = Object.entries({ request: query, proof }).map(
    ([key, value]) => `<input type="hidden" name="${key}" value="${escapeHtml(value)}">`,
  );
  return `<p><strong>${escapeHtml(name)}</strong> asks for access to <code>${escapeHtml(resource)}</code> in your name:</p>
<ul>${scopes.map((each) => `<li><code>${escapeHtml(each)}</code></li>`).join("")}</ul>${origin}${destination}
<form method="post" action="${paths.authorize}">${hidden.join("")}<button name="decision" value="allow">Allow</button><button name="decision" value="deny">Deny</button></form>`;
}

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:30rem;margin:10vh auto;padding:0 1rem;color:#1a1a1a;background:#fff}
h1{font-size:1.4rem}button{font:inherit;padding:.5rem 1.2rem;margin:0 .5rem 0 0}code{overflow-wrap:anywhere}.warning{color:#8a3b00}
@media(prefers-color-scheme:dark){body{color:#eee;background:#161616}.warning{color:#ffb27a}}`;

const styleHash = createHash("sha256").update(style).digest("base64");

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** A page that runs no scripts and that no other page can frame. */
function htmlPage(
  statusCode: number,
  title: string,
  body: string,
  cookies: readonly string[] = [],
): OauthAnswer {
  return {
    statusCode,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'; base-uri 'none'`,
      "x-frame-options": "DENY",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
    },
    cookies,
    body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${style}</style></head><body><h1>${escapeHtml(title)}</h1>${body}</body></html>`,
  };
}

/** A page for a request of an unknown client, for which no redirect is safe. */
export const problemPage = (description: string): OauthAnswer =>
  htmlPage(400, "This request cannot be answered", `<p role="alert">${escapeHtml(description)}</p>`);
