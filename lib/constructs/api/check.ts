import {
  Apigatewayv2Api,
  type Apigatewayv2ApiCorsConfiguration,
} from "@cdktf/provider-aws/lib/apigatewayv2-api";
import type { Construct } from "constructs";
import { present } from "../../core/absence";
import { checkKeys, checkList, checkLiteral, keyTable, propKeys } from "../../core/check";
import { checkOverride, findImport, type OverrideKeys } from "../../core/override";
import { functionKeys } from "../../function";
import {
  checkAccessLog,
  type PlannedAuthorizer,
  type PlannedCustomDomain,
  planAuthorizers,
  planCustomDomain,
} from "../../gateway";
import { apiAuthorizers } from "./authorizers";
import { corsConfig } from "./cors";
import { fail } from "./errors";
import type { ApiDefaults, ApiProps } from "./props";
import { type PlannedStages, planStages } from "./stages";
import { parseThrottle } from "./throttle";

const apiKeys = propKeys<ApiProps>()({
  accessLog: true,
  authorizers: "map",
  cors: true,
  customDomain: true,
  defaults: "map",
  routes: "map",
  cdk: "map",
});
const defaultsKeys = propKeys<ApiDefaults>()({
  authorizationScopes: "texts",
  authorizer: true,
  function: "map",
  payloadFormatVersion: true,
  throttle: "map",
});
const useCors = "Use the prop cors.";

/** What `cdk.httpApi` takes beside the provider's keys. */
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
  },
};

/** The parts of an API that is created here, checked. */
export interface PlannedApi {
  /** Overrides the config of the API. */
  readonly override: object;
  readonly cors: Apigatewayv2ApiCorsConfiguration | undefined;
  readonly stages: PlannedStages;
  readonly customDomain: PlannedCustomDomain | undefined;
}

/** The props of an Api, checked: an existing API, or the parts of the one that is created. */
export type ApiPlan = { readonly authorizers: ReadonlyMap<string, PlannedAuthorizer> } & (
  | { readonly imported: Apigatewayv2Api; readonly created?: undefined }
  | { readonly imported?: undefined; readonly created: PlannedApi }
);

/** Refuses props that cannot work, and parses the rest. Creates nothing. */
export function planApi(api: Construct, props: ApiProps): ApiPlan {
  checkKeys(api, "props", props, apiKeys);
  const { cdk = {}, defaults = {} } = props;
  const imported = findImport<Apigatewayv2Api>(api, "cdk.httpApi", cdk.httpApi, "aws_apigatewayv2_api");
  checkKeys(api, "cdk", cdk, ["id", "httpApi", "httpStages"]);
  checkDefaults(api, defaults);
  if (imported !== undefined) {
    checkImported(api, props);
    return { imported, authorizers: planOwnAuthorizers(api, props) };
  }
  const created = planCreated(api, props);
  return { created, authorizers: planOwnAuthorizers(api, props) };
}

function planOwnAuthorizers(api: Construct, { authorizers = {} }: ApiProps) {
  return planAuthorizers(apiAuthorizers, api, present(authorizers), "authorizersPerHttpApi");
}

function checkDefaults(api: Construct, defaults: ApiDefaults): void {
  checkKeys(api, "defaults", defaults, defaultsKeys);
  checkKeys(api, "defaults.function", defaults.function ?? {}, functionKeys);
  const version = defaults.payloadFormatVersion;
  if (version !== undefined) checkLiteral(api, "defaults.payloadFormatVersion", version, ["1.0", "2.0"]);
  checkList(api, "defaults.authorizationScopes", defaults.authorizationScopes ?? []);
}

function checkImported(api: Construct, { cors, accessLog, customDomain, cdk, defaults }: ApiProps): void {
  const given = {
    cors,
    accessLog,
    customDomain,
    "cdk.httpStages": cdk?.httpStages,
    "defaults.throttle": defaults?.throttle,
  };
  for (const [prop, value] of Object.entries(given)) {
    if (value !== undefined) fail(api, "imported-api", prop, {});
  }
}

function planCreated(api: Construct, props: ApiProps): PlannedApi {
  const throttle = parseThrottle(api, props.defaults?.throttle);
  const accessLog = checkAccessLog(api, "http", props.accessLog);
  const override: object = props.cdk?.httpApi ?? {};
  checkOverride(api, "cdk.httpApi", override, Apigatewayv2Api, apiOverrideKeys);
  const customDomain = planCustomDomain(api, "customDomain", props.customDomain, "http");
  const { createDefaultStage } = override as { readonly createDefaultStage?: boolean | undefined };
  const hasDefaultStage = createDefaultStage !== false;
  const stages = planStages(api, props, { hasDefaultStage, throttle, accessLog });
  return { override, cors: corsConfig(api, props.cors), stages, customDomain };
}
