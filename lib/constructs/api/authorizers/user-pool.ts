import { propKeys } from "../../../kit/core";
import {
  clientIdsOf,
  isDirectory,
  isPartial,
  machineClientIds,
  type PlannedPool,
  planUserPool,
  tokensOfPool,
} from "../../../kit/gateway";
import { type ApiAuthorizerConfig, type ApiAuthorizerKind, parseIdentitySource } from "./kind";
import type { ApiUserPoolAuthorizer } from "./props";

interface UserPoolPlan extends Pick<ApiAuthorizerConfig, "identitySources"> {
  /** Undefined where the caller's own authorizer or config names the issuer. */
  readonly pool: PlannedPool | undefined;
}

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
    const pool = planUserPool(declaration, userPool, !isPartial(declaration));
    const namesClients = declaration.override?.jwtConfiguration !== undefined;
    return { identitySources, pool: pool && namesClients ? { ...pool, directory: undefined } : pool };
  },
  config(place, { identitySources, pool }) {
    if (pool === undefined) return { authorizerType: "JWT", identitySources };
    return { authorizerType: "JWT", identitySources, jwtConfiguration: tokensOfPool(place, pool) };
  },
  forMachines({ pool, identitySources }, scopes) {
    if (pool?.directory === undefined) return undefined;
    const machineIds = machineClientIds(pool.directory, scopes);
    if (machineIds.length === 0) return undefined;
    return { identitySources, pool: { ...pool, clientIds: [...(pool.clientIds ?? []), ...machineIds] } };
  },
};
