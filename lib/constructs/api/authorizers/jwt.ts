import { checkKeys, checkList } from "../../../core/check";
import { quotas } from "../../../core/quotas";
import { fail } from "../errors";
import type { AuthorizerKind } from "./kind";
import type { ApiJwtAuthorizer } from "./props";

export const jwtAuthorizer: AuthorizerKind<ApiJwtAuthorizer> = {
  authorizationType: "JWT",
  authorizerType: "JWT",
  keys: ["type", "name", "identitySource", "cdk", "jwt"],
  config({ api, prop, isPartial }, { jwt }) {
    if (jwt === undefined) {
      if (isPartial) return {};
      return fail(api, "authorizer-part-missing", `${prop}.jwt`, {
        type: "jwt",
        example: 'jwt: { issuer: "https://login.example.com", audience: ["my-app"] }',
      });
    }
    checkKeys(api, `${prop}.jwt`, jwt, ["issuer", "audience"]);
    if (!jwt.issuer) {
      fail(api, "prop-required", `${prop}.jwt.issuer`, {
        remedy: 'Name who issues the tokens: "https://login.example.com".',
      });
    }
    if (!jwt.audience || jwt.audience.length === 0) {
      fail(api, "prop-required", `${prop}.jwt.audience`, {
        remedy: 'Name the recipients that tokens are for: ["my-app"].',
      });
    }
    checkList(api, `${prop}.jwt.audience`, jwt.audience);
    const { audiencesPerJwtAuthorizer: limit } = quotas;
    if (jwt.audience.length > limit) {
      fail(api, "quota-exceeded", `${prop}.jwt.audience`, {
        what: "audiences",
        count: jwt.audience.length,
        limit,
      });
    }
    return {
      jwtConfiguration: { issuer: jwt.issuer, audience: [...jwt.audience] },
    };
  },
};
