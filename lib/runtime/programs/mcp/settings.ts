export interface AuthoritySettings {
  /** The address of the API, which issues tokens to MCP clients. Without a slash at the end. */
  readonly issuer: string;
  /** The address of the sign-in pages of the user pool. */
  readonly signInUrl: string;
  /** The client of the user pool that all users sign in with. */
  readonly clientId: string;
  /** The scopes of each MCP server, by its path: `/mcp`. */
  readonly servers: Readonly<Record<string, readonly string[]>>;
  /** Undefined if clients cannot register. */
  readonly registration: RegistrationSettings | undefined;
  /** Undefined if clients cannot use documents. */
  readonly documents: DocumentSettings | undefined;
}

export interface RegistrationSettings {
  /** Hosts to which registered clients may send users, in addition to the user's own machine. */
  readonly redirectHosts: readonly string[];
  readonly maxClients: number;
  /** The number of registrations that one source may make in an hour. */
  readonly maxPerSource: number;
}

/** The clients that are identified by metadata documents. */
export interface DocumentSettings {
  /** Undefined if all hosts are allowed. */
  readonly hosts?: readonly string[] | undefined;
}

/** The settings in the environment, as the construct writes them. */
export function authoritySettingsOf(environment: NodeJS.ProcessEnv): AuthoritySettings {
  const { MCP_ISSUER = "", MCP_SIGN_IN_URL = "", MCP_CLIENT_ID = "", MCP_SETTINGS = "{}" } = environment;
  const given = JSON.parse(MCP_SETTINGS) as Partial<
    Pick<AuthoritySettings, "servers" | "registration" | "documents">
  >;
  return {
    issuer: MCP_ISSUER.replace(/\/$/, ""),
    signInUrl: MCP_SIGN_IN_URL,
    clientId: MCP_CLIENT_ID,
    servers: given.servers ?? {},
    registration: given.registration,
    documents: given.documents,
  };
}

/** Paths of the authority, below the issuer. */
export const paths = {
  authorize: "/oauth/authorize",
  callback: "/oauth/callback",
  token: "/oauth/token",
  revoke: "/oauth/revoke",
  register: "/oauth/register",
} as const;

/** The address of an MCP server, which is the `aud` of its tokens. */
export const resourceOf = ({ issuer }: Pick<AuthoritySettings, "issuer">, path: string): string =>
  `${issuer}${path}`;
