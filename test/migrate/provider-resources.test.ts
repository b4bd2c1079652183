import * as fs from "node:fs";
import * as path from "node:path";
import { providerClass } from "../../lib/migrate/cloudformation/provider-types";
import { temporaryFolder } from "../support/stack";
import { sam, service } from "./written-stacks";

describe("a property that the provider has elsewhere", () => {
  test.each([
    [
      "in a block",
      "Group: { Type: 'AWS::ElasticLoadBalancingV2::TargetGroup', Properties: { HealthCheckPath: /ok, HealthyThresholdCount: 3, Matcher: { HttpCode: 200 } } }",
      'healthCheck: { path: "/ok", healthyThreshold: 3, matcher: "200" }',
    ],
    [
      "beside the block",
      "Users: { Type: 'AWS::Cognito::UserPool', Properties: { UserPoolName: u, Policies: { PasswordPolicy: { MinimumLength: 9 } } } }",
      'name: "u", passwordPolicy: { minimumLength: 9 }',
    ],
    [
      "with another value",
      "Front: { Type: 'AWS::ElasticLoadBalancingV2::LoadBalancer', Properties: { Scheme: internal, Name: front } }",
      'internal: true, name: "front"',
    ],
    [
      "under the last word of the type",
      "Group: { Type: 'AWS::EC2::SecurityGroup', Properties: { GroupName: web, GroupDescription: d } }",
      'name: "web", description: "d"',
    ],
    [
      "as a block for each item",
      "Rule: { Type: 'AWS::IoT::TopicRule', Properties: { TopicRulePayload: { Sql: s, RuleDisabled: true, Actions: [{ Sqs: { QueueUrl: q, RoleArn: r, UseBase64: false } }] } } }",
      'enabled: false, sqlVersion: "2015-10-08", sql: "s", sqs: [{ queueUrl: "q", roleArn: "r", useBase64: false }]',
    ],
    [
      "as an alias of a record, in a zone by name",
      "Www: { Type: 'AWS::Route53::RecordSet', Properties: { HostedZoneName: a.org., Name: www.a.org, Type: A, AliasTarget: { DNSName: b.org, HostedZoneId: Z1 } } }",
      'zoneId: new DataAwsRoute53Zone(stack, "WwwName", { name: "a.org." }).zoneId, name: "www.a.org", type: "A", alias: { evaluateTargetHealth: false, name: "b.org", zoneId: "Z1" }',
    ],
    [
      "of a type without a row",
      "Cache: { Type: 'AWS::MemoryDB::Cluster', Properties: { ACLName: open, NodeType: db.t4g.small, ClusterName: c } }",
      'new MemorydbCluster(stack, "Cache", { aclName: "open", nodeType: "db.t4g.small", name: "c" })',
    ],
  ])("%s", async (_, resource, expected) => {
    const { stack, todos } = await sam(`  ${resource}`);
    expect(todos).toEqual([]);
    expect(stack).toContain(expected);
  });

  test("that is a resource of its own follows, in the order that AWS needs", async () => {
    const { stack, todos } = await sam(`
  Api: { Type: "AWS::ApiGateway::RestApi", Properties: { Name: shop } }
  Get:
    Type: AWS::ApiGateway::Method
    Properties:
      RestApiId: !Ref Api
      ResourceId: !GetAtt Api.RootResourceId
      HttpMethod: GET
      MethodResponses: [{ StatusCode: 200 }]
      Integration: { Type: MOCK, IntegrationResponses: [{ StatusCode: 200, ResponseTemplates: { a/b: "{}" } }] }
  Live: { Type: "AWS::ApiGateway::Deployment", DependsOn: Get, Properties: { RestApiId: !Ref Api, StageName: prod } }
`);
    expect(todos).toEqual([]);
    expect(stack).toContain('new ApiGatewayMethod(stack, "Get", { authorization: "NONE", restApiId: api.id,');
    expect(stack).toMatch(
      /new ApiGatewayIntegration\(stack, "GetIntegration", \{ restApiId: get\.restApiId,.*? dependsOn: \[getMethodResponse200\], type: "MOCK" \}/,
    );
    expect(stack).toContain(
      'new ApiGatewayIntegrationResponse( stack, "GetIntegrationIntegrationResponse200", { restApiId: getIntegration.restApiId,'.replace(
        "( stack",
        "(stack",
      ),
    );
    expect(stack).toContain(
      "dependsOn: [get, getMethodResponse200, getIntegration, getIntegrationIntegrationResponse200]",
    );
    expect(stack).toContain(
      'new ApiGatewayStage(stack, "LiveStageName", { restApiId: live.restApiId, deploymentId: live.id, stageName: "prod" })',
    );
  });

  test("that is a resource in CloudFormation is a prop", async () => {
    const { stack, todos } = await sam(`
  Graph: { Type: "AWS::AppSync::GraphQLApi", Properties: { Name: g, AuthenticationType: API_KEY } }
  Schema: { Type: "AWS::AppSync::GraphQLSchema", Properties: { ApiId: !GetAtt Graph.ApiId, DefinitionS3Location: g.graphql } }
`);
    expect(todos).toEqual([]);
    expect(stack).toContain('graph.addOverride("schema", readFileSync("g.graphql", "utf8"))');
  });

  test("a member without a counterpart is still named", async () => {
    const { todos } = await sam(
      "  Users: { Type: 'AWS::Cognito::UserPool', Properties: { UserPoolName: u, Policies: { Odd: { A: 1 } } } }",
    );
    expect(todos).toEqual(["`Users` (AWS::Cognito::UserPool): `Policies` was not translated."]);
  });
});

test("the declarations of either provider are read; without one, the package is named", () => {
  const folder = temporaryFolder();
  const types = path.join(folder, "node_modules/@cdktn/provider-aws/lib/odd-thing");
  fs.mkdirSync(types, { recursive: true });
  fs.writeFileSync(path.join(types, "../../package.json"), "{}");
  fs.writeFileSync(
    path.join(types, "index.d.ts"),
    [
      "export interface OddThingConfig extends cdktn.TerraformMetaArguments {",
      "    readonly isOdd?: boolean | cdktn.IResolvable;",
      "}",
      "export declare class OddThing extends cdktn.TerraformResource {",
      "    constructor(scope: Construct, id: string, config?: OddThingConfig);",
      "}",
    ].join("\n"),
  );
  expect(providerClass("odd-thing", [folder])?.props()).toEqual([
    { name: "isOdd", isRequired: false, isList: false, type: "boolean" },
  ]);
  expect(() => providerClass("odd-thing", [])).toThrow(
    /npm install --save-dev @cdktf\/provider-aws\..*migrate-needs-package/s,
  );
});

describe("a list parameter", () => {
  const head = "Parameters: { Nets: { Type: 'List<AWS::EC2::Subnet::Id>' }, Stage: { Type: String } }";
  test("is a list also behind a condition, and for the VPC of functions", async () => {
    const { stack, todos } = await sam(
      `
  Front: { Type: "AWS::ElasticLoadBalancingV2::LoadBalancer", Properties: { Subnets: !If [Live, !Ref Nets, [a, b]] } }
  Hello:
    Type: AWS::Serverless::Function
    Properties: { InlineCode: "exports.a = 1", Runtime: nodejs22.x, Handler: index.a, VpcConfig: { SubnetIds: !Ref Nets, SecurityGroupIds: [g] } }
`,
      `${head}\nConditions: { Live: !Equals [!Ref Stage, prod] }`,
    );
    expect(todos).toEqual([]);
    expect(stack).toContain('subnets: stack.stage === "prod" ? nets : ["a", "b"]');
    expect(stack).toContain("{ id: Fn.element(nets, 0) }).vpcId, vpcSubnets: nets");
  });
});

describe("settings of APIs and functions", () => {
  test("a key that routes need gets a plan in SAM", async () => {
    const { stack, todos } = await sam(
      `
  Shop:
    Type: AWS::Serverless::Api
    Properties: { StageName: p, Auth: { ApiKeyRequired: true, UsagePlan: { CreateUsagePlan: PER_API, Throttle: { RateLimit: 5 } } } }
  Hello:
    Type: AWS::Serverless::Function
    Properties:
      { InlineCode: "exports.a = 1", Runtime: nodejs22.x, Handler: index.a, Events: { Get: { Type: Api, Properties: { RestApiId: !Ref Shop, Path: a, Method: get } } } }
`,
    );
    expect(todos).toEqual([]);
    expect(stack).toContain('"GET /a": { function: hello, cdk: { method: { apiKeyRequired: true } } }');
    expect(stack).toContain(
      "stage: shop.cdk.restApi.deploymentStage.stageName }], throttleSettings: { rateLimit: 5 }",
    );
  });

  test("tags are those of the stack, keys have a plan, and an existing role is read", async () => {
    const { stack, main, todos } = await service(
      "  tags: { team: shop, stage: '${sls:stage}' }\n  role: arn:aws:iam::123456789012:role/jobs\n  apiGateway: { apiKeys: [partner] }\nfunctions:\n  hello: { handler: a.b, events: [{ http: { path: a, method: get, private: true } }] }\n",
    );
    expect(todos).toEqual([]);
    expect(main).toContain('app.stack(Service, { tags: { team: "shop", stage: app.stage } })');
    expect(stack).toContain('role: new DataAwsIamRole(stack, "HelloExistingRole", { name: "jobs" })');
    expect(stack).toContain('new ApiGatewayApiKey(stack, "ApiKey1", { name: "partner" })');
  });

  test("patterns of a package are files only if code is not all of them", async () => {
    const text =
      "package: { patterns: ['!**', 'lib/**', 'texts/**', 'a.json'] }\nfunctions:\n  hello: { handler: a.b }\n";
    const files = { "lib/x.js": "", "texts/en.txt": "", "a.json": "{}" };
    const { main, todos } = await service(text, files);
    expect(todos).toEqual([]);
    expect(main).toContain('copyFiles: [{ from: "texts" }, { from: "a.json" }]');
    const missing = await service(text.replace("texts", "gone"), files);
    expect(missing.todos).toEqual([expect.stringContaining("`package.patterns` names files")]);
  });

  test("a Go handler is what its Makefile builds, and a package of another tool stays", async () => {
    const { stack, todos } = await service(
      "  runtime: go1.x\nfunctions:\n  hello: { handler: bin/hello }\n  built: { handler: x, package: { artifact: build/x.zip } }\n",
      { Makefile: "build:\n\tgo build -ldflags='-s' -o bin/hello orders/hello.go\n", "orders/hello.go": "" },
    );
    expect(todos).toEqual([]);
    expect(stack).toContain('handler: "orders/hello.go"');
    expect(stack).toContain('srcPath: "build/x.zip", bundle: false, handler: "x"');
  });

  test("code and layers that the folder does not have are reported", async () => {
    const { todos } = await sam(`
  Tools: { Type: "AWS::Serverless::LayerVersion", Properties: { ContentUri: gone } }
  Hello: { Type: "AWS::Serverless::Function", Properties: { Runtime: java21, Handler: a, CodeUri: target/classes } }
`);
    expect(todos).toEqual([
      "The folder `gone` of `Tools` is missing: build it first, or write its path.",
      "The code `target/classes` of `Hello` is missing: build it first, or write its path.",
    ]);
  });

  test("names that the service reserves are left out, and numbers are text", async () => {
    const { stack } = await sam(
      "  Hello: { Type: 'AWS::Serverless::Function', Properties: { InlineCode: 'exports.a = 1', Runtime: nodejs22.x, Handler: index.a, Environment: { Variables: { AWS_REGION: x, PORT: !Ref Port } } } }",
      "Parameters: { Port: { Type: Number, Default: 80 } }",
    );
    expect(stack).toContain("environment: { PORT: `${port}` }");
  });

  test("an app below a tsconfig.json with a base has settings of its own", async () => {
    const { settings } = await service("functions:\n  hello: { handler: a.b }\n", {
      "tsconfig.json": '{ "compilerOptions": { "baseUrl": "." } }',
    });
    expect(settings).toContain("npx tsx --tsconfig tsconfig.serverform.json main.mts");
  });
});

describe("YAML that other parsers take", () => {
  test("a quoted text continues at the indentation of its key", async () => {
    const { stack, todos } = await sam(
      '  News:\n    Type: AWS::SNS::Topic\n    Properties:\n      DisplayName: "one \\"a\\"\n      two\n      three"\n      TopicName: news',
    );
    expect(todos).toEqual([]);
    expect(stack).toContain('displayName: "one \\"a\\" two three"');
  });

  test("a text without an end is refused with its line", async () => {
    await expect(sam('  News:\n    Type: "AWS::SNS::Topic\n  Other: {}')).rejects.toThrow(
      /template\.yaml:\d+ cannot be read/,
    );
  });
});
