import type { Values } from "../../../model/model";
import { block, blocks, number, text } from "../../../model/values";
import { accountLimits, type ThrottleLimits } from "../../token-bucket";

/** The limits of routes in the settings of a stage, by the key of the route. Undefined where no limit is set. */
export function routeLimits(stage: Values): (routeKey: string) => ThrottleLimits | undefined {
  const byDefault = block(stage, "default_route_settings") ?? {};
  const byRoute = new Map(
    blocks(stage, "route_settings").map((settings) => [text(settings, "route_key"), settings]),
  );
  return (routeKey) => {
    const own = byRoute.get(routeKey) ?? {};
    const rate = number(own, "throttling_rate_limit") ?? number(byDefault, "throttling_rate_limit");
    const burst = number(own, "throttling_burst_limit") ?? number(byDefault, "throttling_burst_limit");
    if (rate === undefined && burst === undefined) return undefined;
    return { rate: rate ?? accountLimits.rate, burst: burst ?? accountLimits.burst };
  };
}
