import { Token } from "cdktf";
import type { IConstruct } from "constructs";
import { checkInteger } from "../../core/check";
import { parseDuration } from "../../core/duration";
import { parseSize } from "../../core/size";
import { fail } from "../errors";
import type { FunctionProps } from "../props";

/** Time, memory and disk of a function in the units of the provider, within the limits of the service. */
export function parseResources(where: IConstruct | string, props: FunctionProps) {
  return {
    /** Seconds. */
    timeout: parseNumber(where, "timeout", props.timeout ?? 10, parseDuration, [1, 900], "seconds"),
    /** MB. */
    memorySize: parseNumber(where, "memorySize", props.memorySize ?? 1024, parseSize, [128, 10_240], "MB"),
    /** MB. */
    diskSize: parseNumber(where, "diskSize", props.diskSize ?? 512, parseSize, [512, 10_240], "MB"),
  };
}

function parseNumber(
  where: IConstruct | string,
  prop: string,
  value: number | string,
  parse: (where: IConstruct | string, prop: string, value: unknown) => number,
  [min, max]: readonly [number, number],
  unit: string,
): number {
  if (Token.isUnresolved(value)) return Token.asNumber(value);
  if (typeof value === "number") {
    checkInteger(where, prop, value, min, max, unit);
    return value;
  }
  const number = parse(where, prop, value);
  if (number < min || number > max) {
    fail(where, "out-of-range", prop, { value, range: `${min} to ${max} ${unit}` });
  }
  return number;
}
