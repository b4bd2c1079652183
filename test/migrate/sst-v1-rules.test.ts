import { migrated } from "./sst-apps";

/** The written stack function, from its body on, with the reported problems. */
async function stackOf(imports: string, ...body: readonly string[]) {
  const code = `import * as sst from "@serverless-stack/resources";\n${imports}\nexport function Shop({ stack, app }) {\n${body.map((line) => `  ${line}\n`).join("")}}\n`;
  const { text, todos } = await migrated(code, {
    "orders.ts": "export const get = () => ({});",
    "services/orders.ts": "export const get = () => ({});",
  });
  const written = text.slice(text.indexOf("\n", text.indexOf("Shop(")) + 1, text.lastIndexOf("}"));
  return { written: written.replace(/^ {2}/gm, "").trim(), todos, text };
}

describe("classes of AWS CDK", () => {
  test("without a rule are named with the line of the written file, and their imports stay", async () => {
    const { text, todos } = await migrated(
      [
        'import { Api, FunctionDefinition } from "@serverless-stack/resources";',
        'import { Effect, FederatedPrincipal, PolicyStatement, Role } from "aws-cdk-lib/aws-iam";',
        'import { Distribution } from "aws-cdk-lib/aws-cloudfront";',
        'import { Datadog } from "datadog-cdk-constructs-v2";',
        "export function Shop({ stack }) {",
        '  const role = new Role(stack, "Role", { assumedBy: new FederatedPrincipal("accounts.google.com") });',
        '  const entry = new PolicyStatement({ effect: Effect.DENY, actions: ["s3:*"], resources: ["*"] });',
        '  const api = new Api(stack, "Api", { routes: {} });',
        '  new Distribution(stack, "Cdn", { domainNames: [api.url] });',
        '  new Datadog(stack, "Datadog", {});',
        "  const handler: FunctionDefinition = entry as never;",
        "}",
      ].join("\n"),
    );
    expect(text.split("\n").slice(0, 4)).toEqual([
      'import { Api, type FunctionReference, PolicyStatement } from "serverform";',
      'import { FederatedPrincipal, Role } from "aws-cdk-lib/aws-iam";',
      'import { Distribution } from "aws-cdk-lib/aws-cloudfront";',
      'import { Datadog } from "datadog-cdk-constructs-v2";',
    ]);
    const iam =
      "use `IamRole`, `IamPolicy` and `IamRolePolicy` of the provider, or `permissions` of a function.";
    expect([...todos].sort()).toEqual([
      "serverform-stacks/shop.ts:10 `Datadog` of `datadog-cdk-constructs-v2` is a construct of AWS CDK: write it with the provider's class.",
      `serverform-stacks/shop.ts:6 \`aws-iam.FederatedPrincipal\` of AWS CDK: ${iam}`,
      `serverform-stacks/shop.ts:6 \`aws-iam.Role\` of AWS CDK: ${iam}`,
      "serverform-stacks/shop.ts:9 `aws-cloudfront.Distribution` of AWS CDK: use `Site` or `StaticSite`, or `CloudfrontDistribution` of the provider.",
    ]);
  });

  test("layers from a folder, parameters and permissions of a page become those of this library", async () => {
    const { text, todos } = await migrated(
      [
        'import { Function, NextjsSite } from "@serverless-stack/resources";',
        'import * as lambda from "aws-cdk-lib/aws-lambda";',
        'import { aws_ssm as ssm } from "aws-cdk-lib";',
        "export function Shop({ stack: own }) {",
        '  const tools = new lambda.LayerVersion(own, "Tools", {',
        '    code: lambda.Code.fromAsset("layers/tools"),',
        "    compatibleRuntimes: [lambda.Runtime.NODEJS_18_X],",
        "  });",
        '  const url = ssm.StringParameter.valueForStringParameter(own, "/shop/page-url");',
        '  new NextjsSite(own, "Site", { path: "web", defaults: { function: { permissions: ["s3"], timeout: 5 } } });',
        "}",
      ].join("\n"),
      { "web/index.html": "" },
    );
    expect(text.split("\n").slice(0, 2)).toEqual([
      'import { DataAwsSsmParameter } from "@cdktf/provider-aws/lib/data-aws-ssm-parameter/index.js";',
      'import { Layer, NextjsSite } from "serverform";',
    ]);
    expect(text).toContain(
      'new Layer(own, "Tools", {\n    code: "layers/tools",\n    compatibleRuntimes: ["nodejs18.x"],',
    );
    expect(text).toContain('new DataAwsSsmParameter(own, "ShopPageUrl", { name: "/shop/page-url" }).value');
    expect(text).toContain('{ permissions: ["s3"], path: "web", defaults: { function: { timeout: 5 } } }');
    expect(todos).toEqual([]);
  });
});

