import { formatArn } from "../../../facts/aws/arns";
import { Stack } from "../../../kit/app";
import {
  formatItems,
  isUnknownList,
  isUnresolved,
  parseItems,
  propKeys,
  userPoolIdLimit,
} from "../../../kit/core";
import { authorizerKeys, isPartial, parseResultsCacheTtl, poolRegionOf } from "../../../kit/gateway";
import { fail } from "../errors";
import { authorizationHeader, checkHeaderSource } from "./identity-source";
import type { RestAuthorizerDeclaration, RestAuthorizerKind } from "./kind";
import type { RestV1ApiUserDirectory, RestV1ApiUserPoolsAuthorizer } from "./props";

export const userPoolsAuthorizer: RestAuthorizerKind<RestV1ApiUserPoolsAuthorizer> = {
  authorization: "COGNITO_USER_POOLS",
  takesScopes: true,
  keys: propKeys<RestV1ApiUserPoolsAuthorizer>()({
    ...authorizerKeys,
    resultsCacheTtl: true,
    userPoolIds: "list",
    identitySource: true,
  }),
  tokenSources: ({ userPoolIds }) => (userPoolIds ?? [undefined]).map((directory) => ({ directory })),
  plan(declaration, { userPoolIds, identitySource = authorizationHeader, resultsCacheTtl }) {
    checkHeaderSource(declaration.api, `${declaration.prop}.identitySource`, identitySource);
    // Undefined where the caller's own authorizer or config names the pools.
    const poolIds = parsePools(declaration, userPoolIds);
    const ttlSeconds = parseResultsCacheTtl(declaration, resultsCacheTtl);
    return {
      create: () => ({
        config: {
          type: "COGNITO_USER_POOLS",
          // The gateway keeps them as a set.
          providerArns: poolIds && [...new Set(arnsOf(declaration, poolIds))].sort(),
          identitySource,
          authorizerResultTtlInSeconds: ttlSeconds,
        },
      }),
    };
  },
};

function parsePools(
  declaration: RestAuthorizerDeclaration,
  given: RestV1ApiUserPoolsAuthorizer["userPoolIds"],
): readonly string[] | undefined {
  const { api, prop } = declaration;
  const at = `${prop}.userPoolIds`;
  const list = given && parseItems(api, at, given);
  if (list === undefined || list.length === 0) {
    if (isPartial(declaration) && list === undefined) return undefined;
    return fail(api, "authorizer-part-missing", at, {
      type: "user_pools",
      example: "userPoolIds: [pool.id]",
    });
  }
  if (isUnknownList(list)) return list as readonly string[];
  return list.map((pool, index) => {
    const id = idOf(pool);
    if (typeof id === "string" && (isUnresolved(id) || isPoolId(id))) return id;
    return fail(api, "rest-user-pool", `${at}[${index}]`, { value: pool });
  });
}

const isPoolId = (id: string) => userPoolIdLimit.pattern.test(id) && id.length <= userPoolIdLimit.max;

function idOf(pool: string | RestV1ApiUserDirectory): string {
  return typeof pool === "string" ? pool : pool?.userPoolId;
}

/** The ARNs of pools. An id begins with the region of its pool. */
function arnsOf({ api }: RestAuthorizerDeclaration, ids: readonly string[]): readonly string[] {
  const { partition, region, account } = Stack.of(api);
  const format = (ofPool: string) =>
    formatArn({ partition, region: ofPool, account }, "cognito-idp", "userpool/%s");
  if (isUnknownList(ids)) return formatItems(format(region), ids);
  return ids.flatMap((id) => formatItems(format(poolRegionOf(api, id) ?? region), [id]));
}
