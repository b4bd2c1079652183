import type { Values } from "../resources/model";
import { block, blocks, number, requireText, text } from "../resources/values";

/** Limits of a throttle: `rate` requests per second, and up to `burst` at once. */
export interface ThrottleLimits {
  readonly rate: number;
  readonly burst: number;
}

/**
 * Limits of the account, which apply when a stage sets only one of the two limits.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html
 */
const accountLimits: ThrottleLimits = { rate: 10_000, burst: 5_000 };

/** The limits of routes in the settings of a stage, by the key of the route. Undefined if no limit is set. */
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

/** Limits of a throttle; undefined when no limit is set. -1 means no limit. */
export function readLimits(values: Values, rateName: string, burstName: string): ThrottleLimits | undefined {
  const [rate, burst] = [rateName, burstName].map((name) => {
    const value = number(values, name);
    return value === undefined || value < 0 ? undefined : value;
  });
  if (rate === undefined && burst === undefined) return undefined;
  return { rate: rate ?? accountLimits.rate, burst: burst ?? accountLimits.burst };
}

/**
 * The key of a method in settings: `notes/{id}/GET`.
 *
 * Stage settings write slashes as `~1` or omit the first one; usage plans include it.
 */
export function methodKey(path: string): string {
  return path
    .replaceAll("~1", "/")
    .replace(/^\/+/, "")
    .replace(/(?<!\/)\/+([^/]+)$/, "/$1");
}

/** The limits of methods in the settings of a stage, by the key of the method. One key applies to all other methods. */
export function readMethodLimits(all: readonly Values[]): ReadonlyMap<string, ThrottleLimits> {
  return new Map(
    all.flatMap((each) => {
      const settings = block(each, "settings") ?? {};
      const limits = readLimits(settings, "throttling_rate_limit", "throttling_burst_limit");
      return limits === undefined ? [] : [[methodKey(requireText(each, "method_path")), limits] as const];
    }),
  );
}
