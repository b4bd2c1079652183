import { Apigatewayv2Api } from "@cdktf/provider-aws/lib/apigatewayv2-api";
import { Apigatewayv2Stage } from "@cdktf/provider-aws/lib/apigatewayv2-stage";
import { Token } from "cdktf";
import type { Construct } from "constructs";
import { checkKeys, propKeys } from "../../core/check";
import { checkOverride, findImport, isProviderObject, type OverrideKeys } from "../../core/override";
import { checkApiDomain } from "../../dns";
import { functionKeys } from "../../function";
import { checkAccessLog } from "../../gateway/access-log";
import { checkAuthorizer } from "./authorizer";
import { fail } from "./errors";
import type { WebSocketApiProps } from "./props";

const apiKeys = propKeys<WebSocketApiProps>()({
  routes: true,
  accessLog: true,
  customDomain: true,
  authorizer: true,
  defaults: true,
  cdk: true,
});
const useRoutes = "Use the prop routes.";
const noCors = "Leave it out: browsers ask no permission before they open a WebSocket.";

/** What `cdk.webSocketApi` takes beside the provider's keys. */
export const apiOverrideKeys: OverrideKeys = {
  extra: ["cloudWatchRole"],
  rejected: {
    protocolType: "It is WEBSOCKET; for HTTP use Api.",
    corsConfiguration: noCors,
    body: useRoutes,
    target: useRoutes,
    routeKey: useRoutes,
  },
};

/** What `cdk.webSocketStage` takes beside the provider's keys. */
export const stageOverrideKeys: OverrideKeys = {
  extra: ["stageName"],
  rejected: {
    apiId: "It is the API that the stage belongs to.",
    domainMapping: "Use the prop customDomain.",
  },
};

/** Refuses props that cannot work, before anything is created. */
export function checkWebSocketApiProps(api: Construct, props: WebSocketApiProps): void {
  checkKeys(api, "props", props, apiKeys);
  checkKeys(api, "defaults", props.defaults ?? {}, ["function"]);
  checkKeys(api, "defaults.function", props.defaults?.function ?? {}, functionKeys);
  checkKeys(api, "cdk", props.cdk ?? {}, ["id", "webSocketApi", "webSocketStage"]);
  checkAccessLog(api, { given: props.accessLog, kind: "websocket", prop: "accessLog" });
  checkApi(api, props);
  checkStage(api, props);
  if (props.customDomain !== undefined) checkApiDomain(api, "customDomain", props.customDomain);
  checkAuthorizer(api, props.authorizer);
}

function checkApi(api: Construct, { cdk }: WebSocketApiProps): void {
  const prop = "cdk.webSocketApi";
  const given = cdk?.webSocketApi;
  if (given === undefined || findImport(api, prop, given, "aws_apigatewayv2_api") !== undefined) return;
  checkOverride(api, prop, given, Apigatewayv2Api, apiOverrideKeys);
  const { cloudWatchRole = false } = given as { cloudWatchRole?: unknown };
  if (typeof cloudWatchRole !== "boolean") {
    fail(api, "prop-invalid", `${prop}.cloudWatchRole`, { value: cloudWatchRole, expected: "true or false" });
  }
}

function checkStage(api: Construct, props: WebSocketApiProps): void {
  const prop = "cdk.webSocketStage";
  const given = props.cdk?.webSocketStage;
  if (given === undefined) return;
  if (findImport(api, prop, given, "aws_apigatewayv2_stage") !== undefined) {
    if (!isProviderObject(props.cdk?.webSocketApi)) fail(api, "stage-without-api", prop, {});
    for (const other of ["accessLog", "customDomain"] as const) {
      if (props[other] !== undefined) fail(api, "imported-stage", other, {});
    }
    return;
  }
  checkOverride(api, prop, given, Apigatewayv2Stage, stageOverrideKeys);
  const { name, stageName } = given as { name?: unknown; stageName?: unknown };
  const written = name === undefined ? "stageName" : "name";
  const value = name ?? stageName;
  if (value === undefined || Token.isUnresolved(value)) return;
  if (typeof value !== "string" || !/^[A-Za-z0-9_-]{1,128}$/.test(value)) {
    fail(api, "prop-invalid", `${prop}.${written}`, {
      value,
      expected: "up to 128 letters, digits, - and _",
    });
  }
}
