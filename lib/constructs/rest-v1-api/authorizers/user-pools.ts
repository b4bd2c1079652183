import { Token } from "cdktf";
import { Stack } from "../../../app";
import { checkList, propKeys } from "../../../core/check";
import { isPartial, parseResultsCacheTtl } from "../../../gateway";
import { fail } from "../errors";
import { authorizationHeader, checkHeaderSource } from "./identity-source";
import type { RestAuthorizerDeclaration, RestAuthorizerKind, RestAuthorizerPlace } from "./kind";
import type { RestV1ApiUserDirectory, RestV1ApiUserPoolsAuthorizer } from "./props";

interface UserPoolsPlan {
  /** Undefined where the caller's own authorizer or config names the pools. */
  readonly poolIds: readonly string[] | undefined;
  readonly identitySource: string;
  readonly ttlSeconds: number;
}

export const userPoolsAuthorizer: RestAuthorizerKind<RestV1ApiUserPoolsAuthorizer, UserPoolsPlan> = {
  authorization: "COGNITO_USER_POOLS",
  takesScopes: true,
  keys: propKeys<RestV1ApiUserPoolsAuthorizer>()({
    type: true,
    name: "text",
    resultsCacheTtl: true,
    cdk: "map",
    userPoolIds: "list",
    identitySource: true,
  }),
  directories: ({ userPoolIds }) => userPoolIds ?? [undefined],
  check(declaration, { userPoolIds, identitySource = authorizationHeader, resultsCacheTtl }) {
    checkHeaderSource(declaration.api, `${declaration.prop}.identitySource`, identitySource);
    const poolIds = parsePools(declaration, userPoolIds);
    const ttlSeconds = parseResultsCacheTtl(declaration, resultsCacheTtl);
    return { poolIds, identitySource, ttlSeconds };
  },
  config(place, { poolIds, identitySource, ttlSeconds }) {
    return {
      type: "COGNITO_USER_POOLS",
      // The gateway keeps them as a set.
      providerArns: poolIds && [...new Set(poolIds.map((id) => arnOf(place, id)))].sort(),
      identitySource,
      authorizerResultTtlInSeconds: ttlSeconds,
    };
  },
};

function parsePools(
  declaration: RestAuthorizerDeclaration,
  pools: RestV1ApiUserPoolsAuthorizer["userPoolIds"],
): readonly string[] | undefined {
  const { api, prop } = declaration;
  const at = `${prop}.userPoolIds`;
  if (pools !== undefined) checkList(api, at, pools);
  if (pools === undefined || pools.length === 0) {
    if (isPartial(declaration) && pools === undefined) return undefined;
    return fail(api, "authorizer-part-missing", at, {
      type: "user_pools",
      example: "userPoolIds: [pool.id]",
    });
  }
  return pools.map((pool, index) => {
    const id = idOf(pool);
    if (typeof id === "string" && (Token.isUnresolved(id) || /^[\w-]+_[0-9A-Za-z]+$/.test(id))) return id;
    return fail(api, "rest-user-pool", `${at}[${index}]`, { value: pool });
  });
}

function idOf(pool: string | RestV1ApiUserDirectory): string {
  return typeof pool === "string" ? pool : pool?.userPoolId;
}

/** The ARN of a pool, whose id begins with its region. */
function arnOf({ api }: RestAuthorizerPlace, id: string): string {
  const { partition, region, account } = Stack.of(api);
  const ownRegion = Token.isUnresolved(id) ? region : id.slice(0, id.lastIndexOf("_"));
  return `arn:${partition}:cognito-idp:${ownRegion}:${account}:userpool/${id}`;
}
