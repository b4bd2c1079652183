import { CloudwatchLogResourcePolicy } from "@cdktf/provider-aws/lib/cloudwatch-log-resource-policy";
import {
  CognitoLogDeliveryConfiguration,
  type CognitoLogDeliveryConfigurationLogConfigurations,
} from "@cdktf/provider-aws/lib/cognito-log-delivery-configuration";
import { Construct } from "constructs";
import { arnPattern, exampleArn } from "../../../facts/aws/arn-patterns";
import { formatArn } from "../../../facts/aws/arns";
import { type Retention, retentionDays, retentionLiterals } from "../../../facts/aws/log-retention";
import { servicePrincipal } from "../../../facts/aws/principals";
import { attempt } from "../../../facts/errors/problems";
import { LogGroup, prefixedName, Stack } from "../../../kit/app";
import { checkKeys, checkObject, isUnresolved, propKeys, refuseValue, waitFor } from "../../../kit/core";
import { lazyPolicyJson } from "../../../kit/iam";
import { fail } from "../errors";
import type { UserbaseProps } from "../props";

/** A log group that gets logs of the directory. */
export interface UserbaseLogGroupTarget {
  /** How long CloudWatch keeps the logs. @default "one_year" */
  readonly retention?: Retention | undefined;
  /** ARN of an existing log group. @default - one is created */
  readonly logGroupArn?: string | undefined;
}

/** The target of logs of the directory: a log group, or an existing bucket or Firehose stream. */
export interface UserbaseLogTarget extends UserbaseLogGroupTarget {
  /** ARN of an existing bucket, in place of a log group. Its policy must let `delivery.logs.amazonaws.com` write. @default - a log group */
  readonly bucketArn?: string | undefined;
  /** ARN of an existing Firehose stream, in place of a log group. @default - a log group */
  readonly streamArn?: string | undefined;
}

/** Logs that the directory writes. */
export interface UserbaseLogDeliveryProps {
  /** Emails and SMS that could not be sent: the level `ERROR`, the only one of these logs. @default false */
  readonly userNotification?: boolean | UserbaseLogGroupTarget | undefined;
  /**
   * Sign-ins with their risks: the level `INFO`, the only one of these logs. Needs `threatProtection`.
   *
   * @default false
   */
  readonly userAuthEvents?: boolean | UserbaseLogTarget | undefined;
}

const deliveryKeys = propKeys<UserbaseLogDeliveryProps>()({ userNotification: true, userAuthEvents: true });
const targetKeys = propKeys<UserbaseLogTarget>()({
  retention: retentionLiterals,
  logGroupArn: "text",
  bucketArn: "text",
  streamArn: "text",
});

/**
 * The service takes one level per source.
 *
 * Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_LogConfigurationType.html
 */
const levels = { userNotification: "ERROR", userAuthEvents: "INFO" } as const satisfies Record<
  keyof UserbaseLogDeliveryProps,
  string
>;
type Source = keyof typeof levels;
const sources = Object.keys(levels) as readonly Source[];

const arns = {
  logGroupArn: {
    pattern: arnPattern("logs", /log-group:[^:*]+/),
    expected: 'the ARN of a log group, without ":*"',
  },
  bucketArn: {
    pattern: arnPattern("s3", /[a-z0-9.-]+/),
    expected: `the ARN of a bucket: "${exampleArn("s3", "logs")}"`,
  },
  streamArn: {
    pattern: arnPattern("firehose", /deliverystream\/[\w.-]+/),
    expected: "the ARN of a Firehose stream",
  },
} as const;
type TargetKey = keyof typeof arns;
const arnKeys = Object.keys(arns) as readonly TargetKey[];

/** Refuses logs that the service does not send, and targets that it does not send them to. */
export function checkLogDelivery(userbase: Construct, props: UserbaseProps): void {
  const { logDelivery, featureTier, threatProtection = "off" } = props;
  if (logDelivery === undefined) return;
  checkKeys(userbase, "logDelivery", logDelivery, deliveryKeys);
  for (const source of sources) {
    const given = logDelivery[source];
    if (given !== undefined && typeof given !== "boolean") checkTarget(userbase, source, given);
  }
  if (logDelivery.userAuthEvents === undefined || logDelivery.userAuthEvents === false) return;
  const prop = "logDelivery.userAuthEvents";
  // Source: https://docs.aws.amazon.com/cognito/latest/developerguide/exporting-quotas-and-usage.html
  if (featureTier !== "plus") {
    attempt(() => fail(userbase, "userbase-tier", prop, { tier: featureTier, needed: ["plus"] }));
  }
  if (threatProtection === "off") fail(userbase, "prop-needs", prop, { needs: "threatProtection" });
}

