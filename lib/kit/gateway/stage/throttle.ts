import type { IConstruct } from "constructs";
import { Stack } from "../../app";
import { checkKeys, propKeys } from "../../core/checks/check";
import { limits, within } from "../../core/limits";
import { isUnresolved } from "../../core/tokens/unresolved";
import { fail } from "../errors";

/** How many requests are accepted; clients get status 429 for more. Give both limits. */
export interface ApiThrottleProps {
  /** The largest burst of requests. */
  readonly burst?: number | undefined;
  /** Requests per second, over time. */
  readonly rate?: number | undefined;
}

/** Limits, as the provider takes them for a stage, a route or a method. */
export interface RouteThrottle {
  readonly throttlingBurstLimit: number;
  readonly throttlingRateLimit: number;
}

const rows = limits.aws_apigatewayv2_stage;
const throttleKeys = propKeys<ApiThrottleProps>()({
  burst: within(rows["defaultRouteSettings.throttlingBurstLimit"], true),
  rate: within(rows["defaultRouteSettings.throttlingRateLimit"], true),
});

/** The limits of a throttle; undefined where other ones apply. Refuses half a throttle: AWS takes the other half as 0. */
export function parseThrottle(where: IConstruct, prop: string, throttle: unknown): RouteThrottle | undefined {
  if (throttle === undefined) return undefined;
  checkKeys(where, prop, throttle, throttleKeys);
  const { burst, rate } = throttle as ApiThrottleProps;
  if (burst === undefined && rate === undefined) return undefined;
  if (burst === undefined) fail(where, "throttle-half", `${prop}.burst`, { given: "rate", missing: "burst" });
  if (rate === undefined) fail(where, "throttle-half", `${prop}.rate`, { given: "burst", missing: "rate" });
  return { throttlingBurstLimit: burst, throttlingRateLimit: rate };
}

/** The stage to which the limits of single routes belong. */
export interface ThrottledStage {
  /** Refuses limits of routes, if this stack configures no stage. */
  refuse?(prop: string): void;
  /** Limits of all its routes, as far as they are given. -1 means no limit. */
  readonly limits: { readonly [Limit in keyof RouteThrottle]?: number | undefined };
  /** Where these limits are given, for messages. */
  readonly prop: { readonly [Limit in keyof RouteThrottle]: string };
  /** Whether the stage names its routes, so that AWS refuses it before they exist. */
  readonly namesRoutes: boolean;
}

/**
 * The limits of a single route; undefined where those of the stage apply. Refuses limits that the stage cannot have.
 *
 * @param place - where the route is created
 */
export function planRouteThrottle(
  api: IConstruct,
  prop: string,
  throttle: unknown,
  stage: ThrottledStage,
  place: IConstruct,
): RouteThrottle | undefined {
  const limits = parseThrottle(api, prop, throttle);
  if (limits === undefined) return undefined;
  stage.refuse?.(prop);
  if (stage.namesRoutes && Stack.of(place) !== Stack.of(api)) {
    fail(api, "throttle-other-stack", prop, { stack: Stack.of(place).node.path });
  }
  checkBelow(api, `${prop}.rate`, limits, stage, "throttlingRateLimit");
  checkBelow(api, `${prop}.burst`, limits, stage, "throttlingBurstLimit");
  return limits;
}

function checkBelow(
  api: IConstruct,
  prop: string,
  limits: RouteThrottle,
  stage: ThrottledStage,
  limit: keyof RouteThrottle,
): void {
  const value = limits[limit];
  const most = stage.limits[limit];
  if (most === undefined || isUnresolved(most) || isUnresolved(value) || most < 0) return;
  if (value > most) fail(api, "throttle-above-stage", prop, { value, most, other: stage.prop[limit] });
}
