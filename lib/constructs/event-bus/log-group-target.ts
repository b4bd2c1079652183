import {
  CloudwatchLogGroup,
  type CloudwatchLogGroupConfig,
} from "@cdktf/provider-aws/lib/cloudwatch-log-group";
import { CloudwatchLogResourcePolicy } from "@cdktf/provider-aws/lib/cloudwatch-log-resource-policy";
import type { DataAwsCloudwatchLogGroup } from "@cdktf/provider-aws/lib/data-aws-cloudwatch-log-group";
import { Construct } from "constructs";
import { Stack } from "../../app";
import { LogGroup } from "../../app/log-group";
import { checkOverride, findImport, overlay } from "../../core/override";
import { retentionDays } from "../../core/retention";
import { lazyPolicyJson } from "../../iam/permissions";

const prefix = "/aws/events/";

/** A log group that is to be the target of a rule. */
export interface LogGroupPlace {
  readonly scope: Construct;
  readonly id: string;
  /** Name of a created group, without its prefix. */
  readonly name: string;
  /** The prop, for messages. */
  readonly prop: string;
}

/** A log group, and the policy that lets event rules write to it. */
export interface TargetLogGroup {
  readonly arn: string;
  readonly policy: CloudwatchLogResourcePolicy;
}

/** Refuses a log group that cannot be a target; the result creates it, unless it exists. */
export function planTargetLogGroup(
  bus: Construct,
  place: LogGroupPlace,
  given: unknown = {},
): () => TargetLogGroup {
  const { scope, prop } = place;
  const type = "aws_cloudwatch_log_group";
  const imported = findImport<CloudwatchLogGroup | DataAwsCloudwatchLogGroup>(bus, prop, given, type);
  if (imported === undefined) checkOverride(bus, prop, given, CloudwatchLogGroup);
  return () => {
    const group = imported ?? createLogGroup(place, given as Partial<CloudwatchLogGroupConfig>);
    const policy = EventLogsPolicy.of(Stack.of(scope));
    if (!String(group.nameInput).startsWith(prefix)) policy.add(group.arn);
    return { arn: group.arn, policy: policy.resource };
  };
}

function createLogGroup(
  { scope, id, name }: LogGroupPlace,
  given: Partial<CloudwatchLogGroupConfig>,
): CloudwatchLogGroup {
  const config: CloudwatchLogGroupConfig = {
    ...(given.namePrefix === undefined && { name: `${prefix}${name}` }),
    retentionInDays: retentionDays.one_year,
  };
  return new LogGroup(scope, id, overlay(config, given));
}

/**
 * Lets event rules write logs. CloudWatch Logs allows ten such policies per account and region, so each stack has one
 * policy for all its rules.
 *
 * Source: https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-use-resource-based.html
 */
class EventLogsPolicy extends Construct {
  readonly resource: CloudwatchLogResourcePolicy;
  /** ARN patterns of groups whose names have another prefix. */
  private readonly others: string[] = [];

  private constructor(stack: Stack, id: string) {
    super(stack, id);
    const { partition, region, account } = stack;
    const own = `arn:${partition}:logs:${region}:${account}:log-group:${prefix}*:*`;
    this.resource = new CloudwatchLogResourcePolicy(this, "Policy", {
      policyName: `${stack.node.id}-events`,
      policyDocument: lazyPolicyJson(() => [
        {
          effect: "Allow",
          principals: { Service: ["events.amazonaws.com", "delivery.logs.amazonaws.com"] },
          actions: ["logs:CreateLogStream", "logs:PutLogEvents"],
          resources: [own, ...this.others],
        },
      ]),
    });
  }

  static of(stack: Stack): EventLogsPolicy {
    const id = "_eventLogs";
    return (stack.node.tryFindChild(id) as EventLogsPolicy | undefined) ?? new EventLogsPolicy(stack, id);
  }

  add(groupArn: string): void {
    this.others.push(`${groupArn}:*`);
  }
}
