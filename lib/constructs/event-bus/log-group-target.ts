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

/** Refuses a log group that cannot be a target. */
export function checkTargetLogGroup(bus: Construct, prop: string, given: unknown): void {
  if (given === undefined || findImport(bus, prop, given, "aws_cloudwatch_log_group") !== undefined) return;
  checkOverride(bus, prop, given, CloudwatchLogGroup);
}

/** The log group of a target, and what lets event rules write to it. */
export function targetLogGroup(
  bus: Construct,
  scope: Construct,
  { id, name, prop }: { readonly id: string; readonly name: string; readonly prop: string },
  given: unknown,
): { readonly arn: string; readonly policy: CloudwatchLogResourcePolicy } {
  const type = "aws_cloudwatch_log_group";
  const imported = findImport<CloudwatchLogGroup | DataAwsCloudwatchLogGroup>(bus, prop, given, type);
  const group =
    imported ?? createLogGroup(scope, id, name, (given ?? {}) as Partial<CloudwatchLogGroupConfig>);
  const policy = EventLogsPolicy.of(Stack.of(scope));
  if (!String(group.nameInput).startsWith(prefix)) policy.add(group.arn);
  return { arn: group.arn, policy: policy.resource };
}

function createLogGroup(
  scope: Construct,
  id: string,
  name: string,
  given: Partial<CloudwatchLogGroupConfig>,
): CloudwatchLogGroup {
  const config: CloudwatchLogGroupConfig = {
    ...(given.namePrefix === undefined && { name: `${prefix}${name}` }),
    retentionInDays: retentionDays.one_year,
  };
  return new LogGroup(scope, id, overlay(config, given));
}

/**
 * Lets event rules write logs. CloudWatch Logs takes ten such policies per account and region, so that a stack has one
 * for all its rules.
 *
 * Source: https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-use-resource-based.html
 */
class EventLogsPolicy extends Construct {
  readonly resource: CloudwatchLogResourcePolicy;
  /** Groups that are called otherwise. */
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
