import { uncachedJson } from "../../node/requests/gateway-event";
import { type OauthAnswer, OauthRefusal } from "./answer";
import { isSameResource } from "./authorization-request";
import { isStillAccepted, noteUse } from "./clients";
import { createSecret, hashOf, seal, unseal } from "./secrets";
import { type AuthoritySettings, paths } from "./settings";
import type { AuthoritySource, KeptGrant } from "./source";
import type { Entry } from "./store";

/** Refresh tokens of a user pool are valid for 30 days by default. */
const refreshSeconds = 30 * 86_400;

type Exchange = (
  form: URLSearchParams,
  settings: AuthoritySettings,
  source: AuthoritySource,
) => Promise<OauthAnswer>;

const exchanges: Readonly<Record<string, Exchange>> = {
  authorization_code: exchangeCode,
  refresh_token: exchangeRefreshToken,
};

export async function exchangeTokens(
  form: URLSearchParams,
  settings: AuthoritySettings,
  source: AuthoritySource,
): Promise<OauthAnswer> {
  const type = form.get("grant_type") ?? "";
  const exchange = Object.hasOwn(exchanges, type) ? exchanges[type] : undefined;
  if (exchange === undefined) {
    throw new OauthRefusal(
      "unsupported_grant_type",
      `grant_type is not one of: ${Object.keys(exchanges).join(", ")}`,
    );
  }
  return exchange(form, settings, source);
}

async function exchangeCode(
  form: URLSearchParams,
  settings: AuthoritySettings,
  source: AuthoritySource,
): Promise<OauthAnswer> {
  const code = form.get("code") ?? "";
  // A failed attempt also uses up the code.
  const entry = await source.store.take<KeptGrant>("code", hashOf(code));
  const family = entry?.value.family ?? createSecret();
  if (entry !== undefined) {
    const value: KeptGrant = { ...entry.value, family, isUsed: true };
    await source.store.put("code", hashOf(code), { value, expiresAt: source.now() + refreshSeconds });
  }
  if (entry?.value.isUsed === true) throw await reuse(family, source);
  const grant = { ...checkGrant(form, entry), family };
  if (form.get("redirect_uri") !== grant.redirectUri)
    throw invalidGrant("redirect_uri is not that of the code.");
  const tokens = await askPool(settings, source, {
    grant_type: "authorization_code",
    code: unseal(code, grant.sealed),
    redirect_uri: `${settings.issuer}${paths.callback}`,
    code_verifier: form.get("code_verifier") ?? "",
  });
  const expiresAt = source.now() + refreshSeconds;
  const refreshToken = await keepRefreshToken(source, grant, tokens.refresh_token, expiresAt);
  await noteUse(grant.clientId, userOf(tokens), settings, source);
  return uncachedJson(200, {
    ...answerOf(tokens),
    ...(refreshToken !== undefined && { refresh_token: refreshToken }),
  });
}

/**
 * Each refresh token is used once, since a client without a secret cannot prove its identity. If one is used again, the
 * client or a thief has an old one, so all tokens of the sign-in are revoked.
 *
 * Source: https://www.rfc-editor.org/rfc/rfc9700#section-4.14.2
 */
async function exchangeRefreshToken(
  form: URLSearchParams,
  settings: AuthoritySettings,
  source: AuthoritySource,
): Promise<OauthAnswer> {
  const given = form.get("refresh_token") ?? "";
  const { store } = source;
  const entry = await store.find<KeptGrant>("refresh", hashOf(given));
  if (entry?.value.isUsed === true)
    throw await reuse(entry.value.family, source, () => revokeAtPool(given, entry.value, settings, source));
  const kept = checkGrant(form, entry);
  const grant = { ...kept, family: kept.family ?? createSecret() };
  if ((await store.find("family", grant.family)) !== undefined) throw invalidGrant("It was revoked.");
  if (!(await isStillAccepted(grant.clientId, settings, source))) {
    throw new OauthRefusal("invalid_client", "The client is not accepted anymore.", 401);
  }
  const poolToken = unseal(given, grant.sealed);
  const tokens = await askPool(settings, source, { grant_type: "refresh_token", refresh_token: poolToken });
  // The token stays valid if the user pool does not answer; of two concurrent uses, one succeeds.
  const taken = await store.take<KeptGrant>("refresh", hashOf(given));
  const used = { value: { ...grant, isUsed: true }, expiresAt: entry?.expiresAt ?? 0 };
  await store.put("refresh", hashOf(given), used);
  if (taken === undefined || taken.value.isUsed === true) {
    throw await reuse(taken?.value.family ?? grant.family, source, () =>
      revokeAtPool(given, grant, settings, source),
    );
  }
  const next = await keepRefreshToken(
    source,
    grant,
    tokens.refresh_token ?? poolToken,
    entry?.expiresAt ?? 0,
  );
  await noteUse(grant.clientId, userOf(tokens), settings, source);
  return uncachedJson(200, { ...answerOf(tokens), refresh_token: next });
}

