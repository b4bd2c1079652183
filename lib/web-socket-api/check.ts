import { Apigatewayv2Api } from "@cdktf/provider-aws/lib/apigatewayv2-api";
import { Apigatewayv2Stage } from "@cdktf/provider-aws/lib/apigatewayv2-stage";
import type { IConstruct } from "constructs";
import { functionKeys } from "../function";
import { checkKeys, isPlainObject, propKeys } from "../shared/check";
import { fail } from "../shared/errors";
import { checkOverride, isProviderObject, type OverrideKeys } from "../shared/override";
import type { WebSocketApiFunctionAuthorizer, WebSocketApiProps } from "./props";

const apiKeys = propKeys<WebSocketApiProps>()({
  routes: true,
  accessLog: true,
  customDomain: true,
  authorizer: true,
  defaults: true,
  cdk: true,
});
export const authorizerKeys = propKeys<WebSocketApiFunctionAuthorizer>()({
  type: true,
  function: true,
  name: true,
  identitySource: true,
  cdk: true,
});

/** What `cdk.webSocketApi` takes beside the provider's keys. */
export const apiOverrideKeys: OverrideKeys = {
  extra: ["cloudWatchRole"],
  rejected: { protocolType: "It is WEBSOCKET; for HTTP use Api." },
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
export function checkWebSocketApiProps(api: IConstruct, props: WebSocketApiProps): void {
  checkKeys(api, "props", props, apiKeys);
  checkKeys(api, "defaults", props.defaults ?? {}, ["function"]);
  checkKeys(api, "defaults.function", props.defaults?.function ?? {}, functionKeys);
  checkKeys(api, "cdk", props.cdk ?? {}, ["id", "webSocketApi", "webSocketStage"]);
  const { webSocketApi, webSocketStage } = props.cdk ?? {};
  if (webSocketApi !== undefined && !isProviderObject(webSocketApi)) {
    checkOverride(api, "cdk.webSocketApi", webSocketApi, Apigatewayv2Api, apiOverrideKeys);
  }
  if (webSocketStage !== undefined && !isProviderObject(webSocketStage)) {
    checkOverride(api, "cdk.webSocketStage", webSocketStage, Apigatewayv2Stage, stageOverrideKeys);
  }
  if (isProviderObject(webSocketStage)) {
    if (!isProviderObject(webSocketApi)) fail(api, "stage-without-api", "cdk.webSocketStage", {});
    for (const prop of ["accessLog", "customDomain"] as const) {
      if (props[prop] !== undefined) fail(api, "imported-stage", prop, {});
    }
  }
  checkAuthorizer(api, props.authorizer);
}

function checkAuthorizer(api: IConstruct, authorizer: WebSocketApiProps["authorizer"] = "none"): void {
  if (authorizer === "none" || authorizer === "iam") return;
  if (!isPlainObject(authorizer)) {
    fail(api, "prop-invalid", "authorizer", {
      value: authorizer,
      expected: '"none", "iam" or { type: "fn", function }',
    });
  }
  if (authorizer.type !== "fn")
    fail(api, "literal-unknown", "authorizer.type", { value: authorizer.type, allowed: ["fn"] });
  checkKeys(api, "authorizer", authorizer, authorizerKeys);
}
