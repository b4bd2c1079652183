import type { Values } from "../../../../model/resources/model";
import { blocks, text } from "../../../../model/resources/values";
import type { UserPools } from "../user-pools";

/** The resource servers of a pool, as the app declares them. */
export function resourceServersOf({ model }: UserPools, poolId: string): readonly Values[] {
  return model
    .ofType("aws_cognito_resource_server")
    .map(({ values }) => values)
    .filter((values) => text(values, "user_pool_id") === poolId);
}

/** The scopes that clients of a pool may have: those of the service, and those of the resource servers. */
export function knownScopes(pools: UserPools, poolId: string): readonly string[] {
  return [...standardScopes, ...customScopes(pools, poolId)];
}

const standardScopes = ["openid", "email", "phone", "profile", "aws.cognito.signin.user.admin"];

export function customScopes(pools: UserPools, poolId: string): readonly string[] {
  return resourceServersOf(pools, poolId).flatMap((server) =>
    blocks(server, "scope").map((scope) => `${text(server, "identifier")}/${text(scope, "scope_name")}`),
  );
}

export function resourceServerAnswer(values: Values): object {
  return {
    UserPoolId: text(values, "user_pool_id"),
    Identifier: text(values, "identifier"),
    Name: text(values, "name"),
    Scopes: blocks(values, "scope").map((scope) => ({
      ScopeName: text(scope, "scope_name"),
      ScopeDescription: text(scope, "scope_description"),
    })),
  };
}
