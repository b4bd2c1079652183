import { type AuthorityRequest, answerRequest } from "../../../../lib/runtime/programs/mcp/authority";
import type { AuthoritySettings } from "../../../../lib/runtime/programs/mcp/settings";
import type { AuthoritySource } from "../../../../lib/runtime/programs/mcp/source";
import type { AuthorityStore, Entry, EntryKind } from "../../../../lib/runtime/programs/mcp/store";

export const settings: AuthoritySettings = {
  issuer: "https://api.example.com",
  signInUrl: "https://sign-in.example.com",
  clientId: "pool-client",
  servers: { "/mcp": ["notes/read", "notes/write"], "/admin/mcp": ["notes/admin"] },
  registration: { redirectHosts: ["app.example.com"], maxClients: 3, maxPerSource: 4 },
  documents: {},
};

/** A store in memory, as the table behaves. */
class MemoryStore implements AuthorityStore {
  readonly entries = new Map<string, Entry<object>>();

  constructor(private readonly now: () => number) {}

  async find<Value>(kind: EntryKind, id: string): Promise<Entry<Value> | undefined> {
    const entry = this.entries.get(`${kind} ${id}`);
    return entry === undefined || entry.expiresAt <= this.now() ? undefined : (entry as Entry<Value>);
  }

  async put(kind: EntryKind, id: string, entry: Entry<object>, options?: { readonly onlyNew: boolean }) {
    if (options?.onlyNew === true && (await this.find(kind, id)) !== undefined) return false;
    this.entries.set(`${kind} ${id}`, entry);
    return true;
  }

  async extend(kind: EntryKind, id: string, expiresAt: number) {
    const entry = await this.find<object>(kind, id);
    if (entry !== undefined && entry.expiresAt < expiresAt) await this.put(kind, id, { ...entry, expiresAt });
  }

  async take<Value>(kind: EntryKind, id: string): Promise<Entry<Value> | undefined> {
    // At once, as DynamoDB deletes an item.
    const entry = this.entries.get(`${kind} ${id}`);
    this.entries.delete(`${kind} ${id}`);
    return entry === undefined || entry.expiresAt <= this.now() ? undefined : (entry as Entry<Value>);
  }

  async increment(kind: EntryKind, id: string, expiresAt: number) {
    const { value } = (await this.find<{ readonly count: number }>(kind, id)) ?? { value: { count: 0 } };
    const count = value.count + 1;
    await this.put(kind, id, { value: { count }, expiresAt });
    return count;
  }

  async count(kind: EntryKind) {
    const all = [...this.entries].filter(
      ([key, { expiresAt }]) => key.startsWith(`${kind} `) && expiresAt > this.now(),
    );
    return all.length;
  }
}

/** An authority in this process: a stopped clock, and a user pool that answers as a test defines. */
export class TestAuthority {
  now = 1_800_000_000;
  readonly store = new MemoryStore(() => this.now);
  /** Forms that the user pool has got. */
  readonly posted: { readonly url: string; readonly form: Readonly<Record<string, string>> }[] = [];
  poolAnswer: { readonly status: number; content: Readonly<Record<string, unknown>> } = {
    status: 200,
    content: { access_token: "access", refresh_token: "of the pool", expires_in: 3600, scope: "notes/read" },
  };
  readonly fetchDocument = jest.fn<ReturnType<AuthoritySource["fetchDocument"]>, [URL]>();

  constructor(public changes: Partial<AuthoritySettings> = {}) {}

  async ask(
    route: string,
    parts: Partial<AuthorityRequest> & { readonly form?: Readonly<Record<string, string>> } = {},
  ) {
    const [method = "", path = ""] = route.split(" ");
    const { form, ...request } = parts;
    const body = new URLSearchParams(form).toString();
    const answer = await answerRequest(
      { method, path, query: "", cookies: [], body, sourceIp: "192.0.2.1", ...request },
      { ...settings, ...this.changes },
      {
        store: this.store,
        now: () => this.now,
        fetchDocument: this.fetchDocument,
        postForm: async (url, sent) => {
          this.posted.push({ url, form: sent });
          return this.poolAnswer;
        },
      },
    );
    const { location, "content-type": type } = answer.headers;
    return {
      ...answer,
      location: location === undefined ? undefined : new URL(location),
      content: type === "application/json" ? JSON.parse(answer.body) : undefined,
    };
  }

  register(body: object, sourceIp = "192.0.2.1") {
    return this.ask("POST /oauth/register", { body: JSON.stringify(body), sourceIp });
  }
}

export const codeChallenge = "a".repeat(43);

/** The query of a valid request for a code, with changes; undefined leaves a parameter out. */
export function queryOf(parameters: Readonly<Record<string, string | undefined>>): string {
  const all = {
    redirect_uri: "http://localhost:8123/callback",
    response_type: "code",
    code_challenge: codeChallenge,
    code_challenge_method: "S256",
    resource: `${settings.issuer}/mcp`,
    ...parameters,
  };
  return new URLSearchParams(
    Object.entries(all).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, value]],
    ),
  ).toString();
}

/** The form that the page of the authority sends when the user has decided. */
export function consentOf(html: string, decision: string): Readonly<Record<string, string>> {
  const hidden = [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(
    ([, name = "", value = ""]) => [
      name,
      value.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))),
    ],
  );
  return { ...Object.fromEntries(hidden), decision };
}
