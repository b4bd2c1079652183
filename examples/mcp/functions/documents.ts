import { scopes } from "./settings";

/** The addresses that the documents name. */
export interface Addresses {
  readonly apiUrl: string;
  readonly signInUrl: string;
  readonly userPoolId: string;
}

/** The address of the MCP server, and the `aud` of the tokens that it accepts. */
export const resourceOf = (apiUrl: string): string => `${apiUrl}/mcp`;

/** Where the first document is: `WWW-Authenticate` leads there. */
export const resourceMetadataOf = (apiUrl: string): string =>
  `${apiUrl}/.well-known/oauth-protected-resource/mcp`;

/** The documents in which clients look up how to sign in, by their paths below `/.well-known/`. */
export function documents({ apiUrl, signInUrl, userPoolId }: Addresses): Readonly<Record<string, object>> {
  const [region] = userPoolId.split("_");
  // Source: https://www.rfc-editor.org/rfc/rfc9728
  const resource = {
    resource: resourceOf(apiUrl),
    authorization_servers: [apiUrl],
    scopes_supported: scopes,
    bearer_methods_supported: ["header"],
  };
  // A user pool serves no such document, and its OpenID configuration names neither PKCE nor a registration.
  // Source: https://www.rfc-editor.org/rfc/rfc8414
  const authorizationServer = {
    issuer: apiUrl,
    authorization_endpoint: `${signInUrl}/oauth2/authorize`,
    token_endpoint: `${signInUrl}/oauth2/token`,
    revocation_endpoint: `${signInUrl}/oauth2/revoke`,
    registration_endpoint: `${apiUrl}/register`,
    jwks_uri: `https://cognito-idp.${region}.amazonaws.com/${userPoolId}/.well-known/jwks.json`,
    scopes_supported: scopes,
    response_types_supported: ["code"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["none"],
  };
  return {
    "oauth-protected-resource": resource,
    "oauth-protected-resource/mcp": resource,
    "oauth-authorization-server": authorizationServer,
  };
}
