import * as fs from "node:fs";
import * as path from "node:path";
import { migration } from "../../lib/migrate/migrate";
import { writeFiles } from "../../lib/migrate/write/project-files";
import { filesIn } from "../support/files";
import { temporaryFolder } from "../support/stack";
import { synthesizedTypes } from "./synthesized-types";

const fixture = path.resolve(__dirname, "../fixtures/migrate/serverless");

/** A folder with one service. */
function serviceFolder(text: string, others: Record<string, string> = {}): string {
  const folder = temporaryFolder();
  const head = text.includes("provider:") ? "" : "provider: { name: aws }\n";
  fs.writeFileSync(path.join(folder, "hello.js"), "");
  fs.writeFileSync(path.join(folder, "serverless.yml"), `service: shop\n${head}${text}`);
  for (const [name, content] of Object.entries(others)) fs.writeFileSync(path.join(folder, name), content);
  return folder;
}

const migrated = async (text: string, others?: Record<string, string>) =>
  migration("serverless", serviceFolder(text, others));

const todosOf = async (text: string, others?: Record<string, string>) =>
  (await migrated(text, others)).findings.todos.map(({ place, text }) => `${place.line} ${text}`);

const stackOf = async (text: string, others?: Record<string, string>) =>
  (await migrated(text, others)).files.find((file) => file.path.startsWith("stacks/"))?.text;

describe("a service of the Serverless Framework", () => {
  test("becomes the stack that is compiled with the tests", async () => {
    const { files, findings } = await migration("serverless", fixture);
    const written = files.find((file) => file.path === "stacks/service.ts")?.text;
    expect(written).toBe(fs.readFileSync(path.join(fixture, "stacks/service.ts"), "utf8"));
    expect(findings.todos).toEqual([]);
    expect(files.find((file) => file.path === "main.ts")?.text).toContain(
      'app.setDefaultFunctionProps({ runtime: "nodejs22.x", timeout: 20, memorySize: 256 });',
    );
  });

  test("synthesizes each of its events", () => {
    expect(synthesizedTypes(fixture)).toMatchObject({
      aws_api_gateway_rest_api: 1,
      aws_apigatewayv2_api: 2,
      aws_cloudwatch_event_rule: 4,
      aws_cloudwatch_log_subscription_filter: 1,
      aws_iot_topic_rule: 1,
      aws_lambda_event_source_mapping: 3,
      aws_lambda_function: 6,
      aws_s3_bucket_notification: 1,
      aws_scheduler_schedule: 1,
      aws_sns_topic_subscription: 1,
    });
  });
});

describe("parts that are not translated", () => {
  test("is named with its line", async () => {
    const found = await todosOf(`
plugins:
  - serverless-step-functions
stepFunctions: { stateMachines: {} }
functions:
  hello:
    handler: hello.handler
    snapStart: true
    events:
      - http: { path: a, method: get, integration: lambda }
      - kafka: { topic: orders }
      - sqs: !ImportValue jobs
resources:
  Resources:
    Odd: { Type: "AWS::Odd::Thing" }
    Topic: { Type: "AWS::SNS::Topic", Properties: { Odd: 1 } }
`);
    expect(found).toEqual([
      "5 The plugin `serverless-step-functions` was not translated.",
      "6 The service: `stepFunctions` was not translated.",
      "10 Function `hello`: `snapStart` was not translated.",
      "12 GET /a: the integration `lambda` was not translated. The function gets the request as API Gateway sends it, and must return a response.",
      "13 Function `hello`: the event `kafka` was not translated.",
      "14 `jobs` is an output of another stack: write its value, or read it with a data source.",
      "17 `Odd` (AWS::Odd::Thing) was not translated: write it with the provider's class.",
      "18 `Topic` (AWS::SNS::Topic): `Odd` was not translated.",
    ]);
  });

  test("a variable without a value leaves a placeholder, and the rest is written", async () => {
    const service = `
functions:
  hello:
    handler: hello.handler
    environment:
      A: \${file(./values.yml):a.b}
      B: \${file(./none.yml):b}
      C: \${file(./values.js):c}
      D: \${cf:other.Output, 'fallback'}
      E: \${self:service}-\${sls:stage}
`;
    expect(await todosOf(service, { "values.yml": "a: { b: found }" })).toEqual([
      "9 The variable `${file(./none.yml):b}` has no value that the migration knows: write it.",
      "10 `file(./values.js):c` is a program: write its values.",
    ]);
    expect(await stackOf(service, { "values.yml": "a: { b: found }" })).toContain(`environment: {
      A: "found",
      B: "TODO-file-.-none.yml-b",
      C: "TODO-file-.-values.js-c",
      D: "fallback",
      E: \`shop-\${stack.stage}\`,
    },`);
  });

  test("functions that need each other get variables afterwards", async () => {
    const text = await stackOf(`
functions:
  one: { handler: a.one, environment: { OTHER: !Ref TwoLambdaFunction } }
  two: { handler: a.two, environment: { OTHER: !Ref OneLambdaFunction } }
`);
    expect(text).toContain('one.addEnvironment("OTHER", two.functionName);');
    expect(text).toContain(
      'new Function(stack, "two", { handler: "a.two", environment: { OTHER: one.functionName } })',
    );
  });
});

