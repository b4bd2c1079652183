// Set by the build.
declare const SIGN_IN_URL: string;
declare const CLIENT_ID: string;

const redirectUri = `${location.origin}/`;
const stored = "verifier";

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
  sessionStorage.setItem(stored, verifier);
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

/** The tokens of a user who comes back from the sign-in pages; undefined for everyone else. */
export async function tokensOfUser(): Promise<Tokens | undefined> {
  const code = new URLSearchParams(location.search).get("code");
  const verifier = sessionStorage.getItem(stored);
  if (code === null || verifier === null) return undefined;
  sessionStorage.removeItem(stored);
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
  return response.ok ? ((await response.json()) as Tokens) : undefined;
}
