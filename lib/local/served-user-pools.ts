import type { PageServers } from "./pages/page-servers";
import type { UserPools } from "./services/cognito-idp/user-pools";

/** A user pool of a running server. */
export interface ServedUserPool {
  readonly name: string;
  readonly id: string;
  readonly clients: readonly { readonly id: string; readonly name: string }[];
  /** Where its sign-in pages are: `http://localhost:4100`. Undefined for a pool without a domain. */
  readonly pages: string | undefined;
}

/** The pools that are served here, with their clients and the addresses of their pages. */
export function servedUserPools(
  pools: UserPools | undefined,
  servers: PageServers,
): readonly ServedUserPool[] {
  return (pools?.all ?? []).map((pool) => ({
    name: pool.settings.name,
    id: pool.settings.id,
    clients: pool.clients.all.map(({ id, name }) => ({ id, name })),
    pages: servers.urlOf(pool.settings.id),
  }));
}
