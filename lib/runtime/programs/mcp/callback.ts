import { type OauthAnswer, OauthRefusal, redirect } from "./answer";
import { returnTo } from "./authorization-request";
import { createSecret, hashOf, seal } from "./secrets";
import type { AuthoritySettings } from "./settings";
import type { AuthoritySource, Flow, KeptGrant } from "./source";

/** A client exchanges its code at once. */
const codeSeconds = 120;

/** The answer when the sign-in pages send the user back: takes a code of this authority to the client. */
export async function finishSignIn(
  query: URLSearchParams,
  cookie: string | undefined,
  { issuer }: AuthoritySettings,
  { store, now }: AuthoritySource,
): Promise<OauthAnswer> {
  const entry = await store.take<Flow>("flow", hashOf(query.get("state") ?? ""));
  // Otherwise an attacker could begin a sign-in that this user finishes for the attacker's app.
  if (entry === undefined || cookie === undefined || hashOf(cookie) !== entry.value.browser) {
    throw new OauthRefusal(
      "invalid_request",
      "The sign-in has expired, or began in another browser. Start again in the app.",
    );
  }
  const { clientId, resource, redirectUri } = entry.value;
  const poolCode = query.get("code");
  if (poolCode === null) {
    const error = query.get("error") ?? "server_error";
    const description = query.get("error_description");
    return redirect(
      returnTo(entry.value, issuer, {
        error,
        ...(description !== null && { error_description: description }),
      }),
    );
  }
  const code = createSecret();
  const value: KeptGrant = { clientId, resource, redirectUri, sealed: seal(code, poolCode) };
  await store.put("code", hashOf(code), { value, expiresAt: now() + codeSeconds });
  return redirect(returnTo(entry.value, issuer, { code }));
}
