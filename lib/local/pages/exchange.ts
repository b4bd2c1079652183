import { createHash, randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isSameSecret } from "../../facts/text/same-secret";
import type { Pool } from "../services/cognito-idp/pool";
import type { ClientSettings } from "../services/cognito-idp/settings";
import type { UserPools } from "../services/cognito-idp/user-pools";
import { ServiceError } from "../services/contract/define-service";
import { requestUrl } from "../wire/received-request";
import { fieldScript, type PageContent, page, type SentForm } from "./views/layout";
import { passkeyScript } from "./views/passkey";

export interface PageAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string;
}

/** A request to the pages of a pool, with its form. */
export class PageExchange {
  readonly url: URL;
  readonly form: URLSearchParams;
  private readonly cookies: ReadonlyMap<string, string>;
  private readonly cookiesToSet: string[] = [];

  constructor(
    readonly request: IncomingMessage,
    body: string,
    readonly pools: UserPools,
    readonly pool: Pool,
    /** `http://localhost:4100` */
    readonly base: string,
  ) {
    this.url = requestUrl(request.url, base);
    this.form = new URLSearchParams(body);
    this.cookies = cookiesOf(request.headers.cookie);
  }

  /** The parameters of an OAuth request, which all pages keep in their address. */
  get query(): URLSearchParams {
    return this.url.searchParams;
  }

  get isPost(): boolean {
    return this.request.method === "POST";
  }

  pathOf(path: string): string {
    return `${path}${this.url.search}`;
  }

  /** The client in the address; undefined if the pool does not have it. */
  get client(): ClientSettings | undefined {
    return this.pool.clients.find(this.query.get("client_id") ?? "");
  }

  cookie(name: string): string | undefined {
    return this.cookies.get(name);
  }

  /** @param value - undefined deletes the cookie */
  setCookie(name: string, value: string | undefined, maxAgeSeconds = 3600): void {
    const age = value === undefined ? 0 : maxAgeSeconds;
    this.cookiesToSet.push(`${name}=${value ?? ""}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${age}`);
  }

  get formToken(): string {
    const known = this.cookies.get(tokenCookie);
    if (known !== undefined && tokenForm.test(known)) return known;
    const token = randomBytes(24).toString("base64url");
    this.setCookie(tokenCookie, token);
    return token;
  }

  /**
   * Whether a page of this server sent the form.
   *
   * A page on another port of this machine can set cookies for this one, so the token alone is not enough.
   */
  get isOwnForm(): boolean {
    const [cookie = "", field] = [this.cookies.get(tokenCookie), this.form.get("_csrf")];
    const { origin, host } = this.request.headers;
    const isOwnOrigin = origin === undefined || origin === `http://${host}`;
    return isOwnOrigin && tokenForm.test(cookie) && field !== null && isSameSecret(cookie, field);
  }

  showPage(content: PageContent, status = 200): PageAnswer {
    const headers = {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": `default-src 'none'; script-src ${scriptHashes}; style-src 'unsafe-inline'; img-src data:; form-action 'self' http: https:; frame-ancestors 'none'; base-uri 'none'`,
      "x-frame-options": "DENY",
      "referrer-policy": "same-origin",
    };
    const name = this.pools.model.appName ?? this.pool.settings.name;
    return this.withCookies({ status, headers, body: page(content, { name, inboxUrl: "/inbox" }) });
  }

  showError(problem: string, status = 400): PageAnswer {
    return this.showPage(errorPage(problem), status);
  }

  showForm<View extends SentForm>(
    path: string,
    make: (view: View) => PageContent,
    view: Omit<View, "action" | "token">,
  ): PageAnswer {
    const content = make({ ...view, action: this.pathOf(path), token: this.formToken } as View);
    return this.showPage(content, content.problem === undefined ? 200 : 400);
  }

  redirect(location: string): PageAnswer {
    return this.withCookies({ status: 302, headers: { location } });
  }

  private withCookies(answer: PageAnswer): PageAnswer {
    const headers = { "cache-control": "no-store", ...answer.headers };
    return {
      ...answer,
      headers: this.cookiesToSet.length === 0 ? headers : { ...headers, "set-cookie": this.cookiesToSet },
    };
  }
}

/** The reason of a refusal; throws any other error. */
export function refusalText(error: unknown): string {
  if (error instanceof ServiceError) return error.message;
  throw error;
}

/** The pages have no other scripts. */
const scriptHashes = [passkeyScript, fieldScript]
  .map((each) => `'sha256-${createHash("sha256").update(each).digest("base64")}'`)
  .join(" ");

const tokenCookie = "XSRF-TOKEN";
/** 24 bytes in base64url. */
const tokenForm = /^[\w-]{32}$/;

function cookiesOf(header = ""): ReadonlyMap<string, string> {
  return new Map(
    header.split(/;\s*/).map((pair) => {
      const at = pair.indexOf("=");
      return [pair.slice(0, at), pair.slice(at + 1)] as const;
    }),
  );
}

/** A JSON response of the endpoints for programs. */
export function jsonAnswer(
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): PageAnswer {
  return {
    status,
    headers: { "content-type": "application/json;charset=UTF-8", "cache-control": "no-store", ...headers },
    body: JSON.stringify(body),
  };
}

/** A request whose error cannot be returned to the app. */
function errorPage(problem: string): PageContent {
  return { title: "An error was encountered with the requested page", problem, body: "" };
}
