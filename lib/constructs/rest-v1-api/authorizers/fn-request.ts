import { joinItems, knownItems, parseItems, propKeys } from "../../../kit/core";
import { isPartial, parseResultsCacheTtl } from "../../../kit/gateway";
import { fail } from "../errors";
import { checkInvoked, type InvokedAuthorizer, invokedConfig, permitInvoked } from "./fn";
import { checkRequestSource } from "./identity-source";
import type { RestAuthorizerDeclaration, RestAuthorizerKind } from "./kind";
import type { RestV1ApiFnRequestAuthorizer } from "./props";

interface RequestPlan extends InvokedAuthorizer {
  readonly identitySource: string | undefined;
  readonly ttlSeconds: number;
}

export const fnRequestAuthorizer: RestAuthorizerKind<RestV1ApiFnRequestAuthorizer, RequestPlan> = {
  authorization: "CUSTOM",
  takesScopes: false,
  keys: propKeys<RestV1ApiFnRequestAuthorizer>()({
    type: true,
    name: "text",
    resultsCacheTtl: true,
    cdk: "map",
    function: true,
    identitySources: "texts",
  }),
  cdkKeys: ["authorizer", "assumeRole"],
  check(declaration, props) {
    const { api, prop } = declaration;
    const invoked = checkInvoked(declaration, props);
    const { identitySources, resultsCacheTtl } = props;
    const identitySource = parseSources(declaration, identitySources);
    const ttlSeconds = parseResultsCacheTtl(declaration, resultsCacheTtl);
    if (ttlSeconds > 0 && identitySources?.length === 0) {
      fail(api, "rest-identity-cache", `${prop}.resultsCacheTtl`, {});
    }
    return { ...invoked, identitySource, ttlSeconds };
  },
  config(_, plan) {
    return {
      type: "REQUEST",
      ...invokedConfig(plan),
      identitySource: plan.identitySource,
      authorizerResultTtlInSeconds: plan.ttlSeconds,
    };
  },
  permission: permitInvoked,
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
