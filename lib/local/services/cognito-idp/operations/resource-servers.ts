import { blocks, text, type Values } from "../../../../model";
import { described } from "../../contract/described";
import { refusals } from "../errors";
import type { UserPools } from "../user-pools";
import { pageOf } from "./answers";
import { model, type Operations } from "./contract";

/** Resource servers. */
export const resourceServerOperations = {
  ListResourceServers: (pools, { UserPoolId, MaxResults, NextToken }) => {
    pools.requirePool(UserPoolId);
    const { items, next } = pageOf(resourceServersOf(pools, UserPoolId), NextToken, MaxResults, 50);
    return {
      ResourceServers: items.map(resourceServerAnswer),
      NextToken: next,
    };
  },
  DescribeResourceServer: (pools, { UserPoolId, Identifier }) => {
    pools.requirePool(UserPoolId);
    const found = resourceServersOf(pools, UserPoolId).find(
      (each) => text(each, "identifier") === Identifier,
    );
    if (found === undefined) throw refusals.noResource(`Resource server ${Identifier} does not exist.`);
    return { ResourceServer: resourceServerAnswer(found) };
  },
} satisfies Operations;

/** The resource servers of a pool, as the app declares them. */
function resourceServersOf({ model }: UserPools, poolId: string): readonly Values[] {
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

const resourceServerAnswer = (values: Values): object =>
  described(model.members("structures", "ResourceServerType"), values);
