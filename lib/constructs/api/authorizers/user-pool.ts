import { CognitoUserPoolClient } from "@cdktf/provider-aws/lib/cognito-user-pool-client";
import { Stack } from "../../../app";
import { checkKeys, checkList } from "../../../core/check";
import { fail } from "../errors";
import type { AuthorizerKind, AuthorizerPlace } from "./kind";
import type { ApiUserPoolAuthorizer } from "./props";

export const userPoolAuthorizer: AuthorizerKind<ApiUserPoolAuthorizer> = {
  authorizationType: "JWT",
  authorizerType: "JWT",
  keys: ["type", "name", "identitySource", "cdk", "userPool"],
  config(place, { userPool }) {
    const { api, prop, isPartial } = place;
    if (userPool === undefined) {
      if (isPartial) return {};
      return fail(api, "authorizer-part-missing", `${prop}.userPool`, {
        type: "user_pool",
        example: "userPool: { id: pool.id, clientIds: [client.id] }",
      });
    }
    const { region, urlSuffix } = Stack.of(api);
    if ("userPoolClientId" in userPool) {
      const { userPoolId, userPoolClientId } = userPool;
      return jwtOfPool({ region, urlSuffix, id: userPoolId, audience: [userPoolClientId] });
    }
    checkKeys(api, `${prop}.userPool`, userPool, ["id", "clientIds", "region"]);
    if (!userPool.id)
      fail(api, "prop-required", `${prop}.userPool.id`, { remedy: "Give the id of the user pool." });
    if (userPool.clientIds?.length === 0) {
      fail(api, "prop-invalid", `${prop}.userPool.clientIds`, {
        value: userPool.clientIds,
        expected: "the ids of the clients, or leave it out: a client is then created",
      });
    }
    const { id, region: poolRegion = region, clientIds } = userPool;
    if (clientIds === undefined && poolRegion !== region) {
      fail(api, "user-pool-client-region", `${prop}.userPool.clientIds`, { value: poolRegion, region });
    }
    checkList(api, `${prop}.userPool.clientIds`, clientIds ?? []);
    const audience = clientIds ?? [createClient(place, id).id];
    return jwtOfPool({ region: poolRegion, urlSuffix, id, audience });
  },
};

function jwtOfPool(pool: {
  readonly region: string;
  readonly urlSuffix: string;
  readonly id: string;
  readonly audience: readonly string[];
}) {
  const issuer = `https://cognito-idp.${pool.region}.${pool.urlSuffix}/${pool.id}`;
  return { jwtConfiguration: { issuer, audience: [...pool.audience] } };
}

/** A client for tokens of this API only: no secret, no OAuth flow. */
function createClient({ api, scope, name }: AuthorizerPlace, userPoolId: string): CognitoUserPoolClient {
  return new CognitoUserPoolClient(scope, "Client", {
    name: Stack.of(api).app.logicalPrefixedName(`${api.node.id}-${name}`),
    userPoolId,
    explicitAuthFlows: ["ALLOW_REFRESH_TOKEN_AUTH", "ALLOW_USER_SRP_AUTH"],
    preventUserExistenceErrors: "ENABLED",
    enableTokenRevocation: true,
    supportedIdentityProviders: ["COGNITO"],
  });
}
