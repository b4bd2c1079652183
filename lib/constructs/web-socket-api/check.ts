import { Apigatewayv2Api } from "@cdktf/provider-aws/lib/apigatewayv2-api";
import { Apigatewayv2Stage, type Apigatewayv2StageConfig } from "@cdktf/provider-aws/lib/apigatewayv2-stage";
import type { Construct } from "constructs";
import { attempt, together } from "../../facts/errors/problems";
import {
  checkKeys,
  checkLimit,
  checkOverride,
  findImport,
  isProviderObject,
  keyTable,
  limits,
  type OverrideKeys,
  propKeys,
  refuseValue,
} from "../../kit/core";
import {
  type CheckedAccessLog,
  checkAccessLog,
  checkIpAddressType,
  type IpAddressType,
  type PlannedCustomDomain,
  planCustomDomain,
  planStageVariables,
  type RouteThrottle,
  type ThrottledStage,
} from "../../kit/gateway";
import { type PlannedConnectAuthorizer, planConnectAuthorizer } from "./authorizers";
import { fail } from "./errors";
import type { WebSocketApiProps } from "./props";

export const apiKeys = propKeys<WebSocketApiProps>()(
  {
    routes: "map",
    accessLog: true,
    customDomain: true,
    authorizer: true,
    defaults: "map",
    ipAddressType: true,
    stageVariables: "secretMap",
    cdk: "map",
  },
  () => ({
    webSocketApi: { resource: Apigatewayv2Api, ...apiOverrideKeys },
    webSocketStage: { resource: Apigatewayv2Stage, ...stageOverrideKeys },
  }),
);
const useRoutes = "Use the prop routes.";
const noCors = "Leave it out: browsers send no preflight request before they open a WebSocket.";

/** Keys of `cdk.webSocketApi` in addition to the provider's. */
export const apiOverrideKeys: OverrideKeys = {
  extra: ["cloudWatchRole"],
  rejected: {
    protocolType: "It is WEBSOCKET; for HTTP use Api.",
    corsConfiguration: noCors,
    body: useRoutes,
    target: useRoutes,
    routeKey: useRoutes,
    credentialsArn: "It is for APIs that are created with a target.",
  },
};

/** Keys of `cdk.webSocketStage` in addition to the provider's. */
export const stageOverrideKeys: OverrideKeys = {
  extra: keyTable({ stageName: "text" }),
  rejected: {
    apiId: "It is the API that the stage belongs to.",
    domainMapping: "Use the prop customDomain.",
  },
};

/** The props of a WebSocketApi, checked: an existing API and stage, or what is created. */
export interface WebSocketApiPlan {
  readonly importedApi: Apigatewayv2Api | undefined;
  /** Overrides the config of a created API. */
  readonly apiOverride: { readonly cloudWatchRole?: boolean | undefined };
  readonly importedStage: Apigatewayv2Stage | undefined;
  /** Overrides the config of a created stage. */
  readonly stageOverride: Partial<Apigatewayv2StageConfig> & { readonly stageName?: string | undefined };
  readonly accessLog: CheckedAccessLog;
  readonly customDomain: PlannedCustomDomain | undefined;
  readonly authorizer: PlannedConnectAuthorizer;
  readonly ipAddressType: IpAddressType | undefined;
  readonly stageVariables: Readonly<Record<string, string>> | undefined;
  /** The stage of the limits of single routes. */
  readonly throttled: ThrottledStage;
}

/** Refuses props that cannot work, and parses the rest. Creates nothing. */
export function planWebSocketApi(api: Construct, props: WebSocketApiProps): WebSocketApiPlan {
  attempt(() => checkKeys(api, "cdk", props.cdk ?? {}, ["id", "webSocketApi", "webSocketStage"]));
  const { ipAddressType } = props;
  const [accessLog, own, stage, customDomain, authorizer, stageVariables] = together(
    () => checkAccessLog(api, "websocket", props.accessLog),
    () => planOwnApi(api, props),
    () => planStage(api, props),
    () => planCustomDomain(api, "customDomain", props.customDomain, "websocket", ipAddressType),
    () => planConnectAuthorizer(api, props.authorizer),
    () =>
      planStageVariables(api, props.stageVariables, {
        prop: "cdk.webSocketStage.stageVariables",
        value: Object(props.cdk?.webSocketStage).stageVariables,
      }),
  );
  return {
    accessLog,
    ...own,
    ...stage,
    customDomain,
    authorizer,
    ipAddressType,
    stageVariables,
    throttled: throttledStage(api, stage),
  };
}

