import { CloudwatchLogGroup } from "@cdktf/provider-aws/lib/cloudwatch-log-group";
import type { Construct } from "constructs";
import { retentionDays } from "../../../facts/aws/log-retention";
import { overlay } from "../../core/terraform/override";
import type { FunctionProps } from "../props";

/** Creates the function's log group, so that its role needs no permission to create one. */
export function createLogGroup(
  fn: Construct,
  functionName: string,
  { cdk, logRetention = "one_year" }: FunctionProps,
): CloudwatchLogGroup {
  const override = cdk?.logGroup ?? {};
  const config = {
    // The provider accepts a name or a prefix, not both.
    name: override.namePrefix === undefined ? `/aws/lambda/${functionName}` : undefined,
    retentionInDays: retentionDays[logRetention],
  };
  return new CloudwatchLogGroup(fn, "LogGroup", overlay(config, override));
}
