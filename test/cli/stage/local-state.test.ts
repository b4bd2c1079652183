/** @group processes */

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Api, type App, Stack, Table } from "../../../lib";
import { LiveProject } from "../live/support";
import { writeFiles } from "../live-client/loopback/stage";
import type { JsonLines } from "../support/json-lines";

const define = (app: App): void => {
  const stack = new Stack(app, "Main");
  const table = new Table(stack, "Notes", {
    fields: { id: "string" },
    primaryIndex: { partitionKey: "id" },
  });
  new Api(stack, "Api", {
    routes: {
      "GET /hello": "functions/hello.hello",
      "GET /bye": "functions/hello.bye",
      "GET /short": "functions/hello.short",
    },
    defaults: { function: { bind: [table] } },
  });
};

const handlers = `
  import { createRequire } from "node:module";
  export const hello = async (_event: unknown, context: any) => ({
    statusCode: 200,
    body: JSON.stringify({
      table: process.env.SERVERFORM_Table_tableName_Notes,
      key: process.env.AWS_ACCESS_KEY_ID,
      endpoint: process.env.AWS_ENDPOINT_URL,
      arn: context.invokedFunctionArn,
    }),
  });
  export const bye = hello;
  /** The credentials that the SDK finds. */
  export const short = async () => {
    const { STSClient } = createRequire(${JSON.stringify(__filename)})("@aws-sdk/client-sts");
    const { accessKeyId } = await new STSClient({}).config.credentials();
    return { statusCode: 200, body: JSON.stringify({ accessKeyId, profile: process.env.AWS_PROFILE }) };
  };
`;

const nameOf = (route: string): string => `dev-notes-Main-Api-Lambda_GET_--${route}`;

/** The state of the stack, as Terraform shows it. */
const state = (account: string): string => {
  const role = (route: string) => `arn:aws:iam::${account}:role/role-of-${route}`;
  const resources = ["hello", "bye", "short"].flatMap((route) => [
    {
      address: addressOf("aws_lambda_function", route, "Function"),
      values: { arn: `arn:aws:lambda:us-east-1:${account}:function:${nameOf(route)}`, role: role(route) },
    },
    {
      address: addressOf("aws_iam_role", route, "Role"),
      values: { arn: role(route), name: `role-of-${route}` },
    },
  ]);
  const table = { address: "aws_dynamodb_table.Notes_Table_0E6C1F4D", values: {} };
  return JSON.stringify({ values: { root_module: { resources: [...resources, table] } } });
};

let addresses: Readonly<Record<string, string>>;
const addressOf = (type: string, route: string, part: string): string =>
  addresses[`${type} dev-notes-Main/Api/Lambda_GET_--${route}/${part}`] ?? "";

/** AWS as far as the command asks it: who the caller is, and roles that may be assumed. */
function serveSts(account: string, assumable: readonly string[]): Promise<Server> {
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => {
      body += chunk;
    });
    request.on("end", () => {
      const given = new URLSearchParams(body);
      const isIdentity = given.get("Action") === "GetCallerIdentity";
      if (isIdentity) {
        const arn = `arn:aws:iam::${account}:user/ana`;
        response.end(
          `<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><GetCallerIdentityResult><Arn>${arn}</Arn><UserId>A</UserId><Account>${account}</Account></GetCallerIdentityResult></GetCallerIdentityResponse>`,
        );
      } else if (assumable.some((role) => given.get("RoleArn")?.endsWith(role))) {
        const expiration = new Date(Date.now() + 3_600_000).toISOString();
        response.end(
          `<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleResult><Credentials><AccessKeyId>ASIAROLE</AccessKeyId><SecretAccessKey>s</SecretAccessKey><SessionToken>t</SessionToken><Expiration>${expiration}</Expiration></Credentials></AssumeRoleResult></AssumeRoleResponse>`,
        );
      } else {
        response.writeHead(403);
        response.end(
          '<ErrorResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><Error><Type>Sender</Type><Code>AccessDenied</Code><Message>ana is not authorized to perform: sts:AssumeRole</Message></Error></ErrorResponse>',
        );
      }
    });
  });
  return new Promise((done) => server.listen(0, "127.0.0.1", () => done(server)));
}

