import type { Values } from "../../model/model";
import { number } from "../../model/values";
import type { ThrottleLimits } from "../token-bucket";

/**
 * What applies beside one limit that is given alone: the account's.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html
 */
const accountLimits: ThrottleLimits = { rate: 10_000, burst: 5_000 };

/** Limits of a throttle; undefined when none is set, which may be written as -1. */
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
 * Settings of stages write it with `~1` for slashes or without the first one, usage plans with it.
 */
export function methodKey(path: string): string {
  return path
    .replaceAll("~1", "/")
    .replace(/^\/+/, "")
    .replace(/\/+([^/]+)$/, "/$1");
}
