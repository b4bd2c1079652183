import {
  ApiGatewayAuthorizer,
  type ApiGatewayAuthorizerConfig,
} from "@cdktf/provider-aws/lib/api-gateway-authorizer";
import type { DataAwsApiGatewayAuthorizer } from "@cdktf/provider-aws/lib/data-aws-api-gateway-authorizer";
import { Construct } from "constructs";
import { checkKeys, isPlainObject } from "../../../core/check";
import { parseDuration } from "../../../core/duration";
import { checkOverride, findImport, overlay } from "../../../core/override";
import { quotas } from "../../../core/quotas";
import { fail } from "../errors";
import { fnRequestAuthorizer } from "./fn-request";
import { fnTokenAuthorizer } from "./fn-token";
import type { AuthorizerKind, AuthorizerPlace } from "./kind";
import type { RestV1ApiAuthorizer } from "./props";
import { userPoolsAuthorizer } from "./user-pools";

export type {
  RestV1ApiAuthorizer,
  RestV1ApiFnRequestAuthorizer,
  RestV1ApiFnTokenAuthorizer,
  RestV1ApiUserDirectory,
  RestV1ApiUserPoolsAuthorizer,
} from "./props";

/** Every type of authorizer. */
const kinds = {
  user_pools: userPoolsAuthorizer,
  fn_token: fnTokenAuthorizer,
  fn_request: fnRequestAuthorizer,
} satisfies {
  [Type in RestV1ApiAuthorizer["type"]]: AuthorizerKind<Extract<RestV1ApiAuthorizer, { type: Type }>>;
};

const authorizerType = "aws_api_gateway_authorizer";

/** What a method with this authorizer says. */
export interface CreatedAuthorizer {
  readonly authorization: "COGNITO_USER_POOLS" | "CUSTOM";
  readonly authorizerId: string;
}

/** Creates the authorizers of an API, by the names that routes use; checks all of them first. */
export function createAuthorizers(
  api: Construct,
  restApi: { readonly id: string; readonly executionArn: string },
  authorizers: Readonly<Record<string, RestV1ApiAuthorizer>>,
): ReadonlyMap<string, CreatedAuthorizer> {
  const entries = Object.entries(authorizers);
  const { authorizersPerRestApi: limit } = quotas;
  if (entries.length > limit) {
    fail(api, "quota-exceeded", "authorizers", { what: "authorizers", count: entries.length, limit });
  }
  for (const [name, props] of entries) checkAuthorizer(api, name, props);
  return new Map(entries.map(([name, props]) => [name, create(api, restApi, name, props)]));
}

function kindOf({ type }: RestV1ApiAuthorizer): AuthorizerKind<RestV1ApiAuthorizer> {
  return kinds[type] as unknown as AuthorizerKind<RestV1ApiAuthorizer>;
}

function checkAuthorizer(api: Construct, name: string, props: RestV1ApiAuthorizer): void {
  const prop = `authorizers["${name}"]`;
  if (name === "none" || name === "iam") fail(api, "authorizer-name-reserved", prop, { name });
  if (!isPlainObject(props)) {
    const expected = 'an object with type "user_pools", "fn_token" or "fn_request"';
    fail(api, "prop-invalid", prop, { value: props, expected });
  }
  if (!Object.hasOwn(kinds, props.type)) {
    fail(api, "literal-unknown", `${prop}.type`, { value: props.type, allowed: Object.keys(kinds) });
  }
  const kind = kindOf(props);
  checkKeys(api, prop, props, kind.keys as readonly string[]);
  checkKeys(api, `${prop}.cdk`, props.cdk ?? {}, kind.cdkKeys);
  const given = props.cdk?.authorizer;
  kind.check({ api, prop, isPartial: given !== undefined }, props);
  checkTtl(api, prop, props);
  if (given === undefined) return;
  const at = `${prop}.cdk.authorizer`;
  if (findImport(api, at, given, authorizerType) !== undefined) return;
  checkOverride(api, at, given, ApiGatewayAuthorizer, {
    rejected: {
      restApiId: "It is the API that the authorizer belongs to.",
      type: `It follows from ${prop}.type.`,
    },
  });
}

function checkTtl(api: Construct, prop: string, props: RestV1ApiAuthorizer): void {
  const at = `${prop}.resultsCacheTtl`;
  const seconds = ttlOf(api, prop, props);
  const { authorizerCacheSeconds: limit } = quotas;
  if (seconds > limit) {
    fail(api, "out-of-range", at, { value: props.resultsCacheTtl, range: "0 seconds to 1 hour" });
  }
  if (seconds > 0 && props.type === "fn_request" && props.identitySources?.length === 0) {
    fail(api, "rest-identity-cache", at, {});
  }
}

function ttlOf(api: Construct, prop: string, { resultsCacheTtl }: RestV1ApiAuthorizer): number {
  return resultsCacheTtl === undefined ? 0 : parseDuration(api, `${prop}.resultsCacheTtl`, resultsCacheTtl);
}

function create(
  api: Construct,
  restApi: { readonly id: string; readonly executionArn: string },
  name: string,
  props: RestV1ApiAuthorizer,
): CreatedAuthorizer {
  const kind = kindOf(props);
  const { authorization } = kind;
  const prop = `authorizers["${name}"]`;
  const given = props.cdk?.authorizer;
  const imported = findImport<ApiGatewayAuthorizer>(api, `${prop}.cdk.authorizer`, given, authorizerType);
  if (imported !== undefined) return { authorization, authorizerId: idOf(imported) };
  const scope = new Construct(api, `Authorizer_${name}`);
  const { executionArn } = restApi;
  const place: AuthorizerPlace = { api, scope, prop, executionArn, isPartial: given !== undefined };
  const config: ApiGatewayAuthorizerConfig = {
    restApiId: restApi.id,
    name: props.name ?? name,
    type: kind.authorizerType,
    authorizerResultTtlInSeconds: ttlOf(api, prop, props),
    ...kind.config(place, props),
  };
  const authorizer = new ApiGatewayAuthorizer(scope, "Authorizer", overlay(config, given));
  kind.permit?.(place, props, authorizer.id);
  return { authorization, authorizerId: authorizer.id };
}

/** Of a data source, the id is that of the API too. */
function idOf(authorizer: ApiGatewayAuthorizer | DataAwsApiGatewayAuthorizer): string {
  return "authorizerId" in authorizer ? authorizer.authorizerId : authorizer.id;
}
