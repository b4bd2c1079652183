import { joinItems, knownItems, parseItems, propKeys } from "../../../kit/core";
import { authorizerKeys, isPartial, parseResultsCacheTtl } from "../../../kit/gateway";
import { fail } from "../errors";
import { checkInvoked, planInvoked } from "./fn";
import { checkRequestSource } from "./identity-source";
import type { RestAuthorizerDeclaration, RestAuthorizerKind } from "./kind";
import type { RestV1ApiFnRequestAuthorizer } from "./props";

export const fnRequestAuthorizer: RestAuthorizerKind<RestV1ApiFnRequestAuthorizer> = {
  authorization: "CUSTOM",
  takesScopes: false,
  keys: propKeys<RestV1ApiFnRequestAuthorizer>()({
    ...authorizerKeys,
    resultsCacheTtl: true,
    function: true,
    identitySources: "texts",
  }),
  cdkKeys: ["authorizer", "assumeRole"],
  plan(declaration, props) {
    const { api, prop } = declaration;
    checkInvoked(declaration, props);
    const { identitySources, resultsCacheTtl } = props;
    const identitySource = parseSources(declaration, identitySources);
    const ttlSeconds = parseResultsCacheTtl(declaration, resultsCacheTtl);
    if (ttlSeconds > 0 && identitySources?.length === 0) {
      fail(api, "rest-identity-cache", `${prop}.resultsCacheTtl`, {});
    }
    const config = { type: "REQUEST", identitySource, authorizerResultTtlInSeconds: ttlSeconds };
    return planInvoked(declaration, props, config);
  },
};

/** The list as the provider takes it. Empty text means no source; without it the provider would set the header Authorization. */
function parseSources(
  declaration: RestAuthorizerDeclaration,
  sources: readonly string[] | undefined,
): string | undefined {
  const { api, prop } = declaration;
  const at = `${prop}.identitySources`;
  if (sources === undefined) {
    if (isPartial(declaration)) return undefined;
    return fail(api, "authorizer-part-missing", at, {
      type: "fn_request",
      example: 'identitySources: ["method.request.header.Authorization"]',
    });
  }
  const list = parseItems(api, at, sources);
  knownItems(list).forEach((source, index) => {
    checkRequestSource(api, `${at}[${index}]`, source);
  });
  return joinItems(",", list);
}
