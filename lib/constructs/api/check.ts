import {
  Apigatewayv2Api,
  type Apigatewayv2ApiCorsConfiguration,
} from "@cdktf/provider-aws/lib/apigatewayv2-api";
import type { Construct } from "constructs";
import { attempt, together } from "../../facts/errors/problems";
import {
  acceptedKeys,
  checkKeys,
  checkList,
  checkOverride,
  findImport,
  keyTable,
  type OverrideKeys,
  propKeys,
} from "../../kit/core";
import { parseDefaults } from "../../kit/function";
import {
  checkAccessLog,
  checkIpAddressType,
  type IpAddressType,
  type PlannedAuthorizer,
  type PlannedCustomDomain,
  parseThrottle,
  planAuthorizers,
  planCustomDomain,
  planStageVariables,
  type ThrottledStage,
} from "../../kit/gateway";
import { apiAuthorizers } from "./authorizers";
import { corsConfig } from "./cors";
import { fail } from "./errors";
import type { ApiDefaults, ApiProps } from "./props";
import { type PlannedStages, planStages } from "./stages";

export const apiKeys = propKeys<ApiProps>()(
  {
    accessLog: true,
    authorizers: "map",
    cors: true,
    customDomain: true,
    defaults: "map",
    ipAddressType: true,
    routes: "map",
    stageVariables: "secretMap",
    cdk: "map",
  },
  () => ({ httpApi: { resource: Apigatewayv2Api, ...apiOverrideKeys } }),
);
const defaultsKeys = propKeys<ApiDefaults>()({
  authorizationScopes: "texts",
  authorizer: true,
  function: "map",
  payloadFormatVersion: ["1.0", "2.0"],
  throttle: "map",
});
const useCors = "Use the prop cors.";

/** Keys of `cdk.httpApi` in addition to the provider's. */
export const apiOverrideKeys: OverrideKeys = {
  extra: keyTable({ createDefaultStage: "boolean" }),
  rejected: {
    corsConfiguration: useCors,
    corsPreflight: useCors,
    defaultDomainMapping: "Use the prop customDomain.",
    protocolType: "It is HTTP; for WebSocket use WebSocketApi.",
    body: "Use the prop routes.",
    target: 'Use the prop routes with the key "$default".',
    routeKey: "Use the prop routes.",
    credentialsArn: "It is for APIs that are created with a target.",
    apiKeySelectionExpression: "Only WebSocket APIs have it.",
    routeSelectionExpression: "HTTP APIs choose routes by method and path.",
  },
};

/** The parts of an API that is created here, checked. */
export interface PlannedApi {
  /** Overrides the config of the API. */
  readonly override: object;
  readonly cors: Apigatewayv2ApiCorsConfiguration | undefined;
  readonly stages: PlannedStages;
  readonly customDomain: PlannedCustomDomain | undefined;
  readonly ipAddressType: IpAddressType | undefined;
}

/** The props of an Api, checked: an existing API, or the parts of the one that is created. */
export interface ApiPlan {
  readonly authorizers: ReadonlyMap<string, PlannedAuthorizer>;
  /** The stage of the limits of single routes. */
  readonly throttled: ThrottledStage;
  readonly imported: Apigatewayv2Api | undefined;
  /** Undefined for an existing API. */
  readonly created: PlannedApi | undefined;
}

/** Refuses props that cannot work, and parses the rest. Creates nothing. */
export function planApi(api: Construct, props: ApiProps): ApiPlan {
  const { cdk = {} } = props;
  const imported = attempt(() =>
    findImport<Apigatewayv2Api>(api, "cdk.httpApi", cdk.httpApi, "aws_apigatewayv2_api"),
  );
  attempt(() => checkKeys(api, "cdk", cdk, ["id", "httpApi", "httpStages"]));
  const authorizers = planAuthorizers(apiAuthorizers, api, props.authorizers, "authorizersPerHttpApi");
  if (imported !== undefined) {
    attempt(() => checkImported(api, props));
    const throttled = throttledStage(undefined, (prop) => refuseImported(api, prop));
    return { imported, created: undefined, authorizers, throttled };
  }
  const created = attempt(() => planCreated(api, props));
  const stages = created?.stages;
  const throttled = throttledStage(stages?.defaultStage?.throttle, (prop) => {
    if (stages !== undefined && stages.defaultStage === undefined) {
      fail(api, "needs-default-stage", prop, {});
    }
  });
  return { imported, created, authorizers, throttled };
}

function throttledStage(
  limits: ThrottledStage["limits"] = {},
  refuse: ThrottledStage["refuse"],
): ThrottledStage {
  const at = "defaults.throttle";
  const prop = { throttlingBurstLimit: `${at}.burst`, throttlingRateLimit: `${at}.rate` };
  return { limits, prop, refuse, namesRoutes: true };
}

function refuseImported(api: Construct, prop: string): void {
  fail(api, "imported-api", prop, { importedProp: "cdk.httpApi" });
}

/** The defaults that are not refused. */
export function parseApiDefaults(api: Construct, given: ApiDefaults = {}): ApiDefaults {
  const accepted = acceptedKeys(api, "defaults", given, defaultsKeys);
  attempt(() => checkList(api, "defaults.authorizationScopes", accepted.authorizationScopes ?? []));
  return { ...accepted, function: parseDefaults(api, { function: accepted.function }) };
}

function checkImported(api: Construct, props: ApiProps): void {
  const { cors, accessLog, customDomain, ipAddressType, stageVariables, cdk, defaults } = props;
  const given = {
    cors,
    accessLog,
    customDomain,
    ipAddressType,
    stageVariables,
    "cdk.httpStages": cdk?.httpStages,
    "defaults.throttle": defaults?.throttle,
  };
  for (const [prop, value] of Object.entries(given)) {
    if (value !== undefined) refuseImported(api, prop);
  }
}

function planCreated(api: Construct, props: ApiProps): PlannedApi {
  const override: object = props.cdk?.httpApi ?? {};
  attempt(() => checkOverride(api, "cdk.httpApi", override, Apigatewayv2Api, apiOverrideKeys));
  const { ipAddressType } = props;
  attempt(() => checkIpAddressType(api, ipAddressType, { "cdk.httpApi": override }));
  const { createDefaultStage } = Object(override) as { readonly createDefaultStage?: boolean | undefined };
  const hasDefaultStage = createDefaultStage !== false;
  const throttle = attempt(() => parseThrottle(api, "defaults.throttle", props.defaults?.throttle));
  const [stages, cors, customDomain] = together(
    () => {
      const variables = attempt(() => planStageVariables(api, props.stageVariables));
      const [accessLog, others] = together(
        () => checkAccessLog(api, "http", props.accessLog),
        () => planStages(api, props, { hasDefaultStage, throttle, variables }),
      );
      return { ...others, accessLog };
    },
    () => corsConfig(api, props.cors),
    () => planCustomDomain(api, "customDomain", props.customDomain, "http", ipAddressType),
  );
  return { override, cors, stages, customDomain, ipAddressType };
}
