import { createHash, randomUUID } from "node:crypto";
import { jsonOf } from "../../../facts/text/json";
import { decodePart } from "../../../facts/text/query-string";
import { isSameSecret } from "../../../facts/text/same-secret";
import { isValues, textMap } from "../../../model";
import { signToken } from "../../identities";
import { customScopes } from "../../services/cognito-idp/operations/pools";
import type { ClientSettings } from "../../services/cognito-idp/settings";
import {
  preTokenGeneration,
  refreshTokens,
  requireChain,
  type Tokens,
} from "../../services/cognito-idp/tokens";
import { ServiceError } from "../../services/contract/define-service";
import { jsonAnswer, type PageAnswer, type PageExchange } from "../exchange";
import { requestedScopes } from "./authorization-request";
import { hostedTokens, isCodeGrant } from "./grants";

type Grant = (exchange: PageExchange, client: ClientSettings) => Promise<PageAnswer>;

const grants: Readonly<Record<string, Grant>> = {
  authorization_code: byCode,
  refresh_token: byRefreshToken,
  client_credentials: byCredentials,
};

/** Source: https://docs.aws.amazon.com/cognito/latest/developerguide/token-endpoint.html */
export async function token(exchange: PageExchange): Promise<PageAnswer> {
  const type = exchange.form.get("grant_type") ?? "";
  const run = Object.hasOwn(grants, type) ? grants[type] : undefined;
  if (type === "") return refuse("invalid_request");
  if (run === undefined) return refuse("unsupported_grant_type");
  const client = authenticateClient(exchange);
  if (client === undefined) return refuse("invalid_client");
  try {
    return await run(exchange, client);
  } catch (error) {
    // An invalid token, or a refusal of a trigger.
    if (error instanceof ServiceError) return refuse("invalid_grant", error.message);
    throw error;
  } finally {
    exchange.pools.save();
  }
}

async function byCode({ pool, form }: PageExchange, client: ClientSettings): Promise<PageAnswer> {
  const code = form.get("code") ?? "";
  const found = pool.sessions.find(code, isCodeGrant);
  // A code can be used only once, even incorrectly.
  if (found !== undefined) pool.sessions.end(code);
  const user = found && pool.users.find(found.username);
  if (found === undefined || user === undefined || found.clientId !== client.id)
    return refuse("invalid_grant");
  if (
    form.get("redirect_uri") !== found.redirectUri ||
    !isVerified(found.challenge, form.get("code_verifier"))
  )
    return refuse("invalid_grant");
  const { scopes, nonce, resource } = found;
  return answer(await hostedTokens({ pool, user, client, scopes, nonce, resource }), scopes);
}

/** Source: https://www.rfc-editor.org/rfc/rfc7636#section-4.6 */
function isVerified(challenge: string | undefined, verifier: string | null): boolean {
  if (challenge === undefined) return verifier === null;
  if (verifier === null || !/^[\w.~-]{43,128}$/.test(verifier)) return false;
  return isSameSecret(challenge, createHash("sha256").update(verifier).digest("base64url"));
}

async function byRefreshToken({ pool, form }: PageExchange, client: ClientSettings): Promise<PageAnswer> {
  const given = form.get("refresh_token") ?? "";
  const { chain } = requireChain(pool, client, given);
  return answer(
    await refreshTokens(pool, client, given),
    chain.isHosted === true ? chain.scopes : ["openid"],
  );
}

async function byCredentials(
  { pool, pools, form }: PageExchange,
  client: ClientSettings,
): Promise<PageAnswer> {
  if (client.secret === undefined || !client.oauth.flows.includes("client_credentials"))
    return refuse("unauthorized_client");
  const known = customScopes(pools, client.poolId).filter((scope) => client.oauth.scopes.includes(scope));
  const wanted = form.get("scope") === null ? known : requestedScopes(form.get("scope"), client);
  if (wanted.some((scope) => !known.includes(scope))) return refuse("invalid_scope");
  const groups = { groups: [], roles: [], preferredRole: undefined };
  const content = await preTokenGeneration(
    pool,
    undefined,
    { id: {}, access: {}, scopes: wanted, groups },
    {
      source: "TokenGeneration_ClientCredentials",
      clientId: client.id,
      clientMetadata: clientMetadata(form.get("aws_client_metadata")),
    },
  );
  const issuedAt = Math.floor(pool.clock.now() / 1000);
  const access = signToken(await pool.keys.of(pool.settings.id), {
    sub: client.id,
    token_use: "access",
    scope: content.scopes.join(" "),
    auth_time: issuedAt,
    iss: pool.settings.issuer,
    exp: issuedAt + client.accessSeconds,
    iat: issuedAt,
    version: 2,
    jti: randomUUID(),
    client_id: client.id,
    ...content.access,
  });
  return jsonAnswer(200, { access_token: access, expires_in: client.accessSeconds, token_type: "Bearer" });
}

/** Values for the function that changes tokens, as JSON. */
function clientMetadata(given: string | null): Readonly<Record<string, string>> | undefined {
  const metadata = given === null ? undefined : jsonOf(given);
  return isValues(metadata) ? textMap({ metadata }, "metadata") : undefined;
}

function answer(tokens: Tokens, scopes: readonly string[]): PageAnswer {
  return jsonAnswer(200, {
    ...(scopes.includes("openid") && { id_token: tokens.IdToken }),
    access_token: tokens.AccessToken,
    ...(tokens.RefreshToken !== undefined && { refresh_token: tokens.RefreshToken }),
    expires_in: tokens.ExpiresIn,
    token_type: "Bearer",
  });
}

const refuse = (error: string, description?: string): PageAnswer =>
  jsonAnswer(400, { error, ...(description !== undefined && { error_description: description }) });

/**
 * The client of a request to the token endpoints: by its id, and by its secret if it has one, in the header or in the form.
 * Undefined for others.
 *
 * Source: https://docs.aws.amazon.com/cognito/latest/developerguide/token-endpoint.html
 */
export function authenticateClient({ request, form, pool }: PageExchange): ClientSettings | undefined {
  const basic = /^Basic ([\w+/=-]+)$/i.exec(request.headers.authorization ?? "")?.[1];
  const [id = "", secret = ""] =
    basic === undefined
      ? [form.get("client_id") ?? "", form.get("client_secret") ?? ""]
      : splitOnce(Buffer.from(basic, "base64").toString("utf8")).map(decodePart);
  const client = pool.clients.find(id);
  const named = form.get("client_id");
  if (client === undefined || (named !== null && named !== id)) return undefined;
  if (client.secret === undefined) return secret === "" ? client : undefined;
  return isSameSecret(client.secret, secret) ? client : undefined;
}

function splitOnce(text: string): readonly string[] {
  const at = text.indexOf(":");
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
