import type { AppsyncGraphqlApiLogConfig } from "@cdktf/provider-aws/lib/appsync-graphql-api";
import { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import { IamRolePolicy } from "@cdktf/provider-aws/lib/iam-role-policy";
import { Construct } from "constructs";
import { Stack } from "../../app";
import { prefixedName } from "../../app/construct-name";
import { LogGroup } from "../../app/log-group";
import { checkKeys, checkLiteral, propKeys } from "../../core/check";
import { namePrefix } from "../../core/name";
import { retentionDays, retentionLiterals } from "../../core/retention";
import { lazyPolicyJson } from "../../iam/permissions";
import { serviceTrust } from "../../iam/trust";
import type { AppSyncApiLogProps } from "./props";

const logKeys = propKeys<AppSyncApiLogProps>()({
  fieldLogLevel: true,
  excludeVerboseContent: "boolean",
  retention: true,
  cloudwatchLogsRoleArn: "text",
});

const levels = ["NONE", "ERROR", "ALL", "INFO", "DEBUG"];

/** Refuses settings of logs that cannot work. */
export function checkLogs(api: Construct, prop: string, given: AppSyncApiLogProps | undefined): void {
  if (given === undefined) return;
  checkKeys(api, prop, given, logKeys);
  const { fieldLogLevel, retention } = given;
  if (fieldLogLevel !== undefined) checkLiteral(api, `${prop}.fieldLogLevel`, fieldLogLevel, levels);
  if (retention !== undefined) checkLiteral(api, `${prop}.retention`, retention, retentionLiterals);
}

/** The logs of an API: first what the API needs, and when it exists, its log group. */
export interface CreatedLogs {
  readonly config: AppsyncGraphqlApiLogConfig;
  /** Creates what needs the id of the API. */
  finish(apiId: string): LogGroup;
}

/** Creates the role with which an API writes its logs, unless the caller gives one. */
export function createLogs(api: Construct, given: AppSyncApiLogProps): CreatedLogs {
  const { fieldLogLevel = "ERROR", excludeVerboseContent = true, cloudwatchLogsRoleArn, retention } = given;
  const role = cloudwatchLogsRoleArn === undefined ? createRole(api) : undefined;
  const arn = role?.arn ?? cloudwatchLogsRoleArn ?? "";
  return {
    config: { cloudwatchLogsRoleArn: arn, fieldLogLevel, excludeVerboseContent },
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

function createRole(api: Construct): IamRole {
  const { account } = Stack.of(api);
  const scope = new Construct(api, "LogRole");
  return new IamRole(scope, "Role", {
    namePrefix: namePrefix(`${prefixedName(api)}-logs`, 37),
    assumeRolePolicy: serviceTrust("appsync.amazonaws.com", {
      StringEquals: { "aws:SourceAccount": account },
    }),
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
