import { checkKnownList, checkLiteral, propKeys, refuseValue } from "../../../kit/core";
import {
  authorizerKeys,
  checkAuthorizerFunction,
  isPartial,
  parseResultsCacheTtl,
} from "../../../kit/gateway";
import { fail } from "../errors";
import { type ApiAuthorizerKind, parseIdentitySource } from "./kind";
import type { ApiFunctionAuthorizer } from "./props";

export const functionAuthorizer: ApiAuthorizerKind<ApiFunctionAuthorizer> = {
  authorization: "CUSTOM",
  takesScopes: false,
  keys: propKeys<ApiFunctionAuthorizer>()({
    ...authorizerKeys,
    identitySource: true,
    function: true,
    responseTypes: "texts",
    resultsCacheTtl: true,
  }),
  plan(declaration, { function: fn, responseTypes = ["iam"], resultsCacheTtl, identitySource }) {
    const { api, prop } = declaration;
    const identitySources = parseIdentitySource(declaration, identitySource, false);
    checkAuthorizerFunction(declaration, "fn", fn, !isPartial(declaration));
    checkKnownList(api, `${prop}.responseTypes`, responseTypes);
    if (responseTypes.length === 0) {
      const expected = '["iam"] or ["simple"], or leave it out';
      refuseValue(api, `${prop}.responseTypes`, responseTypes, expected);
    }
    for (const type of responseTypes) checkLiteral(api, `${prop}.responseTypes`, type, ["iam", "simple"]);
    const ttlSeconds = parseResultsCacheTtl(declaration, resultsCacheTtl);
    if (ttlSeconds > 0 && identitySources === undefined) {
      fail(api, "authorizer-cache-identity", `${prop}.resultsCacheTtl`, {});
    }
    const isSimple = responseTypes.includes("simple");
    const config = {
      authorizerType: "REQUEST",
      identitySources,
      authorizerUri: fn?.invokeArn,
      authorizerPayloadFormatVersion: isSimple ? "2.0" : "1.0",
      enableSimpleResponses: isSimple ? true : undefined,
      authorizerResultTtlInSeconds: ttlSeconds,
    };
    return { create: () => ({ config, invokes: fn }) };
  },
};
