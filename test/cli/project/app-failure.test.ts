import { condenseAppOutput } from "../../../lib/cli/project/app-failure";

const condense = (...lines: string[]): string => condenseAppOutput(lines.join("\n"), "/home/me/app").text;

describe("condenseAppOutput", () => {
  test.each([
    ["Error: ENOSPC: no space left on device, write", "The disk is full. Free"],
    [
      "Error: ENOSPC: no space left on device, open '/home/me/app/x.json'",
      "The disk is full (/home/me/app/x.json). Free",
    ],
  ])("says that the disk is full: %s", (line, told) => expect(condense(line)).toContain(told));

  test("keeps only the message of a library error", () => {
    const text = condense(
      "/home/me/app/main.ts:3",
      "  throw error;",
      "  ^",
      "",
      "ServerformError: 2 problems:",
      "",
      "dev/Api: routes is 1.",
      "  [a]",
      "",
      "dev/Api: cors is 2.",
      "  [b]",
      "    at problem (/home/me/app/node_modules/serverform/dist/shared/errors.js:1:1) {",
      "  code: 'synthesis-failed',",
      "}",
    );
    expect(text).toBe("2 problems:\n\ndev/Api: routes is 1.\n  [a]\n\ndev/Api: cors is 2.\n  [b]");
  });

  test.each([
    ["ServerformError: ", "] {"],
    ["[ServerformError: ", "] {"],
    ["[ServerformError: ", "]"],
    ["<ref *1> ServerformError: ", " {"],
  ])("finds its message between %j and %j", (before, after) => {
    expect(condense(`${before}dev/Api: routes is 1.`, `  [a]${after}`, "  code: 'a'", "}")).toBe(
      "dev/Api: routes is 1.\n  [a]",
    );
  });

  test.each([
    [
      "Error: Cannot find module '@serverless-stack/resources'",
      'In place of "@serverless-stack/resources" import constructs from "serverform", and in functions what bind gives them from "serverform/node/<module>".',
    ],
    [
      "Error: Cannot find module 'aws-cdk-lib/aws-lambda'",
      'In place of "aws-cdk-lib/aws-lambda" import constructs from "serverform", and resources of the provider from "@cdktf/provider-aws/lib/<resource>".',
    ],
    [
      "Error: Cannot find module '$amplify/env/notes'",
      'In place of "$amplify/env/notes" use process.env for variables of environment, and for what is in bind and config "serverform/node/*".',
    ],
    [
      "Error: Cannot find module '@architect/functions'",
      'In place of "@architect/functions" use bind and "serverform/node/*", and export a handler: export async function handler(event) { ... }.',
    ],
    [
      "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'sst' imported from /home/me/app/main.ts",
      'In place of "sst" import constructs from "serverform", and in functions what bind gives them from "serverform/node/<module>".',
    ],
    [
      "main.ts(1,8): error TS2307: Cannot find module 'sst/node/table' or its corresponding type declarations.",
      'In place of "sst/node/table" import from "serverform/node/table".',
    ],
  ])("names the replacement of the package of %j", (line, hint) => {
    expect(condense(line, line)).toBe(`${line}\n${line}\n\n${hint}`);
  });

  test("says nothing about modules of Node.js", () => {
    const line = "Error: Cannot find module 'node:fs/no'";
    expect(condense(line)).toBe(line);
  });

  test("keeps one line of the project from a call stack", () => {
    const text = condense(
      "TypeError: boom",
      "    at load (/home/me/app/node_modules/x/index.js:1:1)",
      "    at main (/home/me/app/stacks/Api.ts:12:5)",
      "    at other (/home/me/app/main.ts:1:1)",
      "    at node:internal/main:1:1",
      "",
      "Node.js v22.0.0",
    );
    expect(text).toBe("TypeError: boom\n    at main (stacks/Api.ts:12:5)");
  });

  test("keeps compiler messages unchanged", () => {
    const message = "main.ts(3,7): error TS2322: Type 'string' is not assignable to type 'number'.";
    expect(condense(message)).toBe(message);
  });
});

