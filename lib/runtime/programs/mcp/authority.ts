import { json, type OauthAnswer, OauthRefusal, redirect } from "./answer";
import { mayRedirect, RequestRefused, returnTo } from "./authorization-request";
import { finishSignIn } from "./callback";
import { askForConsent, cookieName, takeConsent } from "./consent";
import { findMetadata } from "./metadata";
import { problemPage } from "./page";
import { register } from "./registration";
import { type AuthoritySettings, paths } from "./settings";
import type { AuthoritySource } from "./source";
import { exchangeTokens, revokeGrant } from "./token";

/** A request to the authority. */
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

/** Paths that a browser shows; errors of the others are read by programs. */
const pages: readonly string[] = [paths.authorize, paths.callback];

/** Answers a request to the authorization server of MCP servers. */
export async function answerRequest(
  request: AuthorityRequest,
  settings: AuthoritySettings,
  source: Omit<AuthoritySource, "sourceIp">,
): Promise<OauthAnswer> {
  const { method, path, sourceIp } = request;
  const document = method === "GET" ? findMetadata(path, settings) : undefined;
  if (document !== undefined) return json(200, document, { "cache-control": "public, max-age=300" });
  const endpoint = (endpoints as Readonly<Record<string, Endpoint>>)[`${method} ${path}`];
  if (endpoint === undefined) return json(404, { message: "Not Found" });
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

/** A parameter that is given twice has two readers with two opinions. */
function formOf(body: string): URLSearchParams {
  const form = new URLSearchParams(body);
  const repeated = [...new Set(form.keys())].find((name) => form.getAll(name).length > 1);
  if (repeated !== undefined)
    throw new OauthRefusal("invalid_request", `${repeated} is given more than once.`);
  return form;
}