describe("bad input", () => {
  test("YAML that does not parse is refused with its line, and nothing is written", async () => {
    const folder = serviceFolder("functions: [\nb: }\n");
    await expect(migration("serverless", folder)).rejects.toMatchObject({
      code: "migrate-file-invalid",
      prop: expect.stringMatching(/^serverless\.yml:\d+$/),
    });
    expect(Object.keys(filesIn(folder))).toEqual(["hello.js", "serverless.yml"]);
  });

  test.each([
    ["cloud", "migrate-tool-unknown", "provider: { name: aws }"],
    ["serverless", "migrate-not-aws", "provider: { name: google }"],
  ])("%s with %s", async (tool, code, text) => {
    await expect(migration(tool, serviceFolder(text))).rejects.toMatchObject({ code });
  });

  test("a folder without a service is refused", async () => {
    await expect(migration("serverless", temporaryFolder())).rejects.toMatchObject({
      code: "migrate-source-missing",
    });
  });

  test("existing files are not overwritten, and no other file is written", async () => {
    const folder = serviceFolder("functions: {}", { "main.mts": "mine", "package.json": "{}" });
    const before = filesIn(folder);
    const { files } = await migration("serverless", folder);
    expect(() => writeFiles(folder, files)).toThrow(/main\.mts already.*migrate-files-exist/s);
    expect(filesIn(folder)).toEqual(before);
  });

  test("a folder that cannot be written keeps nothing half-written", async () => {
    const folder = serviceFolder("functions: {}", { stacks: "a file" });
    const { files } = await migration("serverless", folder);
    expect(() => writeFiles(folder, files)).toThrow(/migrate-folder-unusable/);
    expect(Object.keys(filesIn(folder)).sort()).toEqual(["hello.js", "serverless.yml", "stacks"]);
  });

  test("the compiler settings leave the imports of types in handlers to the bundler", async () => {
    const { files } = await migration("serverless", serviceFolder("functions: {}"));
    const settings = JSON.parse(files.find(({ path }) => path === "tsconfig.json")?.text ?? "{}");
    expect(settings.compilerOptions).toMatchObject({ module: "nodenext", strict: true });
    expect(settings.compilerOptions).not.toHaveProperty("verbatimModuleSyntax");
  });

  test("no file is written outside of the folder", () => {
    const folder = temporaryFolder();
    const file = (name: string) =>
      ({ path: `inline/${name}/index.py`, text: "", ifPresent: "refuse" }) as const;
    expect(() => writeFiles(folder, [file("A"), file("../../B")])).toThrow(/outside of it/);
    expect(filesIn(folder)).toEqual({});
  });

  test("an existing tsconfig.json stays", async () => {
    const folder = serviceFolder("functions: {}", { "tsconfig.json": "{}" });
    const { files } = await migration("serverless", folder);
    expect(writeFiles(folder, files).kept).toEqual(["tsconfig.json"]);
    expect(filesIn(folder)["tsconfig.json"]).toBe("{}");
  });
});

describe("texts that Terraform would read as expressions", () => {
  test("variables of IAM policies and of IoT rules are literal in resources of the provider", async () => {
    const stack = await stackOf(`resources:
  Resources:
    Own:
      Type: AWS::IAM::ManagedPolicy
      Properties:
        PolicyDocument:
          Version: "2012-10-17"
          Statement:
            - { Effect: Allow, Action: "iam:*", Resource: "arn:aws:iam::*:user/\${aws:username}" }
            - { Effect: Allow, Action: "s3:*", Resource: !Sub "arn:\${AWS::Partition}:s3:::a/\${!cognito-identity.amazonaws.com:sub}" }
`);
    expect(stack).toContain('Resource: "arn:aws:iam::*:user/$${aws:username}"');
    expect(stack).toContain("${stack.partition}:s3:::a/$\\${cognito-identity.amazonaws.com:sub}`");
  });

  test("variables of the framework are still resolved", async () => {
    const stack = await stackOf(`custom: { bucket: files }
resources:
  Resources:
    Own:
      Type: AWS::IAM::ManagedPolicy
      Properties:
        PolicyDocument:
          Version: "2012-10-17"
          Statement:
            - { Effect: Allow, Action: "s3:*", Resource: "arn:aws:s3:::\${self:custom.bucket}-\${aws:region}/*" }
`);
    expect(stack).toContain("arn:aws:s3:::files-${stack.region}/*");
  });
});
