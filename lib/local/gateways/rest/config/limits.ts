import type { Values } from "../../../model/model";
import { number } from "../../../model/values";
import type { ThrottleLimits } from "../../token-bucket";

/**
 * Limits of the account, which apply when only one of the two limits is set.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html
 */
const accountLimits: ThrottleLimits = { rate: 10_000, burst: 5_000 };

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
    .replace(/\/+([^/]+)$/, "/$1");
}
