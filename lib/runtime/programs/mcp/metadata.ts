import { type AuthoritySettings, paths, resourceOf } from "./settings";

const protectedResource = "/.well-known/oauth-protected-resource";

/**
 * The document in which clients look up how to sign in, by its path; undefined for another path.
 *
 * A user pool serves no such document, and its OpenID configuration does not say that it knows PKCE.
 *
 * Sources: https://www.rfc-editor.org/rfc/rfc8414, https://www.rfc-editor.org/rfc/rfc9728
 */
export function findMetadata(path: string, settings: AuthoritySettings): object | undefined {
  if (path === "/.well-known/oauth-authorization-server") return authorizationServer(settings);
  if (!path.startsWith(protectedResource)) return undefined;
  const server = path.slice(protectedResource.length);
  const [only, ...others] = Object.keys(settings.servers);
  if (server !== "") return resource(server, settings);
  return only === undefined || others.length > 0 ? undefined : resource(only, settings);
}

function resource(path: string, settings: AuthoritySettings): object | undefined {
  const { issuer, servers } = settings;
  if (!Object.hasOwn(servers, path)) return undefined;
  return {
    resource: resourceOf(settings, path),
    authorization_servers: [issuer],
    scopes_supported: servers[path],
    bearer_methods_supported: ["header"],
  };
}

function authorizationServer({ issuer, servers, registration, documents }: AuthoritySettings): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}${paths.authorize}`,
    token_endpoint: `${issuer}${paths.token}`,
    revocation_endpoint: `${issuer}${paths.revoke}`,
    ...(registration !== undefined && { registration_endpoint: `${issuer}${paths.register}` }),
    ...(documents !== undefined && { client_id_metadata_document_supported: true }),
    // https://www.rfc-editor.org/rfc/rfc9207
    authorization_response_iss_parameter_supported: true,
    scopes_supported: [...new Set(Object.values(servers).flat())],
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
  };
}