describe("classes of AWS CDK with a construct here", () => {
  const imports =
    'import * as dynamodb from "aws-cdk-lib/aws-dynamodb";\nimport * as s3 from "aws-cdk-lib/aws-s3";';
  test.each([
    [
      'app.out(new dynamodb.Table(stack, "Notes", { tableName: "n", billingMode: dynamodb.BillingMode.PAY_PER_REQUEST, partitionKey: { name: "id", type: dynamodb.AttributeType.STRING }, sortKey: { name: "at", type: dynamodb.AttributeType.NUMBER }, stream: dynamodb.StreamViewType.NEW_IMAGE }).tableArn);',
      'app.out(new Table(stack, "Notes", { cdk: { table: { name: "n" } }, fields: { "id": "string", "at": "number" }, primaryIndex: { partitionKey: "id", sortKey: "at" }, stream: "new_image" }).tableArn);',
    ],
    [
      'new s3.Bucket(stack, "Files", { bucketName: "files", autoDeleteObjects: true, blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL });',
      'new Bucket(stack, "Files", { name: "files", cdk: { bucket: { forceDestroy: true } } });',
    ],
    [
      'new sst.Table(stack, "T", { cdk: { table: { billingMode: dynamodb.BillingMode.PROVISIONED } } });',
      'new sst.Table(stack, "T", { cdk: { table: { billingMode: "PROVISIONED" } } });',
    ],
  ])("%s", async (line, expected) => {
    const { written, todos } = await stackOf(imports, line);
    expect(written).toBe(expected);
    expect(todos).toEqual([]);
  });

  test("members that the construct does not have are reported, and props without a counterpart", async () => {
    const { todos } = await stackOf(
      imports,
      'const notes = new dynamodb.Table(stack, "N", { partitionKey: { name: "id", type: dynamodb.AttributeType.STRING } });',
      "notes.grantReadData(app.reader);",
      'new s3.Bucket(stack, "Files", { inventories: [] });',
    );
    expect(todos).toEqual([
      expect.stringContaining("`grantReadData` of `aws-dynamodb.Table`"),
      expect.stringContaining("`aws-s3.Bucket` of AWS CDK: use `Bucket`."),
    ]);
  });
});

