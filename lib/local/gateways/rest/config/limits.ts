import type { Values } from "../../../model/model";
import { block, number, requireText } from "../../../model/values";
import { accountLimits, type ThrottleLimits } from "../../token-bucket";

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

/** The limits of methods in the settings of a stage, by the key of the method. One key holds for all others. */
export function readMethodLimits(all: readonly Values[]): ReadonlyMap<string, ThrottleLimits> {
  return new Map(
    all.flatMap((each) => {
      const settings = block(each, "settings") ?? {};
      const limits = readLimits(settings, "throttling_rate_limit", "throttling_burst_limit");
      return limits === undefined ? [] : [[methodKey(requireText(each, "method_path")), limits] as const];
    }),
  );
}
