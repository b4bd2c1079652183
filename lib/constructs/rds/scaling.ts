import type { RdsClusterServerlessv2ScalingConfiguration } from "@cdktf/provider-aws/lib/rds-cluster";
import type { IConstruct } from "constructs";
import { noteIdleProp } from "../../kit/app";
import { checkInteger, checkKeys, isPlainObject, propKeys, refuseValue } from "../../kit/core";
import { fail } from "./errors";
import type { RDSCapacity, RDSScalingProps } from "./props";

/** Units by literal. The service scales in halves; 256 is its limit. */
const units: Readonly<Record<RDSCapacity, number>> = {
  ACU_1: 1,
  ACU_2: 2,
  ACU_4: 4,
  ACU_8: 8,
  ACU_16: 16,
  ACU_32: 32,
  ACU_64: 64,
  ACU_128: 128,
  ACU_192: 192,
  ACU_256: 256,
};

const scalingKeys = propKeys<RDSScalingProps>()({ autoPause: true, minCapacity: true, maxCapacity: true });

/**
 * The scaling of a serverless cluster of the second generation. A pause is a capacity of 0.
 *
 * Source: https://docs.aws.amazon.com/AmazonRDS/latest/AuroraUserGuide/aurora-serverless-v2-auto-pause.html
 */
export function scalingConfig(
  rds: IConstruct,
  scaling: RDSScalingProps = {},
): RdsClusterServerlessv2ScalingConfiguration {
  const given: unknown = scaling;
  if (!isPlainObject(given)) refuseValue(rds, "scaling", given, "an object: { autoPause: 10 }");
  checkKeys(rds, "scaling", scaling, scalingKeys);
  const { autoPause = true, minCapacity, maxCapacity = "ACU_16" } = scaling;
  checkCapacity(rds, "scaling.maxCapacity", maxCapacity);
  if (minCapacity !== undefined) checkCapacity(rds, "scaling.minCapacity", minCapacity);
  const pausesAfter = pauseMinutes(rds, autoPause);
  const least = minCapacity ?? (pausesAfter === undefined ? "ACU_2" : undefined);
  if (least !== undefined && units[least] > units[maxCapacity]) {
    fail(rds, "rds-capacity-order", "scaling.minCapacity", { min: least, max: maxCapacity });
  }
  if (minCapacity !== undefined && pausesAfter !== undefined)
    noteIdleProp(
      rds,
      "scaling.minCapacity",
      "the cluster pauses: the least capacity is 0; set autoPause: false",
    );
  return pausesAfter === undefined
    ? { minCapacity: units[least ?? "ACU_2"], maxCapacity: units[maxCapacity] }
    : { minCapacity: 0, secondsUntilAutoPause: pausesAfter * 60, maxCapacity: units[maxCapacity] };
}

/** Undefined for a cluster that never pauses. */
function pauseMinutes(rds: IConstruct, autoPause: unknown): number | undefined {
  if (autoPause === false) return undefined;
  if (autoPause === true) return 5;
  if (typeof autoPause !== "number") {
    return refuseValue(rds, "scaling.autoPause", autoPause, "true, false, or a number of minutes");
  }
  checkInteger(rds, "scaling.autoPause", autoPause, 5, 1440, "minutes");
  return autoPause;
}

function checkCapacity(rds: IConstruct, prop: string, value: unknown): void {
  if (typeof value === "string" && Object.hasOwn(units, value)) return;
  fail(rds, "rds-capacity", prop, { value, allowed: Object.keys(units) });
}
