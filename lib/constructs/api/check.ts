import { Apigatewayv2Api } from "@cdktf/provider-aws/lib/apigatewayv2-api";
import type { Construct } from "constructs";
import { checkKeys, checkList, checkLiteral, propKeys } from "../../core/check";
import { checkOverride, isProviderObject, type OverrideKeys } from "../../core/override";
import { checkApiDomain } from "../../dns";
import { functionKeys } from "../../function";
import { checkAccessLog } from "../../gateway/access-log";
import { fail } from "./errors";
import type { ApiDefaults, ApiProps } from "./props";
import { throttleConfig } from "./throttle";

const apiKeys = propKeys<ApiProps>()({
  accessLog: true,
  authorizers: true,
  cors: true,
  customDomain: true,
  defaults: true,
  routes: true,
  cdk: true,
});
const defaultsKeys = propKeys<ApiDefaults>()({
  authorizationScopes: true,
  authorizer: true,
  function: true,
  payloadFormatVersion: true,
  throttle: true,
});
const useCors = "Use the prop cors.";

/** What `cdk.httpApi` takes beside the provider's keys. */
export const apiOverrideKeys: OverrideKeys = {
  extra: ["createDefaultStage"],
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

/** Refuses props that cannot work, before anything is created. */
export function checkApiProps(api: Construct, props: ApiProps, isImported: boolean): void {
  checkKeys(api, "props", props, apiKeys);
  checkKeys(api, "cdk", props.cdk ?? {}, ["id", "httpApi", "httpStages"]);
  checkKeys(api, "defaults", props.defaults ?? {}, defaultsKeys);
  checkKeys(api, "defaults.function", props.defaults?.function ?? {}, functionKeys);
  const version = props.defaults?.payloadFormatVersion;
  if (version !== undefined) checkLiteral(api, "defaults.payloadFormatVersion", version, ["1.0", "2.0"]);
  throttleConfig(api, props.defaults?.throttle);
  checkList(api, "defaults.authorizationScopes", props.defaults?.authorizationScopes ?? []);
  checkAccessLog(api, { given: props.accessLog, kind: "http", prop: "accessLog" });
  if (isImported) {
    const { cors, accessLog, customDomain, cdk } = props;
    const given = {
      cors,
      accessLog,
      customDomain,
      "cdk.httpStages": cdk?.httpStages,
      "defaults.throttle": props.defaults?.throttle,
    };
    for (const [prop, value] of Object.entries(given)) {
      if (value !== undefined) fail(api, "imported-api", prop, {});
    }
  } else if (props.cdk?.httpApi !== undefined && !isProviderObject(props.cdk.httpApi)) {
    checkOverride(api, "cdk.httpApi", props.cdk.httpApi, Apigatewayv2Api, apiOverrideKeys);
  }
  if (props.customDomain !== undefined) checkApiDomain(api, "customDomain", props.customDomain);
}
