import type { ParsedMcpAuthority } from "./parse";

// The paths of the program `mcp-authority` of the runtime, which does not import the constructs.
export const callbackPath = "/oauth/callback";

/** The keys of the routes that the authority's own function answers. */
export function authorityRoutes({
  servers,
  registration,
}: Pick<ParsedMcpAuthority, "servers" | "registration">): readonly string[] {
  const resource = "GET /.well-known/oauth-protected-resource";
  const paths = Object.keys(servers);
  return [
    "GET /.well-known/oauth-authorization-server",
    // Where there is one server, clients that see no challenge also look at the root.
    ...(paths.length === 1 ? [resource] : []),
    ...paths.map((path) => `${resource}${path}`),
    "GET /oauth/authorize",
    "POST /oauth/authorize",
    `GET ${callbackPath}`,
    "POST /oauth/token",
    "POST /oauth/revoke",
    ...(registration === undefined ? [] : ["POST /oauth/register"]),
  ];
}

/** The gateway sends the header of the function as `WWW-Authenticate`, a name that it does not let functions set. */
export const challengeMapping = ["401", "403"].map((statusCode) => ({
  statusCode,
  mappings: { "overwrite:header.www-authenticate": "$response.header.mcp-challenge" },
}));
