/** The scopes of the user directory's resource server. */
export const scopes = ["notes/read", "notes/write"] as const;

const given = (name: string): string => process.env[name] ?? "";

/** The facts about the app that the functions know. */
export const settings = {
  apiUrl: given("API_URL"),
  signInUrl: given("SIGN_IN_URL"),
  userPoolId: given("USER_POOL_ID"),
  redirectHosts: given("REDIRECT_HOSTS").split(","),
  /** A pool has at most 20 styles, and each client needs one. */
  maxClients: 15,
  tableName: given("TABLE_NAME"),
};
