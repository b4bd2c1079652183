import type { CloudwatchLogGroup } from "@cdktf/provider-aws/lib/cloudwatch-log-group";
import type { IConstruct } from "constructs";
import { formatArn } from "../../facts/aws/arns";
import { Stack } from "../app/stack";
import { decryptAndEncrypt, keyStatement, objectKeyStatements, type Statement } from "../iam/permissions";
import { toArn } from "./arn";
import type { DeadLetterTarget } from "./invocation/dead-letter";
import type { FunctionProps } from "./props";

/** The required permissions of every function: for its logs, traces, file system, key and dead-letter target. */
export function requiredStatements(
  props: FunctionProps,
  logGroup: CloudwatchLogGroup,
  deadLetter: DeadLetterTarget | undefined,
): readonly Statement[] {
  const { tracing = "active", filesystem, environmentEncryption } = props;
  const statements = [allow(`${logGroup.arn}:*`, "logs:CreateLogStream", "logs:PutLogEvents")];
  // These X-Ray actions do not support resource-level permissions.
  if (tracing !== "disabled")
    statements.push(allow("*", "xray:PutTraceSegments", "xray:PutTelemetryRecords"));
  if (filesystem !== undefined) {
    const actions = ["elasticfilesystem:ClientMount", "elasticfilesystem:ClientWrite"];
    const mount = allow(fileSystemArn(filesystem.accessPoint, logGroup), ...actions);
    const accessPoint = {
      StringEquals: { "elasticfilesystem:AccessPointArn": toArn(filesystem.accessPoint) },
    };
    statements.push({ ...mount, conditions: accessPoint });
  }
  if (environmentEncryption !== undefined) {
    const encrypted = { construct: logGroup, arn: logGroup.arn };
    const statement = keyStatement(encrypted, ["kms:Decrypt"], toArn(environmentEncryption));
    if (statement !== undefined) statements.push(statement);
  }
  if (deadLetter !== undefined) {
    statements.push(allow(deadLetter.arn, deadLetter.action));
    statements.push(...objectKeyStatements(deadLetter.object, decryptAndEncrypt));
  }
  return statements;
}

/**
 * EFS checks these actions on the file system, with the access point as a condition. The ARN of an access point does not contain
 * its file system: there, only the condition selects it.
 *
 * Source: https://docs.aws.amazon.com/efs/latest/ug/iam-access-control-nfs-efs.html
 */
function fileSystemArn(
  accessPoint: NonNullable<FunctionProps["filesystem"]>["accessPoint"],
  inStack: IConstruct,
): string {
  if (typeof accessPoint !== "string") return accessPoint.fileSystemArn;
  const { partition, region } = Stack.of(inStack);
  return formatArn({ partition, region, account: "*" }, "elasticfilesystem", "file-system/*");
}

function allow(resource: string, ...actions: string[]): Statement {
  return { effect: "Allow", actions, resources: [resource] };
}
