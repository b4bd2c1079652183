import type { Values } from "../../../model/model";
import { blocks, text } from "../../../model/values";
import type { UserPools } from "../user-pools";

/** The resource servers of a pool, as the app declares them. */
export function resourceServersOf({ model }: UserPools, poolId: string): readonly Values[] {
  return model
    .ofType("aws_cognito_resource_server")
    .map(({ values }) => values)
    .filter((values) => text(values, "user_pool_id") === poolId);
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