describe("publicReadAccess of a bucket", () => {
  test("becomes a policy behind the bucket, with tabs as well", async () => {
    const { text, todos } = await migrated(
      [
        'import { Bucket, Stack } from "@serverless-stack/resources";',
        "export class Shop extends Stack {",
        "\tmedia;",
        "\tconstructor(scope, id) {",
        "\t\tsuper(scope, id);",
        '\t\tthis.media = new Bucket(this, "Media", {',
        "\t\t\tcdk: { bucket: { publicReadAccess: true } },",
        "\t\t});",
        "\t}",
        "}",
        "",
      ].join("\n"),
    );
    expect(text).toContain(
      [
        "\t\t\tcdk: {",
        "\t\t\t\tpublicAccessBlock: false,",
        "\t\t\t},",
        "\t\t});",
        "\t\tthis.media.addToResourcePolicy({",
        '\t\t  actions: ["s3:GetObject"],',
        '\t\t  principals: "*",',
        "\t\t  resources: [`${this.media.bucketArn}/*`],",
        "\t\t});",
      ].join("\n"),
    );
    expect(todos).toEqual([]);
  });

  test("is reported for a bucket without a name; `false` needs nothing", async () => {
    const { written, todos } = await stackOf(
      "",
      'new sst.Bucket(stack, "Own", { cdk: { bucket: { publicReadAccess: false } }, name: "own" });',
      'return new sst.Bucket(stack, "Media", { cdk: { bucket: { publicReadAccess: true } } });',
    );
    expect(written).toContain('new sst.Bucket(stack, "Own", { name: "own" });');
    expect(todos).toEqual([
      "serverform-stacks/shop.ts:5 `publicReadAccess`: allow reading with `addToResourcePolicy` of the bucket.",
    ]);
  });
});

describe("props from before version 1.0", () => {
  test.each([
    [
      'new sst.Bucket(stack, "B", { s3Bucket: { bucketName: "files", cors: [{ maxAge: 30 }] } });',
      'new sst.Bucket(stack, "B", { cdk: { bucket: { bucket: "files" } }, cors: [{ maxAge: "30 seconds" }] });',
    ],
    [
      'new sst.Auth(stack, "A", { cognito: { userPool: { signInAliases: { email: true }, selfSignUpEnabled: false } }, google: { clientId: "1" } });',
      'new sst.Userbase(stack, "A", { login: ["email"], cdk: { userPool: { adminCreateUserConfig: { allowAdminCreateUserOnly: true } } }, identityPoolFederation: { search: { clientId: "1" } } });',
    ],
    [
      'new sst.Api(stack, "A", { defaultAuthorizationType: sst.ApiAuthorizationType.AWS_IAM, defaultFunctionProps: { timeout: 5 }, defaultThrottlingRateLimit: 9, routes: { "GET /": { handler: "orders.get" } } });',
      'new sst.Api(stack, "A", { defaults: { authorizer: "iam", function: { timeout: 5 }, throttle: { rate: 9 } }, routes: { "GET /": { function: { handler: "orders.get" } } } });',
    ],
    [
      'new sst.Table(stack, "T", { fields: { id: sst.TableFieldType.STRING }, secondaryIndexes: { byId: { partitionKey: "id" } }, dynamodbTable: { tableName: "orders" } });',
      'new sst.Table(stack, "T", { fields: { id: "string" }, globalIndexes: { byId: { partitionKey: "id" } }, cdk: { table: { name: "orders" } } });',
    ],
    [
      'new sst.Topic(stack, "T", { subscribers: ["orders.get"], cdk: { id: "Own" }, snsTopic: { topicName: "news" } });',
      'new sst.Topic(stack, "T", { subscribers: { 0: "orders.get" }, cdk: { topic: { name: "news" }, id: "Own" } });',
    ],
    [
      'new sst.Queue(stack, "Q", { consumer: { function: "orders.get", consumerProps: { batchSize: 5 } } });',
      'new sst.Queue(stack, "Q", { consumer: { function: "orders.get", cdk: { eventSource: { batchSize: 5 } } } });',
    ],
    [
      'const table = new sst.Table(stack, "T", {}); app.out(table.dynamodbTable.tableName, sst.PermissionType.ALL);',
      'const table = new sst.Table(stack, "T", {}); app.out(table.cdk.table.name, "*");',
    ],
  ])("are at their present places: %s", async (line, expected) => {
    const { written, todos } = await stackOf("", line);
    expect(written.replaceAll(/\s+/g, " ").replaceAll(/, (?=[}\]])/g, " ")).toBe(expected);
    expect(todos).toEqual([]);
  });

  test("are named in the report where a person must write them", async () => {
    const { todos } = await stackOf(
      "",
      "const own = authorizer();",
      'new sst.Api(stack, "A", { defaultAuthorizer: own, defaultAuthorizationType: sst.ApiAuthorizationType.JWT });',
    );
    expect(todos).toEqual([
      "serverform-stacks/shop.ts:5 `defaultAuthorizer`: write it as `defaults.authorizer`.",
      "serverform-stacks/shop.ts:5 `defaultAuthorizationType`: write it as `defaults.authorizer`.",
    ]);
  });

  test("a property of the app that has such a name stays", async () => {
    const { written } = await stackOf(
      "",
      "const { httpApi } = app.own;",
      "app.out(app.own.httpApi.url, app.props.s3Bucket);",
    );
    expect(written).toContain("app.out(app.own.httpApi.url, app.props.s3Bucket);");
  });
});

