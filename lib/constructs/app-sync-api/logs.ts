import type { AppsyncGraphqlApiLogConfig } from "@cdktf/provider-aws/lib/appsync-graphql-api";
import { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import { IamRolePolicy } from "@cdktf/provider-aws/lib/iam-role-policy";
import { Construct } from "constructs";
import { retentionDays, retentionLiterals } from "../../facts/aws/log-retention";
import { LogGroup, prefixedName, Stack } from "../../kit/app";
import { namePrefix, propKeys, roleArnLimit, within } from "../../kit/core";
import { lazyPolicyJson, resourceTrust } from "../../kit/iam";
import type { AppSyncApiLogProps } from "./props";

/** How much is logged. */
export const logLevels = ["NONE", "ERROR", "ALL", "INFO", "DEBUG"];

export const logKeys = propKeys<AppSyncApiLogProps>()({
  fieldLogLevel: logLevels,
  excludeVerboseContent: "boolean",
  retention: retentionLiterals,
  cloudwatchLogsRoleArn: within(roleArnLimit),
});

type LogTarget = Pick<AppSyncApiLogProps, "cloudwatchLogsRoleArn" | "retention">;

/** The role with which an API writes its logs, and what makes the log group when the API exists. */
export interface CreatedLogs {
  readonly roleArn: string;
  /** Creates the parts that need the id of the API. */
  finish(apiId: string): LogGroup;
}

/** Creates the role with which an API writes its logs, unless the caller gives one. */
export function createLogs(api: Construct, { cloudwatchLogsRoleArn, retention }: LogTarget): CreatedLogs {
  const role = cloudwatchLogsRoleArn === undefined ? createRole(api) : undefined;
  return {
    roleArn: role?.arn ?? cloudwatchLogsRoleArn ?? "",
    finish(apiId) {
      // The service writes to a group of this name only. Source: https://docs.aws.amazon.com/appsync/latest/devguide/monitoring.html
      const group = new LogGroup(api, "LogGroup", {
        name: `/aws/appsync/apis/${apiId}`,
        retentionInDays: retentionDays[retention ?? "one_year"],
      });
      if (role !== undefined) allowToWrite(role, group);
      return group;
    },
  };
}

/** The logs of a GraphQL API in the provider's config. */
export function logConfig(
  { roleArn }: CreatedLogs,
  { fieldLogLevel = "ERROR", excludeVerboseContent = true }: AppSyncApiLogProps,
): AppsyncGraphqlApiLogConfig {
  return { cloudwatchLogsRoleArn: roleArn, fieldLogLevel, excludeVerboseContent };
}

function createRole(api: Construct): IamRole {
  const scope = new Construct(api, "LogRole");
  return new IamRole(scope, "Role", {
    namePrefix: namePrefix(`${prefixedName(api)}-logs`, 37),
    // The API refers to the role, so that the role cannot refer to the API.
    assumeRolePolicy: resourceTrust(Stack.of(api), "appsync", "apis/*"),
  });
}

function allowToWrite(role: IamRole, group: LogGroup): void {
  new IamRolePolicy(role.node.scope as Construct, "Policy", {
    name: "logs",
    role: role.name,
    policy: lazyPolicyJson(() => [
      {
        effect: "Allow",
        actions: ["logs:CreateLogStream", "logs:PutLogEvents"],
        resources: [`${group.arn}:*`],
      },
    ]),
  });
}
