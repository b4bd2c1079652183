import { generateUuid, type Model, text, userPoolsOf } from "../../model";
import type { CognitoCaller } from "../wire/local-credentials";
import { requireUserPool } from "./user-pools";

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
  if (user === undefined || userPoolsOf(model).length === 0) {
    const identityId = identityIdOf(identityPoolId, user ?? "guest");
    return { identityPoolId, identityId, amr: [user === undefined ? "unauthenticated" : "authenticated"] };
  }
  const { id, issuer } = requireUserPool(model, pool);
  const provider = issuer.replace("https://", "");
  // The same subject as in the user's tokens.
  const sub = generateUuid(`${id} ${user}`);
  const identityId = identityIdOf(identityPoolId, `${provider} ${sub}`);
  return { identityPoolId, identityId, amr: ["authenticated", provider, `${provider}:CognitoSignIn:${sub}`] };
}

/** The stable id of a user in an identity pool, from the provider and the user's id there. */
export function identityIdOf(identityPoolId: string, user: string): string {
  // Ids of pools and of their identities begin with the region.
  return `${identityPoolId.split(":", 1)[0]}:${generateUuid(`${identityPoolId} ${user}`)}`;
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
