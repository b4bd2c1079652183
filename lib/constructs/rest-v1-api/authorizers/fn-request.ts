import { checkList } from "../../../core/check";
import { fail } from "../errors";
import { checkAuthorizerFunction, functionConfig, permitFunction } from "./fn";
import { checkRequestSource } from "./identity-source";
import type { AuthorizerKind } from "./kind";
import type { RestV1ApiFnRequestAuthorizer } from "./props";

export const fnRequestAuthorizer: AuthorizerKind<RestV1ApiFnRequestAuthorizer> = {
  authorization: "CUSTOM",
  authorizerType: "REQUEST",
  keys: ["type", "name", "resultsCacheTtl", "cdk", "function", "identitySources"],
  cdkKeys: ["authorizer", "assumeRole"],
  check(place, props) {
    const { api, prop, isPartial } = place;
    checkAuthorizerFunction(place, props);
    const { identitySources } = props;
    if (identitySources === undefined) {
      if (isPartial) return;
      return fail(api, "authorizer-part-missing", `${prop}.identitySources`, {
        type: "fn_request",
        example: 'identitySources: ["method.request.header.Authorization"]',
      });
    }
    checkList(api, `${prop}.identitySources`, identitySources);
    identitySources.forEach((source, index) => {
      checkRequestSource(api, `${prop}.identitySources[${index}]`, source);
    });
  },
  config(_, props) {
    // Left out, the provider would put the header Authorization there.
    return { ...functionConfig(props), identitySource: props.identitySources?.join(",") };
  },
  permit: permitFunction,
};
