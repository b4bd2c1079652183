import {
  Apigatewayv2Authorizer,
  type Apigatewayv2AuthorizerConfig,
} from "@cdktf/provider-aws/lib/apigatewayv2-authorizer";
import { Construct } from "constructs";
import { checkKeys, checkList, isPlainObject } from "../../../core/check";
import { checkOverride, findImport, overlay } from "../../../core/override";
import { quotas } from "../../../core/quotas";
import { fail } from "../errors";
import { functionAuthorizer } from "./fn";
import { jwtAuthorizer } from "./jwt";
import type { AuthorizerKind, AuthorizerPlace } from "./kind";
import type { ApiAuthorizer } from "./props";
import { userPoolAuthorizer } from "./user-pool";

export type {
  ApiAuthorizer,
  ApiFunctionAuthorizer,
  ApiJwtAuthorizer,
  ApiUserDirectory,
  ApiUserPool,
  ApiUserPoolAuthorizer,
} from "./props";

/** Every type of authorizer. */
const kinds = {
  jwt: jwtAuthorizer,
  user_pool: userPoolAuthorizer,
  fn: functionAuthorizer,
} satisfies { [Type in ApiAuthorizer["type"]]: AuthorizerKind<Extract<ApiAuthorizer, { type: Type }>> };

/** What a route with this authorizer says. */
export interface CreatedAuthorizer {
  readonly authorizationType: "JWT" | "CUSTOM";
  readonly authorizerId: string;
}

/** Creates the authorizers of an API, by the names that routes use. */
export function createAuthorizers(
  api: Construct,
  apiId: string,
  executionArn: string,
  authorizers: Readonly<Record<string, ApiAuthorizer>>,
): ReadonlyMap<string, CreatedAuthorizer> {
  const entries = Object.entries(authorizers);
  const { authorizersPerHttpApi: limit } = quotas;
  if (entries.length > limit)
    fail(api, "quota-exceeded", "authorizers", { what: "authorizers", count: entries.length, limit });
  for (const [name, props] of entries) checkAuthorizer(api, name, props);
  return new Map(entries.map(([name, props]) => [name, create(api, apiId, executionArn, name, props)]));
}

function checkAuthorizer(api: Construct, name: string, props: ApiAuthorizer): void {
  const prop = `authorizers["${name}"]`;
  if (name === "none" || name === "iam") fail(api, "authorizer-name-reserved", prop, { name });
  if (!isPlainObject(props))
    fail(api, "prop-invalid", prop, {
      value: props,
      expected: 'an object with type "jwt", "user_pool" or "fn"',
    });
  if (!Object.hasOwn(kinds, props.type)) {
    fail(api, "literal-unknown", `${prop}.type`, { value: props.type, allowed: Object.keys(kinds) });
  }
  checkKeys(api, prop, props, kinds[props.type].keys);
  checkKeys(api, `${prop}.cdk`, props.cdk ?? {}, ["authorizer"]);
  const { identitySource } = props;
  if (identitySource === undefined) return;
  checkList(api, `${prop}.identitySource`, identitySource);
  if (kinds[props.type].authorizationType === "JWT" && identitySource.length !== 1)
    fail(api, "authorizer-identity-source", `${prop}.identitySource`, { value: identitySource });
}

function create(
  api: Construct,
  apiId: string,
  executionArn: string,
  name: string,
  props: ApiAuthorizer,
): CreatedAuthorizer {
  const kind = kinds[props.type] as AuthorizerKind<ApiAuthorizer>;
  const { authorizationType } = kind;
  const prop = `authorizers["${name}"]`;
  const given = props.cdk?.authorizer;
  const imported = findImport<Apigatewayv2Authorizer>(
    api,
    `${prop}.cdk.authorizer`,
    given,
    "aws_apigatewayv2_authorizer",
  );
  if (imported !== undefined) return { authorizationType, authorizerId: imported.id };
  const override = (given ?? {}) as Partial<Apigatewayv2AuthorizerConfig>;
  checkOverride(api, `${prop}.cdk.authorizer`, override, Apigatewayv2Authorizer, {
    rejected: { apiId: "It is the API that the authorizer belongs to." },
  });
  const scope = new Construct(api, `Authorizer_${name}`);
  const isPartial = given !== undefined;
  const place: AuthorizerPlace = { api, scope, name, prop, executionArn, isPartial };
  const { identitySource = ["$request.header.Authorization"] } = props;
  const config = {
    apiId,
    name: props.name ?? name,
    identitySources: identitySource.length === 0 ? undefined : [...identitySource],
    authorizerType: kind.authorizerType,
    ...kind.config(place, props),
  };
  const authorizer = new Apigatewayv2Authorizer(scope, "Authorizer", overlay(config, override));
  kind.permit?.(place, props, authorizer.id);
  return { authorizationType, authorizerId: authorizer.id };
}
