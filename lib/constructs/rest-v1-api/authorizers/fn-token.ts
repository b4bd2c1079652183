import type { IConstruct } from "constructs";
import { escapeTemplate, isUnresolved, javaRegexProblem, propKeys, refuseValue } from "../../../kit/core";
import { authorizerKeys, parseResultsCacheTtl } from "../../../kit/gateway";
import { fail } from "../errors";
import { checkInvoked, planInvoked } from "./fn";
import { authorizationHeader, checkHeaderSource } from "./identity-source";
import type { RestAuthorizerKind } from "./kind";
import type { RestV1ApiFnTokenAuthorizer } from "./props";

export const fnTokenAuthorizer: RestAuthorizerKind<RestV1ApiFnTokenAuthorizer> = {
  authorization: "CUSTOM",
  takesScopes: false,
  keys: propKeys<RestV1ApiFnTokenAuthorizer>()({
    ...authorizerKeys,
    resultsCacheTtl: true,
    function: true,
    identitySource: true,
    validationRegex: "text",
  }),
  cdkKeys: ["authorizer", "assumeRole"],
  plan(declaration, props) {
    const { api, prop } = declaration;
    const { identitySource = authorizationHeader, validationRegex, resultsCacheTtl } = props;
    checkInvoked(declaration, props);
    checkHeaderSource(api, `${prop}.identitySource`, identitySource);
    checkRegex(api, `${prop}.validationRegex`, validationRegex);
    const ttlSeconds = parseResultsCacheTtl(declaration, resultsCacheTtl);
    return planInvoked(declaration, props, {
      type: "TOKEN",
      identitySource,
      identityValidationExpression: validationRegex && escapeTemplate(validationRegex),
      authorizerResultTtlInSeconds: ttlSeconds,
    });
  },
};

function checkRegex(where: IConstruct, prop: string, value: unknown): void {
  if (value === undefined || isUnresolved(value)) return;
  if (typeof value !== "string" || value === "") {
    refuseValue(where, prop, value, 'a regular expression, such as "^Bearer .+$"');
  }
  const reason = javaRegexProblem(value);
  if (reason !== undefined) fail(where, "rest-regex-invalid", prop, { value, reason });
}
