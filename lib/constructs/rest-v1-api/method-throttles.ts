import { ApiGatewayMethodSettings } from "@cdktf/provider-aws/lib/api-gateway-method-settings";
import type { ApiGatewayStage } from "@cdktf/provider-aws/lib/api-gateway-stage";
import type { Construct } from "constructs";
import { waitFor } from "../../kit/core";
import { type RouteThrottle, routeMethods, type ThrottledStage } from "../../kit/gateway";
import { pathId, type RestRouteKey } from "./rest-route-key";
import { methodSettingsId, type RestV1ApiDeployOptions, settingsOf } from "./stage";

/** The stage of the limits of single routes. They do not name methods that must exist. */
export function throttledStage({
  throttlingBurstLimit,
  throttlingRateLimit,
}: RestV1ApiDeployOptions): ThrottledStage {
  const at = "cdk.restApi.deployOptions";
  return {
    limits: { throttlingBurstLimit, throttlingRateLimit },
    prop: {
      throttlingBurstLimit: `${at}.throttlingBurstLimit`,
      throttlingRateLimit: `${at}.throttlingRateLimit`,
    },
    namesRoutes: false,
  };
}

/** A route and its limits. */
interface ThrottledRoute {
  readonly key: RestRouteKey;
  readonly throttle: RouteThrottle | undefined;
}

/** The parts of an API that the limits of single routes need. */
interface ThrottledApi {
  readonly restApiId: string;
  readonly stage: ApiGatewayStage;
  readonly deployOptions: RestV1ApiDeployOptions;
  /** Whether the library answers preflight requests on paths without an `OPTIONS` route. */
  readonly answersPreflight: boolean;
}

/**
 * Creates the limits of single routes. They belong to the stage and take effect without a deployment.
 *
 * AWS takes all settings of a method from one place, so that a method with limits keeps the stage's other settings only if it
 * has them too. A change of the settings for all methods overwrites those of single ones, which therefore wait for it.
 *
 * Source: https://github.com/hashicorp/terraform-provider-aws/issues/41104
 */
export function createMethodThrottles(
  api: Construct,
  { restApiId, stage, deployOptions, answersPreflight }: ThrottledApi,
  routes: readonly ThrottledRoute[],
): void {
  const own = new Set(routes.map(({ key }) => key.placeId));
  const ofAll = api.node.tryFindChild(methodSettingsId) as ApiGatewayMethodSettings | undefined;
  for (const { key, throttle } of routes) {
    if (throttle === undefined) continue;
    for (const { id, method } of methodsOf(key, own, answersPreflight)) {
      const settings = new ApiGatewayMethodSettings(api, `Throttle_${id}`, {
        restApiId,
        stageName: stage.stageName,
        methodPath: methodPath(key.path, method),
        settings: { ...settingsOf(deployOptions), ...throttle },
      });
      if (ofAll !== undefined) waitFor(settings, [ofAll]);
    }
  }
}

/** The methods that a route answers. AWS has no settings for `ANY`, so that each of its methods has its own limits. */
function methodsOf(
  { method, path, placeId }: RestRouteKey,
  own: ReadonlySet<string>,
  answersPreflight: boolean,
): readonly { readonly id: string; readonly method: string }[] {
  if (method !== "ANY") return [{ id: placeId, method }];
  return routeMethods
    .filter((each) => each !== "ANY" && !(each === "OPTIONS" && answersPreflight))
    .map((each) => ({ id: `${each}_${pathId(path)}`, method: each }))
    .filter(({ id }) => !own.has(id));
}

/**
 * The name of a method in the settings of a stage: `~1notes~1{id}/GET`, for the root `~1/GET`.
 *
 * Source: https://github.com/hashicorp/terraform-provider-aws/issues/9738
 */
function methodPath(path: string, method: string): string {
  return `${path.replaceAll("/", "~1")}/${method}`;
}
