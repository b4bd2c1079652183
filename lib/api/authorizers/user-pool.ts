import { CognitoUserPoolClient } from "@cdktf/provider-aws/lib/cognito-user-pool-client";
import { Stack } from "../../app";
import { checkKeys } from "../../shared/check";
import { fail } from "../../shared/errors";
import type { AuthorizerKind, AuthorizerPlace } from "./kind";
import type { ApiUserPoolAuthorizer } from "./props";

export const userPoolAuthorizer: AuthorizerKind<ApiUserPoolAuthorizer> = {
  authorizationType: "JWT",
  authorizerType: "JWT",
  part: "userPool",
  keys: ["type", "name", "identitySource", "cdk", "userPool"],
  config(place, { userPool }) {
    const { api, prop } = place;
    if (userPool === undefined) {
      return fail(api, "authorizer-part-missing", `${prop}.userPool`, {
        type: "user_pool",
        example: "userPool: { id: pool.id, clientIds: [client.id] }",
      });
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
    const { region, urlSuffix } = Stack.of(api);
    const audience = userPool.clientIds ?? [createClient(place, userPool.id).id];
    return {
      jwtConfiguration: {
        issuer: `https://cognito-idp.${userPool.region ?? region}.${urlSuffix}/${userPool.id}`,
        audience: [...audience],
      },
    };
  },
};

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
