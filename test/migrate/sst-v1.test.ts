import * as fs from "node:fs";
import * as path from "node:path";
import { Terminal } from "../../lib/cli";
import { migrate, migration } from "../../lib/migrate/migrate";
import { writeFiles } from "../../lib/migrate/write/project-files";
import { filesIn } from "../support/files";
import { expectOutputOf } from "../support/output-schema";
import { temporaryFolder } from "../support/stack";
import { appFolder, migrated } from "./sst-apps";
import { synthesizedTypes } from "./synthesized-types";

const fixture = path.resolve(__dirname, "../fixtures/migrate/sst-v1");

describe("an app of SST v1", () => {
  test("keeps the methods that every object has", async () => {
    const { text } = await migrated(`import { Topic } from "@serverless-stack/resources";
export function Shop({ stack }) {
  const topic = new Topic(stack, "T");
  stack.addOutputs({ arn: topic.topicArn.toString(), own: topic.cdk.topic.hasOwnProperty("arn") });
}
`);
    expect(text).toContain('{ arn: topic.topicArn.toString(), own: topic.cdk.topic.hasOwnProperty("arn") }');
  });

  test("becomes the stacks that are compiled with the tests", async () => {
    const { files, findings } = await migration("sst-v1", fixture);
    for (const name of ["main.ts", ...["access", "api", "data", "index", "names", "users"].map(stackFile)]) {
      const written = files.find((file) => file.path === name)?.text;
      expect([name, written]).toEqual([name, fs.readFileSync(path.join(fixture, name), "utf8")]);
    }
    expect(findings.todos.map(({ place, text }) => `${place.file}:${place.line} ${text}`)).toEqual([
      "services/functions/main.js:1 Import from `serverform/node/api` in place of `@serverless-stack/node/api`; `--handlers` does it.",
      "services/functions/main.js:2 Import from `serverform/node/table` in place of `@serverless-stack/node/table`; `--handlers` does it.",
    ]);
    expect(findings.notes.map(({ place }) => `${place.file}:${place.line}`)).toEqual([
      "package.json:4",
      "package.json:4",
      "serverform-stacks/access.ts:8",
      "serverform-stacks/access.ts:8",
      "serverform-stacks/index.ts:8",
    ]);
  });

  test("synthesizes each of its constructs", () => {
    expect(synthesizedTypes(fixture, "serverform-stacks/index")).toMatchObject({
      aws_api_gateway_rest_api: 1,
      aws_apigatewayv2_api: 2,
      aws_appsync_graphql_api: 1,
      aws_cloudfront_distribution: 1,
      aws_cloudwatch_event_bus: 1,
      aws_codebuild_project: 1,
      aws_cognito_identity_provider: 2,
      aws_cognito_user_pool: 1,
      aws_cognito_user_pool_domain: 1,
      aws_dynamodb_table: 1,
      aws_iam_role_policy_attachment: 2,
      aws_kinesis_stream: 1,
      aws_s3_bucket_notification: 1,
      aws_sns_topic: 1,
      aws_sqs_queue: 1,
    });
  });

  test("keeps its handlers; with --handlers only their imports change", async () => {
    const folder = appFolder({
      "stacks/index.js": "export default function main(app) {}",
      "services/orders.ts":
        'import { ApiGatewayV1Api } from "@serverless-stack/node/api";\nexport const url = ApiGatewayV1Api.Admin.url;\n',
      "services/node_modules/other/index.js": 'require("@serverless-stack/node/table");',
      "services/site.js": 'import { NextjsSite } from "@serverless-stack/node/site";\n',
    });
    const { files, findings } = await migration("sst-v1", folder, { handlers: true });
    const written = writeFiles(folder, files);
    expect(written.changed).toEqual(["services/orders.ts", "services/site.js"]);
    expect(fs.readFileSync(path.join(folder, "services/orders.ts"), "utf8")).toBe(
      'import { RestV1Api as ApiGatewayV1Api } from "serverform/node/api";\nexport const url = ApiGatewayV1Api.Admin.url;\n',
    );
    expect(findings.todos.map(({ text }) => text)).toEqual([
      "`NextjsSite` of `@serverless-stack/node/site` has no counterpart.",
    ]);
    expect(written.created).toEqual([
      "serverform-stacks/index.js",
      "main.js",
      "cdktf.json",
      "migration-report.md",
    ]);
  });

  test("is not written if one of its files exists", async () => {
    const { folder, files } = await migrated("export const Shop = () => {};", { "cdktf.json": "{}" });
    const before = filesIn(folder);
    expect(() => writeFiles(folder, files)).toThrow(/has cdktf\.json already\. Nothing was written/);
    expect(filesIn(folder)).toEqual(before);
  });
});

const stackFile = (name: string): string => `serverform-stacks/${name}.ts`;

