import { Token } from "cdktf";
import type { IConstruct } from "constructs";
import { checkInteger } from "../../core/check";
import { parseDuration } from "../../core/duration";
import { parseSize } from "../../core/size";
import { fail } from "../errors";
import type { FunctionProps } from "../props";

/** Time and sizes of a function in the units of the provider; bounds as the service has them. */
export function functionNumbers(fn: IConstruct, props: FunctionProps) {
  return {
    /** Seconds. */
    timeout: numberOf(fn, "timeout", props.timeout ?? 10, parseDuration, [1, 900], "seconds"),
    /** MB. */
    memorySize: numberOf(fn, "memorySize", props.memorySize ?? 1024, parseSize, [128, 10_240], "MB"),
    /** MB. */
    diskSize: numberOf(fn, "diskSize", props.diskSize ?? 512, parseSize, [512, 10_240], "MB"),
  };
}

function numberOf(
  fn: IConstruct,
  prop: string,
  value: number | string,
  parse: (where: IConstruct, prop: string, value: unknown) => number,
  [min, max]: readonly [number, number],
  unit: string,
): number {
  if (Token.isUnresolved(value)) return Token.asNumber(value);
  if (typeof value === "number") {
    checkInteger(fn, prop, value, min, max, unit);
    return value;
  }
  const number = parse(fn, prop, value);
  if (number < min || number > max) {
    fail(fn, "out-of-range", prop, { value, range: `${min} to ${max} ${unit}` });
  }
  return number;
}
