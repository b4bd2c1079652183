import type { LambdaFunction } from "@cdktf/provider-aws/lib/lambda-function";
import type { IConstruct } from "constructs";
import { findRuntime, runtimes } from "../../../bundle";
import type { Where } from "../../../facts/errors/error";
import { isUnresolved } from "../../core/tokens/unresolved";
import { fail } from "../errors";
import type { FunctionProps } from "../props";

/** The facts that determine whether a function can have SnapStart. */
interface Started {
  readonly props: FunctionProps;
  /** The runtime as it is deployed. */
  readonly runtime: string;
  /** MB. */
  readonly diskSize: number;
}

/**
 * Refuses SnapStart if Lambda does not support it.
 *
 * Source: https://docs.aws.amazon.com/lambda/latest/dg/snapstart.html#snapstart-runtimes
 */
export function checkSnapStart(where: Where, { props, runtime, diskSize }: Started): void {
  if (props.snapStart !== true) return;
  const deployed = props.cdk?.function?.runtime ?? runtime;
  const known = findRuntime(deployed);
  if (known !== undefined && known.snapStart !== true) {
    const allowed = Object.keys(runtimes).filter((name) => findRuntime(name)?.snapStart === true);
    fail(where, "snap-start-runtime", "snapStart", { runtime: deployed, allowed });
  }
  if (props.filesystem !== undefined) fail(where, "props-exclude", "snapStart", { other: "filesystem" });
  if (props.currentVersionOptions?.provisionedConcurrentExecutions !== undefined) {
    const other = "currentVersionOptions.provisionedConcurrentExecutions";
    fail(where, "props-exclude", "snapStart", { other });
  }
  if (!isUnresolved(diskSize) && diskSize > 512)
    fail(where, "out-of-range", "diskSize", {
      value: props.diskSize,
      range: "512 MB, as snapStart needs it",
    });
}

/** Refuses SnapStart without a version: the unpublished function always starts without a snapshot. */
export function checkSnapStartVersion(
  where: IConstruct,
  { snapStart }: FunctionProps,
  fn: LambdaFunction,
): void {
  const published = fn.publishInput;
  if (snapStart !== true || (published !== undefined && published !== false)) return;
  fail(where, "snap-start-unpublished", "snapStart", {});
}
