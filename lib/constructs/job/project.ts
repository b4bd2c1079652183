import { CloudwatchLogGroup } from "@cdktf/provider-aws/lib/cloudwatch-log-group";
import {
  CodebuildProject,
  type CodebuildProjectConfig,
  type CodebuildProjectEnvironment,
} from "@cdktf/provider-aws/lib/codebuild-project";
import { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import { IamRolePolicy } from "@cdktf/provider-aws/lib/iam-role-policy";
import type { S3Object } from "@cdktf/provider-aws/lib/s3-object";
import type { Construct } from "constructs";
import { formatArn } from "../../facts/aws/arns";
import { retentionDays } from "../../facts/aws/log-retention";
import { servicePrincipal } from "../../facts/aws/principals";
import { publicRegistry } from "../../facts/aws/service-hosts";
import { prefixedName, Stack } from "../../kit/app";
import { escapeTemplate, namePrefix, overlay, waitFor } from "../../kit/core";
import { createNetwork, type ParsedNetwork } from "../../kit/function";
import { lazyPolicyJson, resourceTrust, type Statement } from "../../kit/iam";
import { type ParsedJob, projectOverrideKeys } from "./parse";
import type { JobProps } from "./props";

/**
 * Imports the handler and calls it with the payload. A job that leaves something open, such as a connection, still
 * ends.
 */
const runner = [
  "const [, file, names] = /^((?:.*[/])?[^/.]+)[.](.+)$/.exec(process.env.SERVERFORM_JOB_HANDLER);",
  "const find = (code) => names.split(`.`).reduce((at, name) => at?.[name], code);",
  "import([process.cwd(), file].join(`/`) + `.js`)",
  // The exports of a CommonJS module are its default export.
  ".then((code) => (find(code) ?? find(code.default))(JSON.parse(process.env.SERVERFORM_PAYLOAD || `null`)))",
  ".then(() => process.exit(0), (error) => { console.error(error); process.exit(1); });",
].join(" ");

/** JSON is YAML, too. The modules of the runtime are found as in a function. */
const buildspec = JSON.stringify({
  version: 0.2,
  phases: {
    build: { commands: [`NODE_PATH=/var/runtime/node_modules node -e '${runner}'`] },
  },
});

/** Creates the build project of a job, with its role and log group. The statements are the permissions of every job. */
export function createProject(
  job: Construct,
  { cdk }: JobProps,
  { computeType, timeoutMinutes, network }: ParsedJob,
  code: S3Object,
  codeArn: string,
) {
  const name = cdk?.project?.name ?? prefixedName(job);
  const logGroup = new CloudwatchLogGroup(job, "LogGroup", {
    name: `/aws/codebuild/${name}`,
    retentionInDays: retentionDays.one_year,
  });
  // Source: https://docs.aws.amazon.com/codebuild/latest/userguide/cross-service-confused-deputy-prevention.html
  const role = new IamRole(job, "Role", {
    namePrefix: namePrefix(name, 37),
    assumeRolePolicy: resourceTrust(Stack.of(job), "codebuild", `project/${name}`),
  });
  const { config: place, securityGroup } = createNetwork(job, network, "Job");
  const config: CodebuildProjectConfig = {
    name,
    buildTimeout: timeoutMinutes,
    serviceRole: role.arn,
    artifacts: { type: "NO_ARTIFACTS" },
    source: {
      type: "S3",
      location: `${code.bucket}/${code.key}`,
      buildspec: escapeTemplate(buildspec),
    },
    environment: environmentOf(computeType, {}),
    logsConfig: { cloudwatchLogs: { groupName: logGroup.name, status: "ENABLED" } },
    vpcConfig: network &&
      place && { vpcId: network.vpcId, subnets: place.subnetIds, securityGroupIds: place.securityGroupIds },
  };
  const project = new CodebuildProject(job, "Project", overlay(config, cdk?.project, projectOverrideKeys));
  if (network !== undefined) waitFor(project, [allowNetwork(job, role, network)]);
  const statements: Statement[] = [
    statement(["logs:CreateLogStream", "logs:PutLogEvents"], [`${logGroup.arn}:*`]),
    statement(["s3:GetObject", "s3:GetObjectVersion"], [codeArn]),
  ];
  return { project, role, securityGroup, statements };
}

const statement = (
  actions: readonly string[],
  resources: readonly string[],
  conditions?: object,
): Statement => ({ effect: "Allow", actions, resources, ...(conditions && { conditions }) }) as Statement;

/**
 * The permissions that AWS requires for a project in a network, in a policy of their own: the other permissions may wait for resources that the job
 * is bound to, such as a database.
 */
function allowNetwork(job: Construct, role: IamRole, network: ParsedNetwork): IamRolePolicy {
  const statements = networkStatements(Stack.of(job), network);
  return new IamRolePolicy(job, "NetworkPolicy", {
    name: "network",
    role: role.name,
    policy: lazyPolicyJson(() => statements),
  });
}

/** Source: https://docs.aws.amazon.com/codebuild/latest/userguide/auth-and-access-control-iam-identity-based-access-control.html#customer-managed-policies-example-create-vpc-network-interface */
function networkStatements(stack: Stack, network: ParsedNetwork): readonly Statement[] {
  const { partition, region, account } = stack;
  const ec2 = (resource: string) => formatArn({ partition, region, account }, "ec2", resource);
  return [
    statement(
      [
        "ec2:CreateNetworkInterface",
        "ec2:DeleteNetworkInterface",
        "ec2:DescribeDhcpOptions",
        "ec2:DescribeNetworkInterfaces",
        "ec2:DescribeSecurityGroups",
        "ec2:DescribeSubnets",
        "ec2:DescribeVpcs",
      ],
      ["*"],
    ),
    statement(["ec2:CreateNetworkInterfacePermission"], [ec2("network-interface/*")], {
      StringEquals: {
        "ec2:AuthorizedService": [servicePrincipal("codebuild")],
        "ec2:Subnet": network.subnetIds.map((subnet) => ec2(`subnet/${subnet}`)),
      },
    }),
  ];
}

/** The image of Lambda's Node runtime: a handler that runs in a function runs there as well. */
export function environmentOf(
  computeType: string,
  variables: Readonly<Record<string, string>>,
): CodebuildProjectEnvironment {
  return {
    type: "LINUX_CONTAINER",
    computeType,
    image: `${publicRegistry}/lambda/nodejs:24`,
    imagePullCredentialsType: "SERVICE_ROLE",
    environmentVariable: Object.entries(variables)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => ({ name, value, type: "PLAINTEXT" })),
  };
}