describe("files that the application does not have", () => {
  test("are reported at their line, and the rest is written; another case is corrected", async () => {
    const { written, todos } = await stackOf(
      "",
      'app.setDefaultFunctionProps({ srcPath: "services" });',
      'new sst.Api(stack, "Api", { routes: { "GET /": "Orders.get", "POST /": "gone.post" } });',
      'new sst.Topic(stack, "News", { subscribers: { mail: "services/gone.mail", orders: "orders.get" } });',
      'new sst.StaticSite(stack, "Site", { path: "web" });',
    );
    expect(written).toContain('"GET /": "orders.get", "POST /": "gone.post"');
    expect(todos).toEqual([
      "serverform-stacks/shop.ts:5 No file `gone` or `services/gone` is in the application, in which `gone.post` would be.",
      "serverform-stacks/shop.ts:6 No file `services/gone` or `services/services/gone` is in the application, in which `services/gone.mail` would be.",
      "serverform-stacks/shop.ts:7 The folder `web` of the site is not in the application.",
    ]);
  });

  test("are not looked for if only the stacks know the folder of the handlers", async () => {
    const { todos } = await stackOf(
      "",
      "app.setDefaultFunctionProps({ srcPath: process.env.SOURCES });",
      'new sst.Api(stack, "Api", { routes: { "GET /": "gone.get" } });',
    );
    expect(todos).toEqual([]);
  });
});

describe("authorization of an AppSync API", () => {
  test("becomes the props of the provider", async () => {
    const { written, todos } = await stackOf(
      'import * as appsync from "@aws-cdk/aws-appsync-alpha";\nimport { UserPool } from "aws-cdk-lib/aws-cognito";',
      'const users = UserPool.fromUserPoolId(stack, "Users", "eu-west-1_abc");',
      'new sst.AppSyncApi(stack, "Graph", {',
      "  graphqlApi: {",
      '    schema: "schema.graphql",',
      "    authorizationConfig: {",
      "      defaultAuthorization: {",
      "        authorizationType: appsync.AuthorizationType.USER_POOL,",
      "        userPoolConfig: { userPool: users, defaultAction: appsync.UserPoolDefaultAction.DENY },",
      "      },",
      "      additionalAuthorizationModes: [{ authorizationType: appsync.AuthorizationType.IAM }],",
      "    },",
      "  },",
      "});",
    );
    expect(written).toBe(
      [
        'const users = { userPoolId: "eu-west-1_abc" };',
        'new sst.AppSyncApi(stack, "Graph", {',
        '  schema: "schema.graphql",',
        "  cdk: {",
        "    graphqlApi: {",
        '      authenticationType: "AMAZON_COGNITO_USER_POOLS",',
        '      userPoolConfig: { userPool: users, defaultAction: "DENY" },',
        '      additionalAuthenticationProvider: [{ authenticationType: "AWS_IAM" }],',
        "    },",
        "  },",
        "});",
      ].join("\n"),
    );
    expect(todos).toEqual([]);
  });
});
