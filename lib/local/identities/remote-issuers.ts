import { jsonOf } from "../../facts/text/json";
import { isValues } from "../../model";
import { readAtMost } from "../../runtime/limited-response";
import { contained, isThisMachine, type Timers } from "../invoke";
import { TtlCache } from "../wire/ttl-cache";
import { withTimeout } from "../wire/with-timeout";
import type { KeySet } from "./issuers";

/** The part of `fetch` that is used; tests replace it. */
export type FetchText = (
  url: string,
  options: { readonly signal: AbortSignal; readonly headers: Readonly<Record<string, string>> },
) => Promise<Response>;

/** An issuer on this machine may use plain HTTP: other machines cannot listen to it. */
function mayBeAsked(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === "https:" || (protocol === "http:" && isThisMachine(hostname));
}

/** Verifiers cache keys far longer. This cache only avoids a request to the issuer for each unknown key id. */
const ttlSeconds = 60;
const maxIssuers = 100;
/** After this time, an issuer counts as unreachable. The keys of this machine's pools have no limit: creating one takes seconds on a busy machine. */
const answersWithinMs = 1_500;
/** An answer that comes later is good for the next token. */
const timeoutMs = 5_000;
const maxBytes = 1024 * 1024;

/** Finds the keys of remote issuers by OpenID Connect Discovery. */
export class RemoteIssuers {
  private readonly cache: TtlCache<Promise<KeySet>>;

  constructor(
    private readonly clock: Timers,
    private readonly fetchText: FetchText,
  ) {
    this.cache = new TtlCache(clock, maxIssuers);
  }

  async keysOf(issuer: string): Promise<KeySet> {
    const keys = await withTimeout(this.clock, answersWithinMs, this.cachedKeys(issuer));
    if (keys === undefined) throw new Error(`${issuer} did not answer within ${answersWithinMs} ms`);
    return keys;
  }

  private cachedKeys(issuer: string): Promise<KeySet> {
    const cached = this.cache.get(issuer);
    if (cached !== undefined) return cached;
    const keys = this.load(issuer);
    this.cache.set(issuer, keys, ttlSeconds);
    keys.catch(
      contained("keys of an issuer", () => {
        if (this.cache.get(issuer) === keys) this.cache.delete(issuer);
      }),
    );
    return keys;
  }

  /** Source: https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfig */
  private async load(issuer: string): Promise<KeySet> {
    const signal = AbortSignal.timeout(timeoutMs);
    const document = await this.get(`${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`, signal);
    if (!isValues(document) || typeof document.jwks_uri !== "string") {
      throw new Error(`${issuer} has no jwks_uri`);
    }
    const found = await this.get(document.jwks_uri, signal);
    if (!isValues(found) || !Array.isArray(found.keys)) throw new Error(`${document.jwks_uri} has no keys`);
    return { keys: found.keys.filter(isValues) };
  }

  private async get(url: string, signal: AbortSignal): Promise<unknown> {
    if (!mayBeAsked(url)) throw new Error(`${url} is not https`);
    const response = await this.fetchText(url, { signal, headers: { accept: "application/json" } });
    if (!response.ok) throw new Error(`${url} responds with status ${response.status}`);
    const value = jsonOf((await readAtMost(response, maxBytes)).toString("utf8"));
    if (value === undefined) throw new Error(`${url} did not send JSON`);
    return value;
  }
}
