import { Token } from "cdktf";
import type { IConstruct } from "constructs";
import { escapeTemplate } from "../../../core/escape";
import { fail } from "../errors";
import { checkAuthorizerFunction, functionConfig, permitFunction } from "./fn";
import { authorizationHeader, checkHeaderSource } from "./identity-source";
import type { AuthorizerKind } from "./kind";
import type { RestV1ApiFnTokenAuthorizer } from "./props";

export const fnTokenAuthorizer: AuthorizerKind<RestV1ApiFnTokenAuthorizer> = {
  authorization: "CUSTOM",
  authorizerType: "TOKEN",
  keys: ["type", "name", "resultsCacheTtl", "cdk", "function", "identitySource", "validationRegex"],
  cdkKeys: ["authorizer", "assumeRole"],
  check(place, props) {
    const { api, prop } = place;
    checkAuthorizerFunction(place, props);
    checkHeaderSource(api, `${prop}.identitySource`, props.identitySource);
    checkRegex(api, `${prop}.validationRegex`, props.validationRegex);
  },
  config(_, props) {
    const { identitySource = authorizationHeader, validationRegex } = props;
    return {
      ...functionConfig(props),
      identitySource,
      identityValidationExpression: validationRegex && escapeTemplate(validationRegex),
    };
  },
  permit: permitFunction,
};

function checkRegex(where: IConstruct, prop: string, value: unknown): void {
  if (value === undefined || Token.isUnresolved(value)) return;
  if (typeof value !== "string" || value === "") {
    fail(where, "prop-invalid", prop, { value, expected: 'a regular expression, such as "^Bearer .+$"' });
  }
  try {
    new RegExp(javaScriptOf(value));
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^.*: /, "") : String(error);
    fail(where, "rest-regex-invalid", prop, { value, reason });
  }
}

/** The gateway's regular expressions are Java's, which also knows flags inside and possessive quantifiers. */
function javaScriptOf(regex: string): string {
  return regex.replace(/\(\?[a-zA-Z-]+\)/g, "").replace(/([*+?}])\+/g, "$1");
}
