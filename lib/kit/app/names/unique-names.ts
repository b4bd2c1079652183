import { TerraformResource } from "cdktf";
import type { IConstruct } from "constructs";
import type { ServerformError } from "../../../facts/errors/error";
import { constructsOfTree } from "../../core/constructs-of-tree";
import { literalName } from "../../core/tokens/literal-name";
import { problem } from "../errors";

/** The attribute that names a resource in its account and region. AWS takes a second creation as the first one, or refuses it. */
const nameAttributes: Readonly<Record<string, string>> = {
  aws_cloudwatch_event_bus: "name",
  aws_cloudwatch_log_group: "name",
  aws_codebuild_project: "name",
  aws_cognito_user_pool_domain: "domain",
  aws_db_subnet_group: "name",
  aws_dynamodb_table: "name",
  aws_iam_role: "name",
  aws_kinesis_stream: "name",
  aws_lambda_function: "functionName",
  aws_pipes_pipe: "name",
  aws_rds_cluster: "clusterIdentifier",
  aws_s3_bucket: "bucket",
  aws_secretsmanager_secret: "name",
  aws_sns_topic: "name",
  aws_sqs_queue: "name",
  aws_ssm_parameter: "name",
};

/** Types whose names are taken in all regions. Source: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html */
const globalTypes: ReadonlySet<string> = new Set(["aws_iam_role", "aws_s3_bucket"]);

/** The credentials of a stack; the same for stacks of the same account. */
interface HasAccountKey {
  readonly accountKey: string;
  readonly region: string;
}

/**
 * Resources that have the same name in AWS. Names are ids that are joined by `-`, so that `B-C` in the stack `A` and `C` in `A-B` may have one.
 *
 * SQS, for one, answers the second creation with the queue of the first: both would be one queue.
 */
export function checkUniqueNames(root: IConstruct): ServerformError[] {
  const holders = new Map<string, IConstruct>();
  return constructsOfTree(root).flatMap((construct) => {
    if (!TerraformResource.isTerraformResource(construct)) return [];
    const { terraformResourceType: type, provider, count, forEach } = construct;
    const attribute = nameAttributes[type];
    if (attribute === undefined || count !== undefined || forEach !== undefined) return [];
    const name = literalName(Reflect.get(construct, `${attribute}Input`));
    if (name === undefined) return [];
    const { accountKey = construct.cdktfStack.node.path, region } =
      construct.cdktfStack as Partial<HasAccountKey>;
    const place = globalTypes.has(type) ? undefined : region;
    const key = JSON.stringify([type, name, accountKey, place, provider?.fqn]);
    const other = holders.get(key);
    if (other === undefined) {
      holders.set(key, construct);
      return [];
    }
    return [problem(construct, "name-taken", attribute, { value: name, other: other.node.path })];
  });
}
