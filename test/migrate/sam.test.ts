import * as fs from "node:fs";
import * as path from "node:path";
import { migration } from "../../lib/migrate/migrate";
import { temporaryFolder } from "../support/stack";
import { synthesizedTypes } from "./synthesized-types";

const fixture = path.resolve(__dirname, "../fixtures/migrate/sam");

async function migrated(resources: string, more = "") {
  const folder = temporaryFolder();
  fs.writeFileSync(path.join(folder, "a.js"), "");
  fs.writeFileSync(path.join(folder, "template.yaml"), `${more}\nResources:\n${resources}`);
  const { files, findings } = await migration("sam", folder);
  return {
    todos: findings.todos.map(({ place, text }) => `${place.line} ${text}`),
    files,
    stack: files.find((file) => file.path.startsWith("stacks/"))?.text,
  };
}

describe("a template of AWS SAM", () => {
  test("becomes the stack that is compiled with the tests", async () => {
    const { files, findings } = await migration("sam", fixture);
    const written = files.find((file) => file.path === "stacks/service.ts")?.text;
    expect(written).toBe(fs.readFileSync(path.join(fixture, "stacks/service.ts"), "utf8"));
    expect(findings.todos).toEqual([]);
  });

  test("synthesizes each of its events", () => {
    expect(synthesizedTypes(fixture)).toMatchObject({
      aws_api_gateway_rest_api: 1,
      aws_apigatewayv2_api: 1,
      aws_cloudwatch_event_rule: 3,
      aws_cloudwatch_log_subscription_filter: 1,
      aws_iot_topic_rule: 1,
      aws_lambda_event_source_mapping: 3,
      aws_lambda_function: 3,
      aws_s3_bucket_notification: 1,
      aws_scheduler_schedule: 1,
      aws_sfn_state_machine: 1,
      aws_sns_topic_subscription: 2,
    });
  });

  test("parts that are not translated are named with their line", async () => {
    const { todos } = await migrated(`
  Inline: { Type: "AWS::Serverless::Function", Properties: { InlineCode: !Sub "\${Other}", Handler: index.handler } }
  Broker:
    Type: AWS::Serverless::Function
    Properties:
      Handler: a.b
      FileSystemConfigs: []
      Policies:
        - OddPolicy: {}
      Events:
        Mq: { Type: MQ, Properties: {} }
  Other: { Type: "AWS::Serverless::Application", Properties: {} }
  Site: { Type: "AWS::Serverless::Api", Properties: { StageName: prod, DefinitionUri: api.yaml } }
  Thing: { Type: "AWS::Odd::Thing" }
`);
    expect(todos).toEqual([
      "4 Function `Inline` was not translated, since its code is in the template: move it into a file.",
      "9 `Broker`: `FileSystemConfigs` was not translated.",
      "11 The policy template `OddPolicy` was not translated.",
      "13 Function `Broker`: the event `MQ` was not translated.",
      "14 `Other` (AWS::Serverless::Application) was not translated.",
      "15 `Site`: the OpenAPI definition was not translated. Write its routes; those of functions with an event are there.",
      "16 `Thing` (AWS::Odd::Thing) was not translated: write it with the provider's class.",
    ]);
  });

  test("an API with a definition is the provider's, and may call the functions of its events", async () => {
    const { todos, stack } = await migrated(`
  Site:
    Type: AWS::Serverless::Api
    Properties:
      StageName: live
      DefinitionBody: { openapi: "3.0.1", paths: { /a: { get: { x-amazon-apigateway-integration: { type: mock } } } } }
  Hello:
    Type: AWS::Serverless::Function
    Properties:
      Handler: a.b
      Events: { Get: { Type: Api, Properties: { RestApiId: !Ref Site, Path: /a, Method: get } } }
`);
    expect(todos).toEqual([]);
    expect(stack).toContain('body: JSON.stringify({\n      openapi: "3.0.1",');
    expect(stack).toContain("triggers: { definition: Fn.sha1(site.body) }");
    expect(stack).toMatch(
      /new LambdaPermission\(stack, "HelloGetPermission".*`\$\{site\.executionArn\}\/\*\/\*`/s,
    );
  });

  test("the stage of an API with a definition has its logs, tracing and settings of methods", async () => {
    const { todos, stack } = await migrated(`
  Site:
    Type: AWS::Serverless::Api
    Properties:
      StageName: live
      ApiKeySourceType: AUTHORIZER
      TracingEnabled: true
      DefinitionBody: { openapi: "3.0.1" }
      AccessLogSetting: { DestinationArn: "arn:aws:logs:eu-central-1:111122223333:log-group:site", Format: $context.requestId }
      MethodSettings: [{ ResourcePath: "/*", HttpMethod: "*", LoggingLevel: INFO, ThrottlingRateLimit: 5 }]
`);
    expect(todos).toEqual([]);
    expect(stack).toContain('apiKeySource: "AUTHORIZER"');
    expect(stack).toMatch(
      /new ApiGatewayStage\(stack, "SiteStage".*xrayTracingEnabled: true,\n\s+accessLogSettings: \{/s,
    );
    expect(stack).toMatch(
      /new ApiGatewayMethodSettings\(stack, "SiteSettings".*methodPath: "\*\/\*",\n\s+settings: \{ loggingLevel: "INFO", throttlingRateLimit: 5 \}/s,
    );
  });

  test.each([
    ["python3.13", "def handler(event, context): pass", "index.py"],
    ["nodejs22.x", "exports.handler = async () => {};", "index.cjs"],
    ["nodejs22.x", "export const handler = async () => {};", "index.mjs"],
  ])("inline code of %s becomes a file", async (runtime, code, file) => {
    const { todos, stack, files } = await migrated(`
  Hello:
    Type: AWS::Serverless::Function
    Properties: { Runtime: ${runtime}, Handler: index.handler, InlineCode: ${JSON.stringify(code)} }
`);
    expect(todos).toEqual([]);
    expect(stack).toMatch(
      /srcPath: "inline\/Hello", handler: "index\.handler"|handler: "inline\/Hello\/index\.handler"/,
    );
    expect(files.find(({ path }) => path === `inline/Hello/${file}`)?.text).toBe(code);
  });

  test.each([
    ["AWS::Amplify::App", "{ Name: site, IAMServiceRole: a }", "AmplifyApp"],
    [
      "AWS::Cognito::UserPoolUser",
      "{ UserPoolId: a, Username: b, UserAttributes: [{ Name: c, Value: d }] }",
      "CognitoUser",
    ],
    ["AWS::Glue::Job", "{ Name: load, Role: a, Command: { Name: glueetl, ScriptLocation: b } }", "GlueJob"],
    ["AWS::CloudTrail::Trail", "{ IsLogging: true, S3BucketName: a }", "Cloudtrail"],
  ])("%s becomes the provider's class", async (type, properties, className) => {
    const { todos, stack } = await migrated(`\n  Thing: { Type: "${type}", Properties: ${properties} }\n`);
    expect([todos, stack]).toEqual([[], expect.stringContaining(`new ${className}(stack, "Thing"`)]);
  });

  test("a condition that needs the deployment takes the first value, with a note", async () => {
    const { todos, stack } = await migrated(
      `
  Topic: { Type: "AWS::SNS::Topic", Properties: { DisplayName: !If [IsMine, a, b] } }
`,
      'Conditions: { IsMine: !Equals [!Ref "AWS::AccountId", "111122223333"] }',
    );
    expect(todos).toEqual(["4 The condition `IsMine` was not translated: its first value is used."]);
    expect(stack).toContain('displayName: "a"');
  });

  test("a part that refers to a missing one has a placeholder that is named", async () => {
    const { todos, stack } = await migrated(`
  Alarm: { Type: "AWS::SSM::Parameter", Properties: { Type: String, Value: !GetAtt Thing.Arn } }
  Thing: { Type: "AWS::Odd::Thing" }
`);
    expect(todos[0]).toBe("4 `Thing` is referred to, but was not translated: write its value.");
    expect(stack).toContain('value: "TODO-Thing"');
  });
});

describe("parts that meet each other", () => {
  const powertools = "arn:aws:lambda:$" + "{AWS::Region}:017000801446:layer:Tools:18";

  test("defaults that are computed from the stack are set on the stack", async () => {
    const { stack, files } = await migrated(
      "  One: { Type: 'AWS::Serverless::Function', Properties: { Handler: one.handler, InlineCode: 'exports.handler = 1' } }",
      `Globals: { Function: { Runtime: nodejs22.x, Layers: [!Sub "${powertools}"] } }`,
    );
    expect(stack).toContain("stack.setDefaultFunctionProps({");
    expect(files.find(({ path: file }) => file.startsWith("main."))?.text).not.toContain("stack.");
  });

  test("a declared API named as the implicit one has an id of its own", async () => {
    const events = (more: string) =>
      `{ Get: { Type: HttpApi, Properties: { Path: /a, Method: get${more} } } }`;
    const { stack = "" } = await migrated(`
  HttpApi: { Type: "AWS::Serverless::HttpApi" }
  One: { Type: "AWS::Serverless::Function", Properties: { Handler: a.b, Events: ${events("")} } }
  Two: { Type: "AWS::Serverless::Function", Properties: { Handler: a.c, Events: ${events(", ApiId: !Ref HttpApi")} } }
`);
    const ids = [...stack.matchAll(/new Api\(stack, "(\w+)"/g)].map(([, id]) => id);
    expect(ids.sort()).toEqual(["HttpApi", "ServerlessHttpApi"]);
  });

  test("a parameter that is a list is flattened into the list around it", async () => {
    const { stack } = await migrated(
      `
  Policy:
    Type: AWS::IAM::ManagedPolicy
    Properties:
      PolicyDocument: { Statement: [{ Effect: Allow, Action: "s3:*", Resource: [!Ref Buckets, "x"] }] }`,
      'Parameters: { Buckets: { Type: CommaDelimitedList, Default: "a,b" } }',
    );
    expect(stack).toContain('Resource: [...buckets, "x"]');
  });

  test("names of exports have no colons", async () => {
    const { stack } = await migrated(
      "  Q: { Type: 'AWS::SQS::Queue' }",
      `Outputs: { Url: { Value: !Ref Q, Export: { Name: !Sub "$\{AWS::StackName}:Url" } } }`,
    );
    expect(stack).toContain("exportName: `${stack.stage}-${stack.app.name}-Url`");
  });

  test("a handler whose file is missing is reported", async () => {
    const { todos } = await migrated(
      "  One: { Type: 'AWS::Serverless::Function', Properties: { Runtime: nodejs22.x, CodeUri: built/, Handler: one.handler } }",
    );
    expect(todos).toEqual([
      expect.stringContaining("The file of the handler `built/one.handler` is missing"),
    ]);
  });
});