/** The answer of the revocation endpoint, which is the same for unknown tokens. Source: https://www.rfc-editor.org/rfc/rfc7009 */
export async function revokeGrant(
  form: URLSearchParams,
  settings: AuthoritySettings,
  source: AuthoritySource,
): Promise<OauthAnswer> {
  const token = form.get("token") ?? "";
  const entry = await source.store.find<KeptGrant>("refresh", hashOf(token));
  if (entry !== undefined && entry.value.clientId === form.get("client_id")) {
    await endFamily(entry.value.family, source);
    await source.store.take<KeptGrant>("refresh", hashOf(token));
    await revokeAtPool(token, entry.value, settings, source);
  }
  return uncachedJson(200, {});
}

/** Revokes all tokens of a sign-in, and returns the refusal of a code or a token that was used before. */
async function reuse(
  family: string | undefined,
  source: AuthoritySource,
  revoke: () => Promise<void> = async () => {},
): Promise<OauthRefusal> {
  await endFamily(family, source);
  await revoke();
  return invalidGrant("It is used already. The user must sign in again.");
}

async function endFamily(family: string | undefined, { store, now }: AuthoritySource): Promise<void> {
  if (family === undefined) return;
  await store.put("family", family, { value: {}, expiresAt: now() + refreshSeconds });
}

async function revokeAtPool(
  token: string,
  { sealed }: KeptGrant,
  { signInUrl, clientId }: AuthoritySettings,
  { postForm }: AuthoritySource,
): Promise<void> {
  await postForm(`${signInUrl}/oauth2/revoke`, { token: unseal(token, sealed), client_id: clientId });
}

function checkGrant(form: URLSearchParams, entry: Entry<KeptGrant> | undefined): KeptGrant {
  if (entry === undefined) throw invalidGrant("It is unknown, used or expired.");
  const { value } = entry;
  if (form.get("client_id") !== value.clientId) throw invalidGrant("It was issued to another client.");
  const resource = form.get("resource");
  if (resource !== null && !isSameResource(resource, value.resource)) {
    throw new OauthRefusal("invalid_target", "resource is not the one that the user has allowed.");
  }
  return value;
}

const invalidGrant = (description: string) => new OauthRefusal("invalid_grant", description);

interface PoolTokens {
  readonly access_token: string;
  readonly refresh_token?: string;
  readonly expires_in: number;
  readonly scope?: string;
}

async function askPool(
  { signInUrl, clientId }: AuthoritySettings,
  { postForm }: AuthoritySource,
  form: Readonly<Record<string, string>>,
): Promise<PoolTokens> {
  const { status, content } = await postForm(`${signInUrl}/oauth2/token`, { ...form, client_id: clientId });
  if (status === 200) return content as unknown as PoolTokens;
  if (status >= 500)
    throw new OauthRefusal("temporarily_unavailable", "The user directory does not answer.", 503);
  throw invalidGrant(`The user directory refuses it: ${String(content.error ?? status)}`);
}

/** The user of an access token that comes from the user pool itself. */
function userOf({ access_token }: PoolTokens): string {
  const [, payload = ""] = access_token.split(".");
  try {
    const { sub } = Object(JSON.parse(Buffer.from(payload, "base64url").toString("utf8"))) as {
      sub?: unknown;
    };
    return typeof sub === "string" ? sub : "";
  } catch {
    return "";
  }
}

const answerOf = ({ access_token, expires_in, scope }: PoolTokens) => ({
  access_token,
  token_type: "Bearer",
  expires_in,
  ...(scope !== undefined && { scope }),
});

async function keepRefreshToken(
  { store }: AuthoritySource,
  { clientId, resource, family }: KeptGrant,
  poolToken: string | undefined,
  expiresAt: number,
): Promise<string | undefined> {
  if (poolToken === undefined) return undefined;
  const token = createSecret();
  const value: KeptGrant = { clientId, resource, family, sealed: seal(token, poolToken) };
  await store.put("refresh", hashOf(token), { value, expiresAt });
  return token;
}