function planOwnApi(
  api: Construct,
  { cdk, ipAddressType }: WebSocketApiProps,
): Pick<WebSocketApiPlan, "importedApi" | "apiOverride"> {
  const prop = "cdk.webSocketApi";
  const given = cdk?.webSocketApi;
  const importedApi = findImport<Apigatewayv2Api>(api, prop, given, "aws_apigatewayv2_api");
  if (importedApi !== undefined && ipAddressType !== undefined) {
    fail(api, "imported-api", "ipAddressType", { importedProp: prop });
  }
  checkIpAddressType(api, ipAddressType, { [prop]: given });
  if (given === undefined || importedApi !== undefined) return { importedApi, apiOverride: {} };
  checkOverride(api, prop, given, Apigatewayv2Api, apiOverrideKeys);
  const { cloudWatchRole = false } = given as { cloudWatchRole?: unknown };
  if (typeof cloudWatchRole !== "boolean") {
    refuseValue(api, `${prop}.cloudWatchRole`, cloudWatchRole, "true or false");
  }
  return { importedApi, apiOverride: given as WebSocketApiPlan["apiOverride"] };
}

function planStage(
  api: Construct,
  props: WebSocketApiProps,
): Pick<WebSocketApiPlan, "importedStage" | "stageOverride"> {
  const prop = "cdk.webSocketStage";
  const given = props.cdk?.webSocketStage;
  const importedStage = findImport<Apigatewayv2Stage>(api, prop, given, "aws_apigatewayv2_stage");
  if (importedStage !== undefined) {
    if (!isProviderObject(props.cdk?.webSocketApi)) fail(api, "stage-without-api", prop, {});
    for (const other of ["accessLog", "customDomain", "stageVariables"] as const) {
      if (props[other] !== undefined) fail(api, "imported-stage", other, {});
    }
  }
  if (given === undefined || importedStage !== undefined) return { importedStage, stageOverride: {} };
  checkOverride(api, prop, given, Apigatewayv2Stage, stageOverrideKeys);
  checkStageName(api, prop, given as { name?: unknown; stageName?: unknown });
  return { importedStage, stageOverride: given as WebSocketApiPlan["stageOverride"] };
}

const at = "cdk.webSocketStage.defaultRouteSettings";

/** A stage that is refused, whose limits are not known. */
export const noLimits: ThrottledStage = {
  limits: {},
  prop: {
    throttlingBurstLimit: `${at}.throttlingBurstLimit`,
    throttlingRateLimit: `${at}.throttlingRateLimit`,
  },
  namesRoutes: true,
};

function throttledStage(
  api: Construct,
  { importedStage, stageOverride }: Pick<WebSocketApiPlan, "importedStage" | "stageOverride">,
): ThrottledStage {
  const { defaultRouteSettings, routeSettings } = stageOverride;
  return {
    ...noLimits,
    limits: (defaultRouteSettings ?? {}) as Partial<RouteThrottle>,
    refuse(prop) {
      if (importedStage !== undefined) fail(api, "imported-stage", prop, {});
      const other = "cdk.webSocketStage.routeSettings";
      if (routeSettings !== undefined) fail(api, "props-exclude", prop, { other });
    },
  };
}

function checkStageName(
  api: Construct,
  prop: string,
  { name, stageName }: { readonly name?: unknown; readonly stageName?: unknown },
): void {
  const rows = limits.aws_api_gateway_stage;
  // A WebSocket API has no $default stage.
  checkLimit(api, `${prop}.name`, name, rows.stageName);
  checkLimit(api, `${prop}.stageName`, stageName, rows.stageName);
}
