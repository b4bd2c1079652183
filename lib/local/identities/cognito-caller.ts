import type { IncomingHttpHeaders } from "node:http";
import { jsonOf } from "../json";
import { generateUuid } from "../model/generated-id";
import type { Model } from "../model/model";
import { isValues, text } from "../model/values";
import { requireUserPool, userPoolsOf } from "./user-pools";

/** A user who signs requests with the credentials of an identity pool, as events show the user. */
export interface CognitoCaller {
  readonly identityPoolId: string;
  readonly identityId: string;
  /** `["authenticated", "<pool>", "<pool>:CognitoSignIn:<sub>"]`, or `["unauthenticated"]`. */
  readonly amr: readonly string[];
}

/** What the session tokens of local users begin with. Those of functions have no user. */
const prefix = "LOCALUSER.";

/**
 * The identity of a user in the app's identity pool; undefined without one.
 *
 * @param user - undefined: a guest
 */
export function cognitoCaller(
  model: Model,
  user: string | undefined,
  pool: string | undefined,
): CognitoCaller | undefined {
  const [identityPool] = model.ofType("aws_cognito_identity_pool");
  const identityPoolId = identityPool && text(identityPool.values, "id");
  if (identityPoolId === undefined) return undefined;
  const identityId = `${model.region}:${generateUuid(`${identityPoolId} ${user ?? "guest"}`)}`;
  if (user === undefined || userPoolsOf(model).length === 0) {
    return { identityPoolId, identityId, amr: [user === undefined ? "unauthenticated" : "authenticated"] };
  }
  const { id, issuer } = requireUserPool(model, pool);
  const provider = issuer.replace("https://", "");
  // The same subject as in the user's tokens.
  const sub = generateUuid(`${id} ${user}`);
  return { identityPoolId, identityId, amr: ["authenticated", provider, `${provider}:CognitoSignIn:${sub}`] };
}

/** The session token of a user's credentials. It is for this machine, so it is not signed. */
export function sessionTokenOf(caller: CognitoCaller): string {
  return prefix + Buffer.from(JSON.stringify(caller)).toString("base64url");
}

/** The user in the session token of a signed request; undefined for other callers. */
export function callerOf(headers: IncomingHttpHeaders, rawQuery: string): CognitoCaller | undefined {
  const header = headers["x-amz-security-token"];
  const token =
    typeof header === "string" ? header : new URLSearchParams(rawQuery).get("X-Amz-Security-Token");
  if (token === null || !token.startsWith(prefix)) return undefined;
  const caller = jsonOf(Buffer.from(token.slice(prefix.length), "base64url").toString("utf8"));
  if (!isValues(caller) || !Array.isArray(caller.amr)) return undefined;
  const { identityPoolId, identityId, amr } = caller;
  if (typeof identityPoolId !== "string" || typeof identityId !== "string") return undefined;
  return { identityPoolId, identityId, amr: amr.map(String) };
}

/** The members of `requestContext.identity` in events of format 1.0 and of REST APIs. */
export function identityMembers(caller: CognitoCaller | undefined) {
  const [type = null, ...providers] = caller?.amr ?? [];
  return {
    cognitoAuthenticationProvider: providers.length === 0 ? null : providers.join(","),
    cognitoAuthenticationType: type,
    cognitoIdentityId: caller?.identityId ?? null,
    cognitoIdentityPoolId: caller?.identityPoolId ?? null,
  };
}
