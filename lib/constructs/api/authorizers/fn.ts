import { checkKnownList, checkLiteral, propKeys } from "../../../kit/core";
import {
  checkAuthorizerFunction,
  isPartial,
  parseResultsCacheTtl,
  permitAuthorizer,
} from "../../../kit/gateway";
import { fail } from "../errors";
import { type ApiAuthorizerKind, parseIdentitySource } from "./kind";
import type { ApiFunctionAuthorizer } from "./props";

interface FunctionPlan extends Pick<ApiFunctionAuthorizer, "function"> {
  readonly identitySources: string[] | undefined;
  /** Whether the function returns `{ isAuthorized }`. */
  readonly isSimple: boolean;
  readonly ttlSeconds: number;
}

export const functionAuthorizer: ApiAuthorizerKind<ApiFunctionAuthorizer, FunctionPlan> = {
  authorization: "CUSTOM",
  takesScopes: false,
  keys: propKeys<ApiFunctionAuthorizer>()({
    type: true,
    name: "text",
    identitySource: true,
    cdk: "map",
    function: true,
    responseTypes: "texts",
    resultsCacheTtl: true,
  }),
  check(declaration, { function: fn, responseTypes = ["iam"], resultsCacheTtl, identitySource }) {
    const { api, prop } = declaration;
    const identitySources = parseIdentitySource(declaration, identitySource, false);
    checkAuthorizerFunction(declaration, "fn", fn, !isPartial(declaration));
    checkKnownList(api, `${prop}.responseTypes`, responseTypes);
    if (responseTypes.length === 0) {
      const expected = '["iam"] or ["simple"], or leave it out';
      fail(api, "prop-invalid", `${prop}.responseTypes`, { value: responseTypes, expected });
    }
    for (const type of responseTypes) checkLiteral(api, `${prop}.responseTypes`, type, ["iam", "simple"]);
    const ttlSeconds = parseResultsCacheTtl(declaration, resultsCacheTtl);
    if (ttlSeconds > 0 && identitySources === undefined) {
      fail(api, "authorizer-cache-identity", `${prop}.resultsCacheTtl`, {});
    }
    return { function: fn, identitySources, isSimple: responseTypes.includes("simple"), ttlSeconds };
  },
  config(_, { function: fn, identitySources, isSimple, ttlSeconds }) {
    return {
      authorizerType: "REQUEST",
      identitySources,
      authorizerUri: fn?.invokeArn,
      authorizerPayloadFormatVersion: isSimple ? "2.0" : "1.0",
      enableSimpleResponses: isSimple ? true : undefined,
      authorizerResultTtlInSeconds: ttlSeconds,
    };
  },
  permission(place, { function: fn }, authorizerId) {
    return fn && permitAuthorizer(place, fn, authorizerId);
  },
};
