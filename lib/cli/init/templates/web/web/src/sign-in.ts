const { VITE_SIGN_IN_URL: signInUrl, VITE_CLIENT_ID: clientId } = import.meta.env;
const redirectUri = `${location.origin}/`;

const base64Url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** Goes to the sign-in pages. The code that comes back is useless to other browsers (PKCE). */
export async function signIn(): Promise<void> {
  const verifier = base64Url(crypto.getRandomValues(new Uint8Array(32)));
  sessionStorage.setItem("verifier", verifier);
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: "code",
    scope: "openid email profile",
    redirect_uri: redirectUri,
    code_challenge: base64Url(new Uint8Array(hash)),
    code_challenge_method: "S256",
  });
  location.assign(`${signInUrl}/oauth2/authorize?${query}`);
}

/** The token of a signed-in user, which survives a reload of this tab; undefined for everyone else. */
export async function accessToken(): Promise<string | undefined> {
  const code = new URLSearchParams(location.search).get("code");
  const verifier = sessionStorage.getItem("verifier");
  if (code === null || verifier === null) return storedToken();
  sessionStorage.removeItem("verifier");
  history.replaceState({}, "", "/");
  const response = await fetch(`${signInUrl}/oauth2/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "authorization_code",
      client_id: clientId,
      redirect_uri: redirectUri,
      code,
      code_verifier: verifier,
    }),
  });
  if (!response.ok) return undefined;
  const { access_token, id_token, expires_in } = (await response.json()) as {
    access_token: string;
    id_token: string;
    expires_in: number;
  };
  sessionStorage.setItem("token", access_token);
  sessionStorage.setItem("address", addressIn(id_token));
  sessionStorage.setItem("expires", String(Date.now() + expires_in * 1000));
  return access_token;
}

function storedToken(): string | undefined {
  const isValid = Number(sessionStorage.getItem("expires")) > Date.now();
  return isValid ? (sessionStorage.getItem("token") ?? undefined) : undefined;
}

/** The email address of the signed-in user. */
export const address = () => sessionStorage.getItem("address") ?? "";

/** The address in an id token. The token came from the sign-in pages themselves. */
function addressIn(idToken: string): string {
  const claims = idToken.split(".")[1]?.replaceAll("-", "+").replaceAll("_", "/") ?? "";
  return JSON.parse(atob(claims)).email ?? "";
}

/** Forgets the user in this tab. The sign-in pages may still know the user. */
export function signOut(): void {
  sessionStorage.clear();
  location.assign("/");
}
