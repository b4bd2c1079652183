import { block, number, text } from "../../../../../model/resources/values";
import type { Pool } from "../../pool";
import type { ClientSettings } from "../../settings/client-settings";
import type { KeptClient } from "../../state/clients";
import { seconds } from "../answers";
import { poolTimes } from "../pool-times";

/** A client, as the operations about clients show it. */
export function clientAnswer(pool: Pool, client: ClientSettings): object {
  const { values, oauth, rotation } = client;
  const units = block(values, "token_validity_units");
  return {
    UserPoolId: client.poolId,
    ClientName: client.name,
    ClientId: client.id,
    ...(client.secret !== undefined && { ClientSecret: client.secret }),
    ...timesOf(pool.clients.kept(client.id)),
    RefreshTokenValidity: number(values, "refresh_token_validity") ?? 30,
    AccessTokenValidity: number(values, "access_token_validity"),
    IdTokenValidity: number(values, "id_token_validity"),
    ...(units !== undefined && {
      TokenValidityUnits: {
        AccessToken: text(units, "access_token"),
        IdToken: text(units, "id_token"),
        RefreshToken: text(units, "refresh_token"),
      },
    }),
    ...(client.readable !== undefined && { ReadAttributes: [...client.readable] }),
    ...(client.writable !== undefined && { WriteAttributes: [...client.writable] }),
    ExplicitAuthFlows: [...client.flows],
    SupportedIdentityProviders: client.providers,
    CallbackURLs: oauth.callbackUrls,
    LogoutURLs: oauth.logoutUrls,
    DefaultRedirectURI: oauth.defaultRedirect,
    AllowedOAuthFlows: oauth.flows,
    AllowedOAuthScopes: oauth.scopes,
    AllowedOAuthFlowsUserPoolClient: oauth.isEnabled,
    PreventUserExistenceErrors: client.hidesUsers ? "ENABLED" : "LEGACY",
    EnableTokenRevocation: client.canRevoke,
    AuthSessionValidity: client.sessionSeconds / 60,
    ...(rotation !== undefined && {
      RefreshTokenRotation: { Feature: "ENABLED", RetryGracePeriodSeconds: rotation.graceSeconds },
    }),
  };
}

function timesOf(kept: KeptClient | undefined): object {
  if (kept === undefined) return poolTimes;
  return { CreationDate: seconds(kept.createdAt), LastModifiedDate: seconds(kept.modifiedAt) };
}
