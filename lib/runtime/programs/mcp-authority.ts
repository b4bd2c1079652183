import { answerRequest } from "./mcp/authority";
import { fetchJson } from "./mcp/guarded-fetch";
import { authoritySettingsOf } from "./mcp/settings";
import type { AuthoritySource } from "./mcp/source";
import { systemClock, tableStore } from "./mcp/store";

/** The used parts of an HTTP API event. */
export interface AuthorityEvent {
  readonly rawPath: string;
  readonly rawQueryString: string;
  readonly cookies?: readonly string[];
  readonly body?: string | null;
  readonly isBase64Encoded: boolean;
  readonly requestContext: { readonly http: { readonly method: string; readonly sourceIp: string } };
}

const poolTimeoutMs = 10_000;

const { MCP_TABLE = "", AWS_REGION = "" } = process.env;
const settings = authoritySettingsOf(process.env);

const source: Omit<AuthoritySource, "sourceIp"> = {
  store: tableStore(MCP_TABLE, { region: AWS_REGION }),
  now: systemClock,
  fetchDocument: (url) => fetchJson(url),
  async postForm(url, form) {
    const signal = AbortSignal.timeout(poolTimeoutMs);
    const response = await fetch(url, {
      method: "POST",
      body: new URLSearchParams(form),
      signal,
      redirect: "error",
    });
    const content = (await response.json().catch(() => ({}))) as Readonly<Record<string, unknown>>;
    return { status: response.status, content };
  },
};

/** The function of an `McpAuthority`, which handles all requests. */
export async function handler(event: AuthorityEvent) {
  const { method, sourceIp } = event.requestContext.http;
  const body = event.body ?? "";
  return answerRequest(
    {
      method,
      path: event.rawPath,
      query: event.rawQueryString,
      cookies: event.cookies ?? [],
      body: event.isBase64Encoded ? Buffer.from(body, "base64").toString("utf8") : body,
      sourceIp,
    },
    settings,
    source,
  );
}
