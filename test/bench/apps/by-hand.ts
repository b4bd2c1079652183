import { join } from "node:path";
import { DataArchiveFile } from "@cdktf/provider-archive/lib/data-archive-file";
import { ArchiveProvider } from "@cdktf/provider-archive/lib/provider";
import { Apigatewayv2Api } from "@cdktf/provider-aws/lib/apigatewayv2-api";
import { Apigatewayv2Authorizer } from "@cdktf/provider-aws/lib/apigatewayv2-authorizer";
import { Apigatewayv2Integration } from "@cdktf/provider-aws/lib/apigatewayv2-integration";
import { Apigatewayv2Route } from "@cdktf/provider-aws/lib/apigatewayv2-route";
import { Apigatewayv2Stage } from "@cdktf/provider-aws/lib/apigatewayv2-stage";
import { CloudwatchLogGroup } from "@cdktf/provider-aws/lib/cloudwatch-log-group";
import { DynamodbTable } from "@cdktf/provider-aws/lib/dynamodb-table";
import { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import { IamRolePolicy } from "@cdktf/provider-aws/lib/iam-role-policy";
import { LambdaFunction } from "@cdktf/provider-aws/lib/lambda-function";
import { LambdaPermission } from "@cdktf/provider-aws/lib/lambda-permission";
import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import { App, LocalBackend, TerraformStack } from "cdktf";
import { Construct } from "constructs";
import { captureCreationStacks } from "../../../lib/app/stack-traces";
import { assetOf, bundleHandlers } from "./bundle";
import { report, routesOf, settings } from "./settings";

const { name, stage, region, outdir } = settings;
const prefix = `${stage}-${name}`;

const logFormat = JSON.stringify({
  requestTime: "$context.requestTime",
  requestId: "$context.requestId",
  httpMethod: "$context.httpMethod",
  path: "$context.path",
  routeKey: "$context.routeKey",
  status: "$context.status",
  responseLatency: "$context.responseLatency",
  integrationRequestId: "$context.integration.requestId",
  integrationStatus: "$context.integration.status",
  integrationLatency: "$context.integration.latency",
  integrationServiceStatus: "$context.integration.integrationStatus",
  ip: "$context.identity.sourceIp",
  userAgent: "$context.identity.userAgent",
  cognitoIdentityId: "$context.identity.cognitoIdentityId",
});

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
class RouteFunction extends Construct {
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

function addApi(stack: TerraformStack, index: number, table: DynamodbTable): void {
  const scope = new Construct(stack, `api${index}`);
  const apiName = `${prefix}-Api${index}`;
  const api = new Apigatewayv2Api(scope, "api", {
    name: apiName,
    protocolType: "HTTP",
    corsConfiguration: {
      allowCredentials: false,
      allowHeaders: ["*"],
      allowMethods: ["*"],
      allowOrigins: ["*"],
    },
  });
  const authorizer = new Apigatewayv2Authorizer(scope, "jwt", {
    apiId: api.id,
    name: "jwt",
    authorizerType: "JWT",
    identitySources: ["$request.header.Authorization"],
    jwtConfiguration: { issuer: settings.issuer, audience: [settings.audience] },
  });
  const logGroup = new CloudwatchLogGroup(scope, "logs", {
    name: `/aws/vendedlogs/apis/${apiName}-${api.id}/default`,
    retentionInDays: 365,
  });
  new Apigatewayv2Stage(scope, "stage", {
    apiId: api.id,
    name: "$default",
    autoDeploy: true,
    accessLogSettings: { destinationArn: logGroup.arn, format: logFormat },
  });
  routesOf(index).forEach(({ method, path, file, isGuarded }, route) => {
    const part = new Construct(scope, `route${route}`);
    const fn = new RouteFunction(part, "fn", `${apiName}-route${route}`, file, table);
    const integration = new Apigatewayv2Integration(part, "integration", {
      apiId: api.id,
      integrationType: "AWS_PROXY",
      integrationMethod: "POST",
      integrationUri: fn.function.arn,
      payloadFormatVersion: "2.0",
    });
    new Apigatewayv2Route(part, "route", {
      apiId: api.id,
      routeKey: `${method} ${path}`,
      target: `integrations/${integration.id}`,
      authorizationType: isGuarded ? "JWT" : "NONE",
      authorizerId: isGuarded ? authorizer.id : undefined,
    });
    new LambdaPermission(part, "permission", {
      action: "lambda:InvokeFunction",
      functionName: fn.function.functionName,
      principal: "apigateway.amazonaws.com",
      sourceArn: `${api.executionArn}/*/*${path}`,
    });
  });
}

/** The application of `library.ts`, as one would write it with CDKTF and esbuild. */
function synthesize(): void {
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
  for (let index = 0; index < settings.apis; index++) addApi(stack, index, table);
  app.synth();
  bundleHandlers(join(outdir, "stacks", stack.node.id));
}

report();
if (process.env.BENCH_STACK_TRACES === "off") captureCreationStacks(false);
synthesize();
