import type { Construct } from "constructs";
import { propKeys } from "../../../kit/core";
import {
  authorizerKeys,
  clientIdsOf,
  isDirectory,
  isPartial,
  machineClientIds,
  type PlannedPool,
  planUserPool,
  tokensOfPool,
} from "../../../kit/gateway";
import { type ApiAuthorizerKind, parseIdentitySource } from "./kind";
import type { ApiUserPoolAuthorizer } from "./props";

export const userPoolAuthorizer: ApiAuthorizerKind<ApiUserPoolAuthorizer> = {
  authorization: "JWT",
  takesScopes: true,
  keys: propKeys<ApiUserPoolAuthorizer>()({ ...authorizerKeys, identitySource: true, userPool: true }),
  tokenSources: ({ userPool }) => [
    { directory: userPool, userClientIds: isDirectory(userPool) ? clientIdsOf(userPool) : undefined },
  ],
  plan(declaration, { identitySource, userPool }) {
    const identitySources = parseIdentitySource(declaration, identitySource, true);
    // Undefined where the caller's own authorizer or config names the issuer.
    const pool = planUserPool(declaration, userPool, !isPartial(declaration));
    const namesClients = declaration.override?.jwtConfiguration !== undefined;
    const create = (scope: Construct, of: PlannedPool | undefined) => {
      const jwtConfiguration = of && tokensOfPool(declaration, scope, of);
      return { config: { authorizerType: "JWT", identitySources, jwtConfiguration } };
    };
    return {
      create: (scope) => create(scope, pool),
      forMachines(scopes) {
        if (pool?.directory === undefined || namesClients) return undefined;
        const machineIds = machineClientIds(pool.directory, scopes);
        if (machineIds.length === 0) return undefined;
        const clientIds = [...(pool.clientIds ?? []), ...machineIds];
        return (scope) => create(scope, { ...pool, clientIds });
      },
    };
  },
};