describe("the user directory of SST v1", () => {
  test("was `Auth` before version 1.10; an authenticator makes it a sign-in without one", async () => {
    const { text, todos } = await migrated(
      [
        'import { Auth } from "@serverless-stack/resources";',
        "export function Shop({ stack }) {",
        '  new Auth(stack, "Users", { login: ["email"] });',
        '  new Auth(stack, "SignIn", { authenticator: "auth.handler" });',
        "}",
        "",
      ].join("\n"),
      { "auth.ts": "export const handler = () => ({});" },
    );
    expect(text).toBe(
      [
        'import { Auth, Userbase } from "serverform";',
        "export function Shop({ stack }) {",
        '  new Userbase(stack, "Users", { login: ["email"] });',
        '  new Auth(stack, "SignIn", { authenticator: "auth.handler" });',
        "}",
        "",
      ].join("\n"),
    );
    expect(todos).toEqual([]);
  });
});

describe("a class of a stack", () => {
  test("keeps `this`", async () => {
    const { text } = await migrated(
      [
        'import * as sst from "@serverless-stack/resources";',
        "export class Shop extends sst.Stack {",
        "  constructor(scope: sst.App, id: string) {",
        "    super(scope, id);",
        '    const users = new sst.Cognito(this, "Users");',
        "    users.attachPermissionsForAuthUsers([]);",
        "  }",
        "}",
      ].join("\n"),
    );
    expect(text).toContain('new sst.Userbase(this, "Users")');
    expect(text).toContain("users.attachPermissionsForAuthUsers(this, [])");
  });
});

describe("migrate --json", () => {
  test("prints the written files and the remaining steps, as its schema defines", async () => {
    const folder = appFolder({
      "stacks/index.js":
        'import { DebugStack } from "@serverless-stack/resources";\nexport default () => DebugStack;\n',
    });
    const printed: string[] = [];
    const stream = { write: (text: string) => printed.push(text) > 0 } as unknown as NodeJS.WriteStream;
    const streams = { input: process.stdin, output: process.stdout, errors: stream };
    const output = await migrate(new Terminal({ json: true }, streams), "sst-v1", folder);
    expect(printed.join("")).toContain("shop: 1 stack file, 0 handlers.");
    expectOutputOf("migrate", JSON.stringify(output));
    expect(output).toMatchObject({
      tool: "sst-v1",
      name: "shop",
      folder,
      counts: { "stack file": 1, handler: 0 },
      todos: [{ place: { file: "serverform-stacks/index.js", line: 2 } }],
      created: ["serverform-stacks/index.js", "main.js", "cdktf.json", "migration-report.md"],
      changed: [],
      kept: [],
    });
  });
});

describe("an app with sst.config.ts", () => {
  test("becomes an entry with its props and the stacks that it adds", async () => {
    const folder = appFolder({
      "sst.config.ts": [
        'import { SSTConfig } from "sst";',
        'import { Api } from "./stacks/api";',
        "export default {",
        '  config(_input) { return { name: "shop", region: "eu-west-1", profile: _input.stage }; },',
        "  stacks(app) {",
        '    app.setDefaultFunctionProps({ runtime: "nodejs18.x" });',
        "    app.stack(Api);",
        "  },",
        "} satisfies SSTConfig;",
      ].join("\n"),
      "stacks/api.ts":
        'import { Api as HttpApi } from "sst/constructs";\nexport const Api = ({ stack }) => new HttpApi(stack, "Api");\n',
    });
    fs.rmSync(path.join(folder, "sst.json"));
    const { files, findings } = await migration("sst-v1", folder);
    const textOf = (name: string) => files.find((file) => file.path === name)?.text;
    expect(textOf("main.ts")).toBe(
      [
        'import { App } from "serverform";',
        'import { Api } from "./serverform-stacks/api.js";',
        "",
        'const app = new App({ name: "shop", region: "eu-west-1" });',
        'app.setDefaultFunctionProps({ runtime: "nodejs18.x" });',
        "app.stack(Api);",
        "app.synth();",
        "",
      ].join("\n"),
    );
    expect(textOf("serverform-stacks/api.ts")).toContain('import { Api as HttpApi } from "serverform";');
    expect(findings.notes.map(({ text }) => text)).toEqual([
      "`profile`: set `AWS_PROFILE`, or use `--profile`.",
    ]);
  });
});

describe("bad input", () => {
  test.each([
    [
      { "stacks/index.ts": "export default (app => {" },
      /stacks\/index\.ts:1 cannot be read: .* Nothing was written/,
    ],
    [{ "sst.json": "{ name" }, /sst\.json:1 cannot be read/],
    [{}, /sst\.json is "sst\.json", which has none of stacks\/index\.ts/],
  ])("is an error with its file: %p", async (files, message) => {
    await expect(migration("sst-v1", appFolder(files))).rejects.toThrow(message);
  });

  test("a folder without an app, and an option of another tool", async () => {
    await expect(migration("sst-v1", temporaryFolder())).rejects.toThrow(
      /has none of sst\.json, sst\.config\.ts/,
    );
    await expect(migration("sam", temporaryFolder(), { handlers: true })).rejects.toThrow(
      /migrate-option-unused/,
    );
  });

  test("a handler that cannot be parsed is named, and stays", async () => {
    const { todos } = await migrated("export const Shop = () => {};", {
      "services/broken.ts": 'import "@serverless-stack/node/table";\nconst = 1;',
    });
    expect(todos).toEqual([
      "services/broken.ts:1 The file cannot be parsed: compare its imports of SST's clients by hand.",
    ]);
  });
});
