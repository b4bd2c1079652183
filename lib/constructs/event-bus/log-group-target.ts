import {
  CloudwatchLogGroup,
  type CloudwatchLogGroupConfig,
} from "@cdktf/provider-aws/lib/cloudwatch-log-group";
import { CloudwatchLogResourcePolicy } from "@cdktf/provider-aws/lib/cloudwatch-log-resource-policy";
import type { DataAwsCloudwatchLogGroup } from "@cdktf/provider-aws/lib/data-aws-cloudwatch-log-group";
import { Construct } from "constructs";
import { formatArn } from "../../facts/aws/arns";
import { retentionDays } from "../../facts/aws/log-retention";
import { servicePrincipal } from "../../facts/aws/principals";
import { LogGroup, Stack } from "../../kit/app";
import { checkOverride, FactKey, factOf, findImport, literalName, overlay } from "../../kit/core";
import { lazyPolicyJson } from "../../kit/iam";
import { fail } from "./errors";

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
  if (imported === undefined) {
    checkOverride(bus, prop, given, CloudwatchLogGroup);
    checkName(bus, place, logGroupConfig(place, given as Partial<CloudwatchLogGroupConfig>));
  }
  return () => {
    const group = imported ?? createLogGroup(place, given as Partial<CloudwatchLogGroupConfig>);
    const policy = EventLogsPolicy.of(Stack.of(scope));
    if (!String(group.nameInput).startsWith(prefix))
      policy.add(imported?.arn ?? knownArn(group) ?? group.arn);
    return { arn: group.arn, policy: policy.resource };
  };
}

const namesOfGroups = new FactKey<Map<string, { readonly group: string; readonly owner: string }>>(
  "log groups of event buses",
  () => new Map(),
);

/** Refuses the name of another group of the app in the same region and account: AWS would not create the second. */
function checkName(
  bus: Construct,
  { scope, id, prop }: LogGroupPlace,
  config: CloudwatchLogGroupConfig,
): void {
  const value = literalName(config.name);
  if (value === undefined) return;
  const { region, account } = Stack.of(scope);
  const names = factOf(scope, namesOfGroups);
  const key = JSON.stringify([literalName(region), literalName(account), value]);
  const group = `${scope.node.path}/${id}`;
  const other = names.get(key);
  // The group itself may have been planned before, in a call that was refused.
  if (other !== undefined && other.group !== group) {
    fail(bus, "log-group-name-duplicate", prop, { value, other: other.owner });
  }
  names.set(key, { group, owner: `${bus.node.path}, ${prop}` });
}

function createLogGroup(place: LogGroupPlace, given: Partial<CloudwatchLogGroupConfig>): CloudwatchLogGroup {
  return new LogGroup(place.scope, place.id, logGroupConfig(place, given));
}

/**
 * The ARN of a created group without a reference to it, if its name is literal: with references, the targets of each bus would wait
 * for the groups of all, and no bus could wait for another one.
 */
function knownArn(group: CloudwatchLogGroup | DataAwsCloudwatchLogGroup): string | undefined {
  const name = literalName(group.nameInput);
  if (name === undefined || group.provider !== undefined || group.regionInput !== undefined) return undefined;
  const { partition, region, account } = Stack.of(group);
  return formatArn({ partition, region, account }, "logs", `log-group:${name}`);
}

function logGroupConfig(
  { name }: LogGroupPlace,
  given: Partial<CloudwatchLogGroupConfig>,
): CloudwatchLogGroupConfig {
  const config: CloudwatchLogGroupConfig = {
    ...(given.namePrefix === undefined && { name: `${prefix}${name}` }),
    retentionInDays: retentionDays.one_year,
  };
  return overlay(config, given);
}

/**
 * Lets event rules of the account write logs. CloudWatch Logs allows ten such policies per account and region, so each stack has one
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
    const own = formatArn({ partition, region, account }, "logs", `log-group:${prefix}*:*`);
    const effect = "Allow" as const;
    const principals = { Service: [servicePrincipal("events"), servicePrincipal("delivery.logs")] };
    // Only for writing: the service names no rule when it creates the stream.
    const conditions = {
      ArnLike: { "aws:SourceArn": formatArn({ partition, region, account }, "events", "rule/*") },
    };
    this.resource = new CloudwatchLogResourcePolicy(this, "Policy", {
      policyName: `${stack.node.id}-events`,
      policyDocument: lazyPolicyJson(() => {
        const statement = { effect, principals, resources: [own, ...this.others] };
        return [
          { ...statement, actions: ["logs:CreateLogStream"] },
          { ...statement, actions: ["logs:PutLogEvents"], conditions },
        ];
      }),
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
