import { Token } from "cdktf";
import { Stack } from "../../../app";
import { checkList } from "../../../core/check";
import { fail } from "../errors";
import { authorizationHeader, checkHeaderSource } from "./identity-source";
import type { AuthorizerKind, AuthorizerPlace } from "./kind";
import type { RestV1ApiUserDirectory, RestV1ApiUserPoolsAuthorizer } from "./props";

export const userPoolsAuthorizer: AuthorizerKind<RestV1ApiUserPoolsAuthorizer> = {
  authorization: "COGNITO_USER_POOLS",
  authorizerType: "COGNITO_USER_POOLS",
  keys: ["type", "name", "resultsCacheTtl", "cdk", "userPoolIds", "identitySource"],
  cdkKeys: ["authorizer"],
  check({ api, prop, isPartial }, { userPoolIds, identitySource }) {
    checkHeaderSource(api, `${prop}.identitySource`, identitySource);
    if (userPoolIds !== undefined) checkList(api, `${prop}.userPoolIds`, userPoolIds);
    if (userPoolIds === undefined || userPoolIds.length === 0) {
      if (isPartial && userPoolIds === undefined) return;
      fail(api, "authorizer-part-missing", `${prop}.userPoolIds`, {
        type: "user_pools",
        example: "userPoolIds: [pool.id]",
      });
    }
    userPoolIds.forEach((pool, index) => {
      const id = idOf(pool);
      if (Token.isUnresolved(id)) return;
      if (typeof id !== "string" || !/^[\w-]+_[0-9A-Za-z]+$/.test(id)) {
        fail(api, "rest-user-pool", `${prop}.userPoolIds[${index}]`, { value: pool });
      }
    });
  },
  config(place, { userPoolIds, identitySource = authorizationHeader }) {
    // The gateway keeps them as a set.
    const arns = userPoolIds && [...new Set(userPoolIds.map((pool) => arnOf(place, idOf(pool))))].sort();
    return { providerArns: arns, identitySource };
  },
};

function idOf(pool: string | RestV1ApiUserDirectory): string {
  return typeof pool === "string" ? pool : pool?.userPoolId;
}

/** An id begins with the region of its pool. */
function arnOf({ api }: AuthorizerPlace, id: string): string {
  const { partition, region, account } = Stack.of(api);
  const ownRegion = Token.isUnresolved(id) ? region : id.slice(0, id.lastIndexOf("_"));
  return `arn:${partition}:cognito-idp:${ownRegion}:${account}:userpool/${id}`;
}
