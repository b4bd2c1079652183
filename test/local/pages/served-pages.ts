import { LocalIssuers } from "../../../lib/local/identities";
import { PageServers } from "../../../lib/local/pages/page-servers";
import { Directory, type DirectoryOptions, poolId } from "../services/cognito-idp/directory";
import { testKeys } from "../support/keys";

/** The sign-in pages of a pool with a domain and a confirmed user. */
export interface ServedPages {
  readonly directory: Directory;
  /** The address of the pages. */
  readonly base: string;
  close(): Promise<void>;
}

export async function servePages({ more, ...options }: DirectoryOptions): Promise<ServedPages> {
  const domain = { Domain: { user_pool_id: poolId, domain: "notes" } };
  const directory = await Directory.withAda({
    ...options,
    more: { ...more, aws_cognito_user_pool_domain: domain },
  });
  const servers = new PageServers({ port: 0, report: () => {} });
  await servers.open([poolId]);
  const { pools, clock } = directory;
  servers.serve(pools, new LocalIssuers({ model: pools.model, keys: testKeys(), clock }));
  return { directory, base: servers.urlOf(poolId) ?? "", close: () => servers.close() };
}

/** A client that signs users in at the pages, with a code. */
export const pageClient = (callback: string) => ({
  allowed_oauth_flows_user_pool_client: true,
  allowed_oauth_flows: ["code"],
  allowed_oauth_scopes: ["openid"],
  callback_urls: [callback],
  logout_urls: [callback],
  supported_identity_providers: ["COGNITO"],
});

/** A provider of the pool, at which users sign in. */
export const google = {
  Google: {
    user_pool_id: poolId,
    provider_name: "Google",
    provider_type: "Google",
    attribute_mapping: { email: "email", username: "sub" },
  },
};