describe("The message about a failing app has the cause and the remedy", () => {
  const root = "/home/me/app";

  test.each<[what: string, output: string, ...says: string[]]>([
    ["a package", `Error: Cannot find module 'zod'\nRequire stack:\n- ${root}/main.ts`, "npm install zod"],
    ["a scope", "Error [ERR_MODULE_NOT_FOUND]: Cannot find package '@me/x/y'", "npm install @me/x\n"],
    [
      "a peer",
      "Error: Cannot find module '@cdktf/provider-aws/lib/sqs-queue'",
      "npm install @cdktf/provider-aws\n",
    ],
    [
      "a file",
      `Error: Cannot find module './stacks/a'\nRequire stack:\n- ${root}/main.ts`,
      '"./stacks/a" for main.ts',
    ],
    ["the app", `Error: Cannot find module '${root}/main.ts'`, "no file main.ts"],
    ["a program", "/bin/sh: 1: ts-node: not found", '"ts-node" is not installed', "npx tsx main.ts"],
    ["a program of bash", "bash: line 1: ts-node: command not found", '"ts-node" is not installed'],
    [
      "npx",
      'npm error npx canceled due to missing packages and no YES option: ["ts-node@10.9.2"]',
      '"ts-node"',
    ],
    [
      "TypeScript",
      'TypeError [ERR_UNKNOWN_FILE_EXTENSION]: Unknown file extension ".ts" for x',
      "npx tsx main.ts",
    ],
    ["a class", "TypeError: import_serverform.Apii is not a constructor", 'no Apii. Did you mean "Api"?'],
    ["a class of SST", "TypeError: serverform_1.ApiGatewayV1Api is not a constructor", "Use RestV1Api."],
    [
      "a class of AWS CDK",
      "TypeError: import_serverform.NodejsFunction is not a constructor",
      "Use Function.",
    ],
    ["a grant of AWS CDK", "TypeError: bucket.grantRead is not a function", '[[it, "grantRead"]]'],
    ["a method of AWS CDK", "TypeError: get.addToRolePolicy is not a function", "Write attachPermissions(["],
    [
      "a method of SST",
      "TypeError: topic.subscribeQueue is not a function",
      "Write addSubscribers(stack, { ... })",
    ],
    ["plans of AWS CDK", "TypeError: rest.addUsagePlan is not a function", "Create an ApiGatewayUsagePlan"],
    [
      "settings of invocations in AWS CDK",
      "TypeError: fn.configureAsyncInvoke is not a function",
      "Write retryAttempts",
    ],
    [
      "a method of a new construct",
      "TypeError: (intermediate value).notify is not a function",
      "addNotifications(",
    ],
    ["a static method", "TypeError: Bucket.fromBucketName is not a function", "new DataAwsS3Bucket(...)"],
    [
      "a property of AWS CDK",
      "TypeError: Cannot read properties of undefined (reading 'addResource')",
      "addRoutes(stack",
    ],
    ["a value of Pulumi", "TypeError: api.url.apply is not a function", "`${api.url}/notes`"],
    ["a global of SST", "ReferenceError: $interpolate is not defined", "`${api.url}/notes`"],
    ["a namespace of SST", "ReferenceError: sst is not defined", 'import { Api, Bucket } from "serverform"'],
    ["a method of SST", "TypeError: topic.subscribe is not a function", "Write addSubscribers(stack"],
    [
      "a class in ESM",
      "SyntaxError: The requested module 'serverform' does not provide an export named 'Cognito'",
      "Use Userbase.",
    ],
  ])("%s", (_, output, ...says) => {
    const { text } = condenseAppOutput(`${output}\n`, root);
    for (const each of says) expect(`${text}\n`).toContain(each);
  });

  test("without the lines of Node.js about itself", () => {
    const lines = [
      "node:internal/modules/cjs/loader:1210",
      "  throw err;",
      "  ^",
      "",
      "TypeError: boom",
      "    at Main (/home/me/app/main.ts:3:5)",
      "    at Module._load (node:internal/modules/cjs/loader:986:27) {",
      "  code: 'X',",
      "  requireStack: []",
      "}",
      "",
      "Node.js v20.0.0",
    ];
    const { text } = condenseAppOutput(lines.join("\n"), root);
    expect(text).toBe("TypeError: boom\n    at Main (main.ts:3:5)");
  });
});
