import type { CloudwatchLogGroup } from "@cdktf/provider-aws/lib/cloudwatch-log-group";
import type { Statement } from "../iam/permissions";
import { toArn } from "./arn";
import type { DeadLetterTarget } from "./invocation/dead-letter";
import type { FunctionProps } from "./props";

/** The permissions that every function needs: for its logs, traces, file system, key and dead-letter target. */
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
    statements.push(allow(toArn(filesystem.accessPoint), ...actions));
  }
  if (environmentEncryption !== undefined)
    statements.push(allow(toArn(environmentEncryption), "kms:Decrypt"));
  if (deadLetter !== undefined) statements.push(allow(deadLetter.arn, deadLetter.action));
  return statements;
}

function allow(resource: string, ...actions: string[]): Statement {
  return { effect: "Allow", actions, resources: [resource] };
}
