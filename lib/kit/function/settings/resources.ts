import { Token } from "cdktf";
import type { Where } from "../../../facts/errors/error";
import { together } from "../../../facts/errors/problems";
import { checkLimit, limits, type NumberLimit, rangeOf } from "../../core/limits";
import { isUnresolved } from "../../core/tokens/unresolved";
import { parseDuration, parseSize } from "../../core/units";
import { fail } from "../errors";
import type { FunctionProps } from "../props";

const rows = limits.aws_lambda_function;

/** Time, memory and disk of a function in the provider's units, within the service's limits. */
export function parseResources(where: Where, props: FunctionProps) {
  const disk = rows["ephemeralStorage.size"];
  // Seconds, MB and MB.
  const [timeout, memorySize, diskSize] = together(
    () => parseNumber(where, "timeout", props.timeout ?? 10, parseDuration, rows.timeout),
    () => parseNumber(where, "memorySize", props.memorySize ?? 1024, parseSize, rows.memorySize),
    () => parseNumber(where, "diskSize", props.diskSize ?? 512, parseSize, disk),
  );
  return { timeout, memorySize, diskSize };
}

function parseNumber(
  where: Where,
  prop: string,
  value: number | string,
  parse: (where: Where, prop: string, value: unknown) => number,
  limit: NumberLimit,
): number {
  if (isUnresolved(value)) return Token.asNumber(value);
  if (typeof value === "number") {
    checkLimit(where, prop, value, limit);
    return value;
  }
  const number = parse(where, prop, value);
  if (number < limit.min || number > limit.max) {
    fail(where, "out-of-range", prop, { value, range: rangeOf(limit) });
  }
  return number;
}
