import type { Values } from "../../../../../model/resources/model";
import type { InputOf } from "../contract";

/** The settings of a client that operations take. */
export const clientMembers = {
  RefreshTokenValidity: "number",
  AccessTokenValidity: "number",
  IdTokenValidity: "number",
  TokenValidityUnits: "structure",
  ReadAttributes: "texts",
  WriteAttributes: "texts",
  ExplicitAuthFlows: "texts",
  SupportedIdentityProviders: "texts",
  CallbackURLs: "texts",
  LogoutURLs: "texts",
  DefaultRedirectURI: "text",
  AllowedOAuthFlows: "texts",
  AllowedOAuthScopes: "texts",
  AllowedOAuthFlowsUserPoolClient: "flag",
  AnalyticsConfiguration: "notEmulated",
  PreventUserExistenceErrors: "text",
  EnableTokenRevocation: "flag",
  EnablePropagateAdditionalUserContextData: "flag",
  AuthSessionValidity: "number",
  RefreshTokenRotation: "structure",
} as const;

export type ClientInput = InputOf<typeof clientMembers>;

/** The attributes that the JSON of an app would have for a client with these settings. */
export function clientValues(poolId: string, name: string, input: ClientInput): Values {
  const { TokenValidityUnits: units, RefreshTokenRotation: rotation } = input;
  const values: Values = {
    user_pool_id: poolId,
    name,
    refresh_token_validity: input.RefreshTokenValidity,
    access_token_validity: input.AccessTokenValidity,
    id_token_validity: input.IdTokenValidity,
    token_validity_units: units && {
      refresh_token: units.RefreshToken,
      access_token: units.AccessToken,
      id_token: units.IdToken,
    },
    read_attributes: input.ReadAttributes,
    write_attributes: input.WriteAttributes,
    explicit_auth_flows: input.ExplicitAuthFlows,
    supported_identity_providers: input.SupportedIdentityProviders,
    callback_urls: input.CallbackURLs,
    logout_urls: input.LogoutURLs,
    default_redirect_uri: input.DefaultRedirectURI,
    allowed_oauth_flows: input.AllowedOAuthFlows,
    allowed_oauth_scopes: input.AllowedOAuthScopes,
    allowed_oauth_flows_user_pool_client: input.AllowedOAuthFlowsUserPoolClient,
    prevent_user_existence_errors: input.PreventUserExistenceErrors,
    enable_token_revocation: input.EnableTokenRevocation,
    enable_propagate_additional_user_context_data: input.EnablePropagateAdditionalUserContextData,
    auth_session_validity: input.AuthSessionValidity,
    refresh_token_rotation: rotation && {
      feature: rotation.Feature,
      retry_grace_period_seconds: rotation.RetryGracePeriodSeconds,
    },
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
