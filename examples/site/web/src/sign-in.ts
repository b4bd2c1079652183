// Set by the build.
declare const SIGN_IN_URL: string;
declare const CLIENT_ID: string;

const redirectUri = `${location.origin}/`;
const stored = { verifier: "verifier", tokens: "tokens" } as const;

const base64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** The tokens of a signed-in user: for the API, and for the identity pool. */
export interface Tokens {
  readonly access_token: string;
  readonly id_token: string;
}

/** Leads to the sign-in pages. The code that comes back is of use only to this browser (PKCE). */
export async function signIn(): Promise<void> {
  const verifier = base64Url(crypto.getRandomValues(new Uint8Array(32)));
  sessionStorage.setItem(stored.verifier, verifier);
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  const query = new URLSearchParams({
    client_id: CLIENT_ID,
    response_type: "code",
    scope: "openid email profile",
    redirect_uri: redirectUri,
    code_challenge: base64Url(new Uint8Array(hash)),
    code_challenge_method: "S256",
  });
  location.assign(`${SIGN_IN_URL}/oauth2/authorize?${query}`);
}

/** The tokens of a signed-in user, which survive a reload of this tab; undefined for everyone else. */
export async function tokensOfUser(): Promise<Tokens | undefined> {
  const code = new URLSearchParams(location.search).get("code");
  const verifier = sessionStorage.getItem(stored.verifier);
  if (code === null || verifier === null) return storedTokens();
  sessionStorage.removeItem(stored.verifier);
  history.replaceState({}, "", "/");
  const response = await fetch(`${SIGN_IN_URL}/oauth2/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "authorization_code",
      client_id: CLIENT_ID,
      redirect_uri: redirectUri,
      code,
      code_verifier: verifier,
    }),
  });
  if (!response.ok) return undefined;
  const { expires_in, ...tokens } = (await response.json()) as Tokens & { expires_in: number };
  const kept = { ...tokens, until: Date.now() + expires_in * 1000 };
  sessionStorage.setItem(stored.tokens, JSON.stringify(kept));
  return tokens;
}

function storedTokens(): Tokens | undefined {
  const kept = JSON.parse(sessionStorage.getItem(stored.tokens) ?? "null") as
    | (Tokens & { until: number })
    | null;
  return kept !== null && kept.until > Date.now() ? kept : undefined;
}

/** The email address in an id token. The token came from the sign-in pages themselves. */
export function addressIn({ id_token }: Tokens): string {
  const claims = id_token.split(".")[1]?.replaceAll("-", "+").replaceAll("_", "/") ?? "";
  return (JSON.parse(atob(claims)) as { email?: string }).email ?? "";
}

/** Forgets the user in this tab. The sign-in pages may still know the user. */
export function signOut(): void {
  sessionStorage.removeItem(stored.tokens);
  location.assign("/");
}
