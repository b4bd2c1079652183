import { CognitoUserPoolClient } from "@cdktf/provider-aws/lib/cognito-user-pool-client";
import type { Construct, IConstruct } from "constructs";
import { Stack } from "../../app";
import { prefixedName } from "../../app/names/construct-name";
import { regionOfReferenced } from "../../app/references/referenced";
import { checkKeys, checkKind, propKeys } from "../../core/checks/check";
import { knownItems, parseItems } from "../../core/checks/list";
import { refuseValue } from "../../core/errors";
import {
  checkLimit,
  clientIdLimit,
  eachWithin,
  regionLimit,
  userPoolIdLimit,
  within,
} from "../../core/limits";
import { isUnresolved } from "../../core/tokens/unresolved";
import type { AuthorizerDeclaration } from "../authorizer-kind";
import { fail } from "../errors";
import { type AcceptedTokens, checkRecipients } from "./jwt";
import type { ApiUserDirectory, ApiUserPool } from "./props";

/** A user pool whose tokens are accepted. */
export interface PlannedPool {
  readonly id: string;
  readonly region: string;
  /** Undefined: a client is created in the pool. */
  readonly clientIds: readonly string[] | undefined;
  /** The construct that creates the pool and its clients. */
  readonly directory?: ApiUserDirectory | undefined;
}

const poolKeys = propKeys<ApiUserPool>()({
  id: "text",
  clientIds: eachWithin(clientIdLimit),
  region: within(regionLimit),
});

/** Refuses a user pool that cannot issue tokens. Undefined where it is left out and not required. */
export function planUserPool<Config>(
  declaration: AuthorizerDeclaration<Config>,
  userPool: ApiUserPool | ApiUserDirectory | undefined,
  isRequired: boolean,
): PlannedPool | undefined {
  const { api, prop } = declaration;
  if (userPool === undefined) {
    if (!isRequired) return undefined;
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
    const { userPoolId: id } = userPool;
    return {
      id,
      region: poolRegionOf(api, id) ?? region,
      clientIds: clientIdsOf(userPool),
      directory: userPool,
    };
  }
  const at = `${prop}.userPool`;
  checkKeys(api, at, userPool, poolKeys);
  const { id } = userPool;
  const poolRegion = userPool.region ?? poolRegionOf(api, id) ?? region;
  const clientIds = userPool.clientIds && parseItems(api, `${at}.clientIds`, userPool.clientIds);
  if (!id) fail(api, "prop-required", `${at}.id`, { remedy: "Give the id of the user pool." });
  checkLimit(api, `${at}.id`, id, userPoolIdLimit);
  const ownRegion = poolRegionOf(api, id);
  if (ownRegion !== undefined && !isUnresolved(poolRegion) && poolRegion !== ownRegion) {
    fail(api, "user-pool-region", `${at}.region`, { value: poolRegion, id, region: ownRegion });
  }
  if (clientIds?.length === 0) {
    const expected = "the ids of the clients, or leave it out: a client is then created";
    refuseValue(api, `${at}.clientIds`, clientIds, expected);
  }
  if (clientIds === undefined && poolRegion !== region) {
    fail(api, "user-pool-client-region", `${at}.clientIds`, { value: poolRegion, region });
  }
  if (clientIds !== undefined) checkRecipients(api, `${at}.clientIds`, id, knownItems(clientIds));
  return { id, region: poolRegion, clientIds };
}

/** The issuer and the clients. Creates a client if none is given. */
export function tokensOfPool<Config>(
  declaration: AuthorizerDeclaration<Config>,
  scope: Construct,
  { id, region, clientIds }: PlannedPool,
): AcceptedTokens {
  const issuer = `https://cognito-idp.${region}.${Stack.of(declaration.api).urlSuffix}/${id}`;
  return { issuer, audience: [...(clientIds ?? [createClient(declaration, scope, id).id])] };
}

export function isDirectory(userPool: unknown): userPool is ApiUserDirectory {
  return typeof userPool === "object" && userPool !== null && "userPoolClientId" in userPool;
}

/** The clients in which the users of a directory sign in. */
export function clientIdsOf({ userPoolClientId, userPoolClientIds }: ApiUserDirectory): readonly string[] {
  return userPoolClientIds ?? [userPoolClientId];
}

/** The region of a pool, with which its id begins; for a reference, the region of its stack. Undefined if neither is known. */
export function poolRegionOf(api: IConstruct, id: unknown): string | undefined {
  if (typeof id !== "string") return undefined;
  if (isUnresolved(id)) return regionOfReferenced(api, id);
  return /^([a-z]{2}(?:-[a-z]+)+-\d)_/.exec(id)?.[1];
}

/** Creates a client for tokens of this API only, without a secret and without OAuth flows. */
function createClient<Config>(
  { api, name }: AuthorizerDeclaration<Config>,
  scope: Construct,
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
