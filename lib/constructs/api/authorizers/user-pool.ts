import { CognitoUserPoolClient } from "@cdktf/provider-aws/lib/cognito-user-pool-client";
import { Token } from "cdktf";
import { Stack } from "../../../app";
import { prefixedName } from "../../../app/construct-name";
import { checkKeys, checkKind, propKeys } from "../../../core/check";
import { checkEach, checkLimit, clientIdLimit, regionLimit, userPoolIdLimit } from "../../../core/limits";
import { knownItems, parseItems } from "../../../core/list";
import { type AuthorizerPlace, isPartial, machineClientIds } from "../../../gateway";
import { fail } from "../errors";
import {
  type ApiAuthorizerConfig,
  type ApiAuthorizerDeclaration,
  type ApiAuthorizerKind,
  parseIdentitySource,
} from "./kind";
import type { ApiUserDirectory, ApiUserPool, ApiUserPoolAuthorizer } from "./props";

interface UserPoolPlan extends Pick<ApiAuthorizerConfig, "identitySources"> {
  /** Undefined where the caller's own authorizer or config names the issuer. */
  readonly pool: PlannedPool | undefined;
}

interface PlannedPool {
  readonly id: string;
  readonly region: string;
  /** Undefined: a client is created in the pool. */
  readonly clientIds: readonly string[] | undefined;
  /** The construct that creates the pool and its clients. */
  readonly directory?: ApiUserDirectory | undefined;
}

const poolKeys = propKeys<ApiUserPool>()({ id: "text", clientIds: "texts", region: "text" });

export const userPoolAuthorizer: ApiAuthorizerKind<ApiUserPoolAuthorizer, UserPoolPlan> = {
  authorization: "JWT",
  takesScopes: true,
  keys: propKeys<ApiUserPoolAuthorizer>()({
    type: true,
    name: "text",
    identitySource: true,
    cdk: "map",
    userPool: true,
  }),
  tokenSources: ({ userPool }) => [
    { directory: userPool, userClientIds: isDirectory(userPool) ? clientIdsOf(userPool) : undefined },
  ],
  check(declaration, { identitySource, userPool }) {
    const identitySources = parseIdentitySource(declaration, identitySource, true);
    return { identitySources, pool: checkPool(declaration, userPool) };
  },
  config(place, { identitySources, pool }) {
    if (pool === undefined) return { authorizerType: "JWT", identitySources };
    const { id, region, clientIds } = pool;
    const issuer = `https://cognito-idp.${region}.${Stack.of(place.api).urlSuffix}/${id}`;
    const audience = [...(clientIds ?? [createClient(place, id).id])];
    return { authorizerType: "JWT", identitySources, jwtConfiguration: { issuer, audience } };
  },
  forMachines({ pool, identitySources }, scopes) {
    if (pool?.directory === undefined) return undefined;
    const machineIds = machineClientIds(pool.directory, scopes);
    if (machineIds.length === 0) return undefined;
    return { identitySources, pool: { ...pool, clientIds: [...(pool.clientIds ?? []), ...machineIds] } };
  },
};

function checkPool(
  declaration: ApiAuthorizerDeclaration,
  userPool: ApiUserPoolAuthorizer["userPool"],
): PlannedPool | undefined {
  const { api, prop } = declaration;
  if (userPool === undefined) {
    if (isPartial(declaration)) return undefined;
    return fail(api, "authorizer-part-missing", `${prop}.userPool`, {
      type: "user_pool",
      example: "userPool: { id: pool.id, clientIds: [client.id] }",
    });
  }
  const { region } = Stack.of(api);
  if (isDirectory(userPool)) {
    for (const [key, limit] of Object.entries({
      userPoolId: userPoolIdLimit,
      userPoolClientId: clientIdLimit,
    })) {
      const value = userPool[key as keyof ApiUserDirectory];
      checkKind(api, `${prop}.userPool.${key}`, value, "text");
      checkLimit(api, `${prop}.userPool.${key}`, value, limit);
    }
    const directory = declaration.override?.jwtConfiguration === undefined ? userPool : undefined;
    const { userPoolId: id } = userPool;
    return { id, region: poolRegionOf(id) ?? region, clientIds: clientIdsOf(userPool), directory };
  }
  const at = `${prop}.userPool`;
  checkKeys(api, at, userPool, poolKeys);
  const { id } = userPool;
  const poolRegion = userPool.region ?? poolRegionOf(id) ?? region;
  const clientIds = userPool.clientIds && parseItems(api, `${at}.clientIds`, userPool.clientIds);
  if (!id) fail(api, "prop-required", `${at}.id`, { remedy: "Give the id of the user pool." });
  checkLimit(api, `${at}.id`, id, userPoolIdLimit);
  checkEach(api, `${at}.clientIds`, clientIds && knownItems(clientIds), clientIdLimit);
  checkLimit(api, `${at}.region`, userPool.region, regionLimit);
  const ownRegion = poolRegionOf(id);
  if (ownRegion !== undefined && !Token.isUnresolved(poolRegion) && poolRegion !== ownRegion) {
    fail(api, "user-pool-region", `${at}.region`, { value: poolRegion, id, region: ownRegion });
  }
  if (clientIds?.length === 0) {
    fail(api, "prop-invalid", `${at}.clientIds`, {
      value: clientIds,
      expected: "the ids of the clients, or leave it out: a client is then created",
    });
  }
  if (clientIds === undefined && poolRegion !== region) {
    fail(api, "user-pool-client-region", `${at}.clientIds`, { value: poolRegion, region });
  }
  return { id, region: poolRegion, clientIds };
}

function isDirectory(userPool: ApiUserPoolAuthorizer["userPool"]): userPool is ApiUserDirectory {
  return typeof userPool === "object" && userPool !== null && "userPoolClientId" in userPool;
}

function clientIdsOf({ userPoolClientId, userPoolClientIds }: ApiUserDirectory): readonly string[] {
  return userPoolClientIds ?? [userPoolClientId];
}

/** The region of a pool, with which its id begins; undefined for a reference. */
function poolRegionOf(id: unknown): string | undefined {
  if (typeof id !== "string" || Token.isUnresolved(id)) return undefined;
  return /^([a-z]{2}(?:-[a-z]+)+-\d)_/.exec(id)?.[1];
}

/** Creates a client for tokens of this API only, without a secret and without OAuth flows. */
function createClient(
  { api, scope, name }: AuthorizerPlace<ApiAuthorizerConfig>,
  userPoolId: string,
): CognitoUserPoolClient {
  return new CognitoUserPoolClient(scope, "Client", {
    name: `${prefixedName(api)}-${name}`,
    userPoolId,
    explicitAuthFlows: ["ALLOW_REFRESH_TOKEN_AUTH", "ALLOW_USER_SRP_AUTH"],
    preventUserExistenceErrors: "ENABLED",
    enableTokenRevocation: true,
    supportedIdentityProviders: ["COGNITO"],
  });
}