function checkTarget(userbase: Construct, source: Source, given: unknown): void {
  const prop = `logDelivery.${source}`;
  checkObject(userbase, prop, given, targetKeys, "true, false or { retention, logGroupArn }");
  const target: UserbaseLogTarget = given;
  const [first, second] = arnKeys.filter((key) => target[key] !== undefined);
  if (first === undefined) return;
  if (source === "userNotification" && first !== "logGroupArn") {
    fail(userbase, "userbase-log-target", `${prop}.${first}`, {});
  }
  if (second !== undefined)
    fail(userbase, "props-exclude", `${prop}.${second}`, { other: `${prop}.${first}` });
  if (target.retention !== undefined) {
    fail(userbase, "props-exclude", `${prop}.retention`, { other: `${prop}.${first}` });
  }
  const value = target[first];
  const { pattern, expected } = arns[first];
  if (isUnresolved(value) || pattern.test(String(value))) return;
  refuseValue(userbase, `${prop}.${first}`, value, expected);
}

/** Creates the delivery of logs, with its log groups; nothing by default. */
export function createLogDelivery(
  userbase: Construct,
  { logDelivery = {} }: UserbaseProps,
  userPoolId: string,
): void {
  const given = sources.flatMap((source) => {
    const target: UserbaseLogDeliveryProps["userAuthEvents"] = logDelivery[source];
    return target === undefined || target === false
      ? []
      : [{ source, target: target === true ? {} : target }];
  });
  if (given.length === 0) return;
  const scope = new Construct(userbase, "LogDelivery");
  const logConfigurations = given.map(({ source, target }) =>
    logConfiguration(userbase, scope, source, target),
  );
  const delivery = new CognitoLogDeliveryConfiguration(scope, "Configuration", {
    userPoolId,
    logConfigurations,
  });
  const writesGroup = given.some(
    ({ target }) => target.bucketArn === undefined && target.streamArn === undefined,
  );
  if (writesGroup) waitFor(delivery, [UserLogsPolicy.of(Stack.of(userbase)).resource]);
}

function logConfiguration(
  userbase: Construct,
  scope: Construct,
  source: Source,
  { bucketArn, streamArn, logGroupArn, retention = "one_year" }: UserbaseLogTarget,
): CognitoLogDeliveryConfigurationLogConfigurations {
  const common = { eventSource: source, logLevel: levels[source] };
  if (bucketArn !== undefined) return { ...common, s3Configuration: [{ bucketArn }] };
  if (streamArn !== undefined) return { ...common, firehoseConfiguration: [{ streamArn }] };
  const policy = UserLogsPolicy.of(Stack.of(userbase));
  if (logGroupArn !== undefined) {
    policy.add(logGroupArn);
    return { ...common, cloudWatchLogsConfiguration: [{ logGroupArn }] };
  }
  const group = new LogGroup(scope, source, {
    name: `${prefix}${prefixedName(userbase)}/${source}`,
    retentionInDays: retentionDays[retention],
  });
  return { ...common, cloudWatchLogsConfiguration: [{ logGroupArn: group.arn }] };
}

const prefix = "/aws/vendedlogs/cognito/";

/**
 * Lets AWS write the logs of directories. CloudWatch Logs allows ten such policies per account and region, so each stack
 * has one policy for all its directories.
 *
 * Source: https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/AWS-logs-infrastructure-V2-CloudWatchLogs.html
 */
class UserLogsPolicy extends Construct {
  readonly resource: CloudwatchLogResourcePolicy;
  /** ARNs of groups whose names have another prefix. */
  private readonly others: string[] = [];

  private constructor(stack: Stack, id: string) {
    super(stack, id);
    const { partition, region, account } = stack;
    const logs = (resource: string) => formatArn({ partition, region, account }, "logs", resource);
    this.resource = new CloudwatchLogResourcePolicy(this, "Policy", {
      policyName: `${stack.node.id}-user-logs`,
      policyDocument: lazyPolicyJson(() => [
        {
          effect: "Allow",
          principals: { Service: [servicePrincipal("delivery.logs")] },
          actions: ["logs:CreateLogStream", "logs:PutLogEvents"],
          resources: [logs(`log-group:${prefix}*`), ...this.others].map((each) => `${each}:log-stream:*`),
          conditions: {
            StringEquals: { "aws:SourceAccount": account },
            ArnLike: { "aws:SourceArn": logs("*") },
          },
        },
      ]),
    });
  }

  static of(stack: Stack): UserLogsPolicy {
    const id = "_userLogs";
    return (stack.node.tryFindChild(id) as UserLogsPolicy | undefined) ?? new UserLogsPolicy(stack, id);
  }

  add(groupArn: string): void {
    this.others.push(groupArn);
  }
}
