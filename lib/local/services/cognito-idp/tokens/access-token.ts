import { createVerify } from "node:crypto";
import { jsonOf } from "../../../../facts/text/json";
import { isValues, number, text, type Values } from "../../../../model";
import { refusals } from "../errors";
import type { Pool } from "../pool";
import type { User } from "../state/user";
import { ownDataScope } from "./issue-tokens";

/** The user of an access token. */
export interface TokenHolder {
  readonly user: User;
  readonly clientId: string;
  readonly claims: Values;
}

/** The claims of a token, not verified; undefined for other text. */
export function claimsIn(token: string): Values | undefined {
  const [, payload = ""] = token.split(".");
  const claims = jsonOf(Buffer.from(payload, "base64url").toString("utf8"));
  return isValues(claims) ? claims : undefined;
}

/** The user of an access token of a pool. Throws what the service answers to a token that it does not accept. */
export async function holderOf(pool: Pool, token: string, scope = ownDataScope): Promise<TokenHolder> {
  const claims = claimsIn(token);
  const [header = "", payload = "", signature = ""] = token.split(".");
  const key = await pool.keys.of(pool.settings.id);
  const head = jsonOf(Buffer.from(header, "base64url").toString("utf8"));
  const isSigned =
    isValues(head) &&
    head.alg === "RS256" &&
    createVerify("RSA-SHA256").update(`${header}.${payload}`).verify(key.privateKey, signature, "base64url");
  if (claims === undefined || !isSigned || text(claims, "token_use") !== "access")
    throw refusals.notAuthorized("Invalid Access Token");
  if (pool.clock.now() / 1000 >= (number(claims, "exp") ?? 0))
    throw refusals.notAuthorized("Access Token has expired");
  const user = pool.users.find(text(claims, "username") ?? "");
  // A user who was deleted and came back is another one.
  if (user === undefined || user.sub !== text(claims, "sub")) throw refusals.noUser();
  if (isRevoked(user, claims)) throw refusals.notAuthorized("Access Token has been revoked");
  if (!user.isEnabled) throw refusals.disabled();
  const scopes = (text(claims, "scope") ?? "").split(" ");
  if (!scopes.includes(scope)) throw refusals.notAuthorized("Access Token does not have required scopes");
  return { user, claims, clientId: text(claims, "client_id") ?? "" };
}

function isRevoked(user: User, claims: Values): boolean {
  const chain = user.chains.find(({ id }) => id === text(claims, "origin_jti"));
  return chain?.revokedAt !== undefined || (number(claims, "iat") ?? 0) < user.validSince;
}
