import { join } from "node:path";
import { DataArchiveFile } from "@cdktf/provider-archive/lib/data-archive-file";
import { ArchiveProvider } from "@cdktf/provider-archive/lib/provider";
import { CloudwatchLogGroup } from "@cdktf/provider-aws/lib/cloudwatch-log-group";
import { DynamodbTable } from "@cdktf/provider-aws/lib/dynamodb-table";
import { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import { IamRolePolicy } from "@cdktf/provider-aws/lib/iam-role-policy";
import { LambdaFunction } from "@cdktf/provider-aws/lib/lambda-function";
import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import { App, LocalBackend, TerraformStack } from "cdktf";
import { Construct } from "constructs";
import { recordCreation } from "../../../lib/kit/app/scope/stack-traces";
import { assetOf, bundleHandlers } from "./bundle";
import { report, settings } from "./settings";

const { name, stage, region, outdir } = settings;

/** The beginning of all names. */
export const prefix = `${stage}-${name}`;

const tableActions = [
  "BatchGetItem",
  "BatchWriteItem",
  "ConditionCheckItem",
  "DeleteItem",
  "DescribeTable",
  "GetItem",
  "GetRecords",
  "GetShardIterator",
  "PartiQLDelete",
  "PartiQLInsert",
  "PartiQLSelect",
  "PartiQLUpdate",
  "PutItem",
  "Query",
  "Scan",
  "UpdateItem",
].map((action) => `dynamodb:${action}`);

/** The code, role, logs and function of one route. */
export class RouteFunction extends Construct {
  readonly function: LambdaFunction;

  constructor(scope: Construct, id: string, functionName: string, file: string, table: DynamodbTable) {
    super(scope, id);
    const folder = `\${path.module}/${assetOf(file)}`;
    const code = new DataArchiveFile(this, "code", {
      type: "zip",
      sourceDir: folder,
      outputPath: `${folder}.zip`,
      outputFileMode: "0755",
    });
    const logGroup = new CloudwatchLogGroup(this, "logs", {
      name: `/aws/lambda/${functionName}`,
      retentionInDays: 365,
    });
    const role = new IamRole(this, "role", {
      namePrefix: `${functionName}-`,
      assumeRolePolicy: JSON.stringify({
        Version: "2012-10-17",
        Statement: [
          { Effect: "Allow", Action: "sts:AssumeRole", Principal: { Service: "lambda.amazonaws.com" } },
        ],
      }),
    });
    const policy = new IamRolePolicy(this, "policy", {
      name: "base",
      role: role.name,
      policy: JSON.stringify({
        Version: "2012-10-17",
        Statement: [
          {
            Effect: "Allow",
            Action: ["logs:CreateLogStream", "logs:PutLogEvents"],
            Resource: `${logGroup.arn}:*`,
          },
          { Effect: "Allow", Action: tableActions, Resource: [table.arn, `${table.arn}/index/*`] },
          { Effect: "Allow", Action: ["xray:PutTelemetryRecords", "xray:PutTraceSegments"], Resource: "*" },
        ],
      }),
    });
    this.function = new LambdaFunction(this, "function", {
      functionName,
      handler: `${file}.handler`,
      runtime: "nodejs22.x",
      architectures: ["x86_64"],
      filename: code.outputPath,
      sourceCodeHash: code.outputBase64Sha256,
      role: role.arn,
      timeout: 10,
      memorySize: 1024,
      ephemeralStorage: { size: 512 },
      tracingConfig: { mode: "Active" },
      loggingConfig: { logFormat: "Text", logGroup: logGroup.name },
      environment: {
        variables: { SERVERFORM_APP: name, SERVERFORM_STAGE: stage, TABLE_NAME: table.name },
      },
      dependsOn: [policy],
    });
  }
}

/** The parts that every application has, as one would write them with CDKTF and esbuild; `addApis` adds the measured part. */
export function synthesizeByHand(addApis: (stack: TerraformStack, table: DynamodbTable) => void): void {
  report();
  if (process.env.BENCH_STACK_TRACES === "off") recordCreation(false);
  const app = new App({ outdir });
  const stack = new TerraformStack(app, `${prefix}-Main`);
  const tags = { "serverform:app": name, "serverform:stage": stage };
  new AwsProvider(stack, "aws", { region, defaultTags: [{ tags }] });
  new ArchiveProvider(stack, "archive");
  new LocalBackend(stack, { path: `../../../terraform.${prefix}-Main.tfstate` });
  const table = new DynamodbTable(stack, "table", {
    name: `${prefix}-Table`,
    billingMode: "PAY_PER_REQUEST",
    hashKey: "pk",
    attribute: [{ name: "pk", type: "S" }],
  });
  addApis(stack, table);
  app.synth();
  if (process.env.BENCH_BUNDLING !== "off") bundleHandlers(join(outdir, "stacks", stack.node.id));
}