let project: LiveProject;
let sts: Server | undefined;

afterEach(async () => {
  await project.stop();
  sts?.close();
});

afterAll(() => LiveProject.end());

async function open(deployedTo = "111122223333"): Promise<NodeJS.ProcessEnv> {
  project = await LiveProject.create({}, define);
  addresses = project.addresses;
  writeFiles(project.stage.folder, {
    "functions/hello.ts": handlers,
    "state.dev-notes-Main.json": state(deployedTo),
  });
  sts = await serveSts("111122223333", ["role-of-hello", "role-of-short"]);
  return { AWS_ENDPOINT_URL_STS: `http://127.0.0.1:${(sts.address() as AddressInfo).port}` };
}

const arguments_ = ["local", "--state", "dev", "--json", "--port", "0"];

async function urlOf(lines: JsonLines): Promise<string> {
  const ready = (await lines.next("ready")) as { apis?: readonly { urls: readonly string[] }[] };
  return ready.apis?.[0]?.urls[0] ?? "";
}

describe("serverform local --state", () => {
  test("runs functions with the ids of the stage and with their roles, and none whose role may not be assumed", async () => {
    const environment = await open();
    const lines = project.follow(arguments_, environment);
    const url = await urlOf(lines);
    expect(await (await fetch(new URL("/hello", url))).json()).toEqual({
      table: "dev-notes-Notes",
      key: "ASIAROLE",
      arn: `arn:aws:lambda:us-east-1:111122223333:function:${nameOf("hello")}`,
    });
    await lines.next("request");
    expect((await fetch(new URL("/bye", url))).status).toBe(500);
    const because = /role-of-bye.* cannot be assumed: .*sts:AssumeRole/;
    expect(await lines.next("notice")).toMatchObject({ text: expect.stringMatching(because) });
    expect(await lines.next("request")).toMatchObject({ reason: expect.stringMatching(because) });
  });

  test("gives the SDK the credentials of the role, also with a profile in the shell", async () => {
    const environment = await open();
    writeFiles(project.stage.folder, {
      "home/.aws/credentials": "[admin]\naws_access_key_id = ADMIN\naws_secret_access_key = admin\n",
    });
    const lines = project.follow(arguments_, { ...environment, AWS_PROFILE: "admin" });
    const found = await (await fetch(new URL("/short", await urlOf(lines)))).json();
    expect(found).toEqual({ accessKeyId: "ASIAROLE" });
  });

  test("refuses credentials of another account than that of the stage", async () => {
    const environment = await open("999900001111");
    const { code, stderr } = await project.run(arguments_, environment).ended;
    expect(code).toBe(1);
    expect(stderr).toContain("belong to the account 111122223333, but the stage is deployed to 999900001111");
    expect(stderr).toContain("[account-differs]");
  });

  test("refuses a stage that is not deployed, or of production, a state that cannot be read, and other options", async () => {
    const environment = await open();
    const deployed = state("111122223333");
    const refused: readonly (readonly [shown: string, more: readonly string[], problem: string])[] = [
      ["{}", [], "[stage-not-deployed]"],
      ["broken", [], "[state-unreadable]"],
      ["{}", ["--state", "prod"], "[stage-of-production]"],
      ["{}", ["--data", "tables"], "[options-exclude]"],
      [deployed, ["--only", "*/Orders"], "[live-function-unknown]"],
    ];
    for (const [shown, more, problem] of refused) {
      writeFiles(project.stage.folder, { "state.dev-notes-Main.json": shown });
      const { code, stderr } = await project.run([...arguments_, ...more], environment).ended;
      expect([code, stderr]).toEqual([1, expect.stringContaining(problem)]);
    }
  });
});
