import { type Model, poolOfIssuer, type UserPool, userPoolsOf } from "../../model";
import type { Timers } from "../invoke";
import type { Issuers, KeySet } from "./issuers";
import { keyNameOf, type PoolKeys } from "./pool-keys";
import { type FetchText, RemoteIssuers } from "./remote-issuers";

/** The path of this machine's key for tokens of another issuer, whose `iss` is in the query: `?issuer=`. */
export const issuerKeysPath = "/issuers/.well-known/jwks.json";

export interface LocalIssuersOptions {
  readonly model: Model;
  readonly keys: PoolKeys;
  readonly clock: Timers;
  /** @default - the network */
  readonly fetch?: FetchText;
}

/**
 * The token issuers: keys of user pools in the model are local, keys of other issuers are fetched. For the latter, a key of this
 * machine also signs a developer's tokens, which needs no network.
 */
export class LocalIssuers implements Issuers {
  private pools: readonly UserPool[];
  private readonly keys: PoolKeys;
  private readonly remote: RemoteIssuers;
  private urlOf: (poolId: string) => string | undefined = () => undefined;

  constructor({ model, keys, clock, fetch = globalThis.fetch }: LocalIssuersOptions) {
    this.pools = userPoolsOf(model);
    this.keys = keys;
    this.remote = new RemoteIssuers(clock, fetch);
  }

  /** Sets the addresses of the pools' sign-in pages. */
  pagesAt(urlOf: (poolId: string) => string | undefined): void {
    this.urlOf = urlOf;
  }

  replace(model: Model): void {
    this.pools = userPoolsOf(model);
  }

  /** Creates missing keys in advance, so that the first request does not wait. */
  async prepare(): Promise<void> {
    await Promise.all(this.pools.map(({ id }) => this.keys.of(id)));
  }

  async keysOf(issuer: string, keyId?: string): Promise<KeySet> {
    const pool = poolOfIssuer(this.pools, issuer);
    if (pool !== undefined) return this.publicKeys(pool);
    const own = keyId === undefined ? undefined : await this.keys.find(keyNameOf(issuer));
    return own !== undefined && own.id === keyId ? { keys: [own.publicJwk] } : this.remote.keysOf(issuer);
  }

  /**
   * A public document of a pool, by its path: `/<pool id>/.well-known/jwks.json` or `.../openid-configuration`.
   *
   * `base` is the local address of the documents; the configuration links to the keys.
   */
  async published(path: string, base: string): Promise<object | undefined> {
    const [page, query] = path.split("?", 2);
    if (page === issuerKeysPath) return this.developerKeys(new URLSearchParams(query).get("issuer") ?? "");
    const [, id, document] = /^\/([^/?]+)\/\.well-known\/([a-z.-]+)(?:\?.*)?$/.exec(path) ?? [];
    const pool = this.pools.find((each) => each.id === id);
    if (pool === undefined) return undefined;
    if (document === "jwks.json") return this.publicKeys(pool);
    return document === "openid-configuration"
      ? openidConfiguration(pool, base, this.urlOf(pool.id))
      : undefined;
  }

  /** This machine's key for another issuer; undefined before a developer has signed a token. */
  private async developerKeys(issuer: string): Promise<KeySet> {
    const key = await this.keys.find(keyNameOf(issuer));
    return { keys: key === undefined ? [] : [key.publicJwk] };
  }

  private async publicKeys({ id }: UserPool): Promise<KeySet> {
    return { keys: [(await this.keys.of(id)).publicJwk] };
  }
}

/** The same as Cognito's; a pool without a domain has no sign-in endpoints. */
function openidConfiguration({ id, issuer }: UserPool, base: string, pages: string | undefined): object {
  return {
    ...(pages !== undefined && {
      authorization_endpoint: `${pages}/oauth2/authorize`,
      end_session_endpoint: `${pages}/logout`,
      revocation_endpoint: `${pages}/oauth2/revoke`,
      token_endpoint: `${pages}/oauth2/token`,
      token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post"],
      userinfo_endpoint: `${pages}/oauth2/userInfo`,
    }),
    id_token_signing_alg_values_supported: ["RS256"],
    issuer,
    jwks_uri: base === pages ? `${base}/.well-known/jwks.json` : `${base}/${id}/.well-known/jwks.json`,
    response_types_supported: ["code", "token"],
    scopes_supported: ["openid", "email", "phone", "profile"],
    subject_types_supported: ["public"],
  };
}
