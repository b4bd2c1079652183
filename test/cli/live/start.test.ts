/** @group processes */

import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Function as Fn, Stack } from "../../../lib";
import { localCredentials } from "../../support/access-keys";
import { freePorts } from "../../support/free-ports";
import { expectOutputOf } from "../../support/output-schema";
import { until } from "../../support/until";
import { writeFiles } from "../live-client/loopback/stage";
import { terminalUser } from "../support/terminal-user";
import { appFile, defineNotes, handlerFile, LiveProject } from "./support";

let project: LiveProject;

let server: Server | undefined;

afterEach(async () => {
  await project.stop();
  server?.close();
  server = undefined;
});

afterAll(() => LiveProject.end());

/** A server that answers everything in one way. */
async function answering(status: number, body: string): Promise<string> {
  const created = createServer((request, response) => {
    request.resume();
    request.on("end", () => response.writeHead(status).end(body));
  });
  server = created;
  await new Promise<void>((done) => created.listen(0, "127.0.0.1", done));
  return `http://127.0.0.1:${(created.address() as AddressInfo).port}`;
}

const arguments_ = ["start", "--json", "--yes", "--stage", "dev"];

const read = (file: string): string => readFileSync(join(project.stage.folder, file), "utf8");

/** Runs a command, and returns the stacks that it has deployed and removed. */
async function operations(...words: readonly string[]): Promise<readonly string[] | null> {
  writeFiles(project.stage.folder, { "terraform.log": "" });
  expect((await project.run([...words, "--yes", "--stage", "dev"]).ended).code).toBe(0);
  return read("terraform.log").match(/^(\S+) (apply|destroy)/gm);
}

/** Asks until the answer is this one: a change of a file is noticed a moment later. */
async function untilAnswer(path: string, expected: unknown): Promise<void> {
  const wanted = JSON.stringify(expected);
  while (JSON.stringify(await project.get(path)) !== wanted) await delay(20);
}

describe("serverform start", () => {
  test("deploys, runs the functions here, follows changes of code and app, and ends with Ctrl-C; remove removes the app before the debug stack", async () => {
    project = await LiveProject.create();
    project.program();
    const lines = await project.start("--only", "*hello", "--console-page", "--facts");
    expect(await lines.next("console")).toMatchObject({
      console: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/#[\w-]+$/),
      limits: expect.arrayContaining([expect.stringContaining("Why a permission was granted")]),
    });
    expect(read("terraform.log").match(/^(\S+) apply/gm)).toEqual([
      "dev-notes-debug-stack apply",
      "dev-notes-Main apply",
    ]);

    expect(await project.get("/hello")).toEqual({ from: "laptop" });
    expect(await lines.next("invocation")).toMatchObject({
      function: "dev-notes-Main-Api-Lambda_GET_--hello",
      handler: "functions/hello.hello",
      source: "GET /hello",
    });
    expect(await lines.next("result")).toMatchObject({ status: "ok" });
    expect(await lines.next("fact")).toMatchObject({
      fact: {
        kind: "invocation",
        function: "dev-notes-Main-Api-Lambda_GET_--hello",
        causes: [expect.any(String)],
      },
    });
    expect(await lines.next("fact")).toMatchObject({ fact: { kind: "request", route: "GET /hello" } });
    expect(await project.get("/bye")).toEqual({ from: "deployed" });

    writeFiles(project.stage.folder, { "functions/hello.ts": handlerFile("edited") });
    await untilAnswer("/hello", { from: "edited" });

    const broken = "export const hello = async ( => 1;\n";
    writeFiles(project.stage.folder, { "functions/hello.ts": broken });
    const warning = await lines.next("warning");
    expect(warning.text).toMatch(/functions\/hello\.ts:1:\d+/);
    const outcome = await project.stage.local.invoke("dev-notes-Main-Api-Lambda_GET_--hello", {});
    expect(outcome).toMatchObject({
      status: "error",
      errorType: "Serverform.BuildFailed",
      errorMessage: expect.stringMatching(/functions\/hello\.ts:1:\d+/),
    });
    writeFiles(project.stage.folder, { "functions/hello.ts": handlerFile("repaired") });
    await untilAnswer("/hello", { from: "repaired" });

    writeFiles(project.stage.folder, { "terraform.log": "", "main.js": "throw new Error('broken app');" });
    await lines.says("broken app");
    expect(await project.get("/hello")).toEqual({ from: "repaired" });

    writeFiles(project.stage.folder, { "main.js": appFile('stack.addOutputs({ Answer: "42" });') });
    await lines.says("Deployed 1 of 1 stack");
    expect(read("terraform.log").match(/^(\S+) (plan|apply)/gm)).toEqual([
      "dev-notes-Main plan",
      "dev-notes-Main apply",
    ]);
    expect(await project.get("/hello")).toEqual({ from: "repaired" });

    expect((await lines.interrupt()).code).toBe(0);
    expect(await project.get("/hello")).toEqual({ from: "deployed" });
    expect(await operations("remove")).toEqual(["dev-notes-Main destroy", "dev-notes-debug-stack destroy"]);
  });
});

/** A handler that takes longer than any caller waits. */
const slowFile = `
  export const hello = () => new Promise((done) => { console.log("begun"); setTimeout(done, 600_000); });
  export const bye = hello;
  export const short = hello;
`;

describe("At a terminal", () => {
  test("start asks before it deploys, and a change of the app is deployed when Enter is pressed", async () => {
    project = await LiveProject.create();
    project.program();
    const environment = { FIXTURE_ANSWER: "yes", NO_COLOR: "1" };
    const { child, ended } = project.run(["start", "--stage", "dev"], environment, ".", terminalUser);
    let text = "";
    child.stdout?.on("data", (data: Buffer) => {
      text += data;
    });
    await until(() => text.includes("Invocations come to this machine."));
    const change = { actions: ["create"], before: null, after: 42 };
    const plan = JSON.stringify({ output_changes: { Answer: change } });
    writeFiles(project.stage.folder, { "terraform.log": "", "plan.json": plan });
    writeFiles(project.stage.folder, { "main.js": appFile('stack.addOutputs({ Answer: "42" });') });
    await until(() => text.includes("Deployed 1 of 1 stack"));
    expect(text).toContain("Press Enter to deploy dev-notes-Main.");
    expect(read("terraform.log")).toMatch(/^dev-notes-Main apply/m);
    child.kill("SIGINT");
    expect((await ended).code).toBe(0);
  });
});

describe("With --inspect", () => {
  test("a function here has a debugger's port, and one that stays in AWS is named", async () => {
    project = await LiveProject.create();
    project.declare((app) => {
      defineNotes()(app);
      const plain = { handler: "functions/hello.hello", enableLiveDev: false };
      new Fn(new Stack(app, "Other"), "Plain", plain);
    });
    const port = await freePorts();
    const lines = await project.start("--inspect", String(port));
    const stays = "dev-notes-Other-Plain runs in AWS as it is deployed: enableLiveDev is false.";
    await lines.next("notice", { text: stays });
    expect(await project.get("/hello")).toEqual({ from: "laptop" });
    const text = `dev-notes-Main-Api-Lambda_GET_--hello: debugger at 127.0.0.1:${port}`;
    await lines.next("notice", { text });
    const targets = await (await fetch(`http://127.0.0.1:${port}/json/list`)).json();
    expect(targets).toEqual([expect.objectContaining({ webSocketDebuggerUrl: expect.any(String) })]);
  });
});

/** The credentials that the SDK finds in the process of the handler. */
const credentialsFile = `
  import { createRequire } from "node:module";
  export const hello = async () => {
    const { STSClient } = createRequire(${JSON.stringify(__filename)})("@aws-sdk/client-sts");
    const { accessKeyId } = await new STSClient({}).config.credentials();
    return { statusCode: 200, body: JSON.stringify({ accessKeyId, profile: process.env.AWS_PROFILE }) };
  };
  export const bye = hello;
  export const short = hello;
`;

describe("A machine whose clock is 10 minutes ahead, with a profile in the shell", () => {
  test("still runs the functions, prints a notice, and gives the SDK in handlers the credentials of the function's role", async () => {
    const { accessKeyId, secretAccessKey } = localCredentials;
    project = await LiveProject.create({
      "functions/hello.ts": credentialsFile,
      "home/.aws/credentials": `[admin]\naws_access_key_id = ${accessKeyId}\naws_secret_access_key = ${secretAccessKey}\n`,
    });
    const ahead = "const { now } = Date; Date.now = () => now() + 600_000;";
    const lines = project.follow(arguments_, { AWS_PROFILE: "admin" }, ahead);
    await lines.next("link", { state: "live" });
    expect(await lines.next("warning")).toMatchObject({
      // The time of an answer has whole seconds, and its way takes some more.
      text: expect.stringMatching(/clock of this machine is 6\d\d seconds ahead.* set the clock/),
    });
    expect(await project.get("/hello")).toEqual({ accessKeyId: expect.stringMatching(/^ASIA/) });
  });
});

describe("serverform env", () => {
  test("runs a command with the environment of a site, which start has read from the stage", async () => {
    project = await LiveProject.create({ "web/index.html": "" });
    const site = { path: "web", environment: { VITE_API_URL: "https://api.example.com" } };
    const outputs = { ...JSON.parse(read("outputs.json")), "site-environment-c8": { value: site } };
    writeFiles(project.stage.folder, { "outputs.json": JSON.stringify(outputs) });
    const words = ["env", "--", process.execPath, "-p", "process.env.VITE_API_URL"];
    expect((await project.run(words).ended).stderr).toContain("[site-environments-missing]");
    const { code } = await (await project.start()).interrupt();
    expect(code).toBe(0);
    expect((await project.run(words).ended).stderr).toContain("Known sites: web.");
    const inSite = await project.run(words, {}, "web").ended;
    expect([inSite.code, inSite.stdout]).toEqual([0, "https://api.example.com\n"]);
  });
});

describe("A function that", () => {
  test("the app no longer has is answered by the deployed code, with a notice", async () => {
    project = await LiveProject.create();
    project.declare(defineNotes(["hello"]));
    const lines = await project.start();
    expect(await project.get("/bye")).toEqual({ from: "deployed" });
    const text = expect.stringContaining("Lambda_GET_--bye was invoked");
    expect(await lines.next("warning")).toMatchObject({ text });
  });
});

describe("A second client", () => {
  test("replaces the first, which prints the reason and ends with 1", async () => {
    project = await LiveProject.create();
    const first = await project.start();
    await project.start();
    expect(await first.next("link", { state: "replaced" })).toMatchObject({
      text: expect.stringContaining("--only"),
    });
    expect((await first.ended).code).toBe(1);
    expect(await project.get("/hello")).toEqual({ from: "laptop" });
  });
});

describe("A function that runs longer than its time limit in AWS", () => {
  test("loses its answer, which is reported; Ctrl-C waits for running requests, a second one does not: the deployed code answers", async () => {
    project = await LiveProject.create({ "functions/hello.ts": slowFile });
    const lines = await project.start();
    const outcome = await project.stage.local.invoke("dev-notes-Main-Api-Lambda_GET_--short", {});
    expect(outcome).toMatchObject({ status: "error", errorType: "Sandbox.Timedout" });
    await lines.next("log", { line: "begun" });
    const text = expect.stringContaining("--increase-timeout");
    expect(await lines.next("warning")).toMatchObject({ text });
    const invoked = project.get("/hello");
    await lines.next("log", { line: "begun" });
    void lines.interrupt();
    await lines.says("Interrupted.");
    const { code } = await lines.interrupt();
    expect(code).toBe(0);
    expect(await invoked).toEqual({ from: "deployed" });
  });
});

describe("serverform start refuses", () => {
  test("a stage of production, a missing answer, an invalid port of a debugger, and a pattern without a function", async () => {
    project = await LiveProject.create();
    const refused: readonly (readonly [words: readonly string[], problem: string])[] = [
      [["start", "--stage", "prod"], "[stage-of-production]"],
      [["start", "--stage", "dev"], "[approval-without-terminal]"],
      [[...arguments_, "--inspect", "x"], "serverform start: --inspect is "],
      [[...arguments_, "--console-page", "x"], "serverform start: --console-page is "],
      [["start", "--stage", "dev", "--facts"], "[option-needs]"],
      [[...arguments_, "--only", "*/Orders"], "[live-function-unknown]"],
    ];
    for (const [words, problem] of refused) {
      const { code, stderr } = await project.run(words).ended;
      expect([code, stderr]).toEqual([1, expect.stringContaining(problem)]);
    }
    expect(await project.get("/hello")).toEqual({ from: "deployed" });
  });

  test("a stage that the app protects", async () => {
    project = await LiveProject.create();
    project.declare(defineNotes(), { isProtected: true });
    const { code, stderr } = await project.run(arguments_).ended;
    expect([code, stderr]).toEqual([1, expect.stringContaining("[stage-protected]")]);
  });

  test("credentials of another account than that of the stage", async () => {
    project = await LiveProject.create();
    const arn = "arn:aws:dynamodb:us-east-1:999900001111:table/dev-notes-debug-stack";
    const resources = [{ address: "aws_dynamodb_table.Table", values: { arn } }];
    writeFiles(project.stage.folder, {
      "state.json": JSON.stringify({ values: { root_module: { resources } } }),
    });
    const identity = `<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><GetCallerIdentityResult><Arn>arn:aws:iam::111122223333:user/ana</Arn><Account>111122223333</Account></GetCallerIdentityResult></GetCallerIdentityResponse>`;
    const { code, stdout, stderr } = await project.run(arguments_, {
      AWS_ENDPOINT_URL_STS: await answering(200, identity),
    }).ended;
    expect(code).toBe(1);
    expect(stdout + stderr).toContain(
      "deployed to the account 999900001111, but your credentials belong to 111122223333",
    );
    expect(read("terraform.log")).not.toContain("apply");
  });

  test("credentials without a right, and names the right", async () => {
    project = await LiveProject.create();
    const body = JSON.stringify({
      __type: "com.amazon.coral.service#AccessDeniedException",
      Message:
        "User: arn:aws:iam::111122223333:user/ana is not authorized to perform: dynamodb:GetItem on resource: x",
    });
    const { code, stderr } = await project.run(arguments_, {
      AWS_ENDPOINT_URL_DYNAMODB: await answering(400, body),
    }).ended;
    expect(code).toBe(1);
    expect(stderr).toContain("lack the permission dynamodb:GetItem");
    expect(stderr).toContain("[live-right-missing]");
    expect(await project.get("/hello")).toEqual({ from: "deployed" });
  });

  test("a relay that cannot be reached", async () => {
    project = await LiveProject.create();
    const outputs = JSON.parse(read("outputs.json"));
    writeFiles(project.stage.folder, {
      "outputs.json": JSON.stringify({ ...outputs, Endpoint: { value: "ws://127.0.0.1:9/dev" } }),
    });
    const { code, stderr } = await project.run(arguments_).ended;
    expect([code, stderr]).toEqual([1, expect.stringContaining("[live-relay-unreachable]")]);
  });
});

describe("A deployment that replaces a table", () => {
  const address = "aws_dynamodb_table.Notes";
  const change = {
    actions: ["delete", "create"],
    before: { name: "dev-notes" },
    after: { name: "dev-notes" },
  };
  const plan = JSON.stringify({ resource_changes: [{ address, mode: "managed", change }] });
  const words = ["deploy", "--yes", "--stage", "dev"];

  test("is made only with --allow-replace, and never in a protected stage, which is not removed either", async () => {
    project = await LiveProject.create({ "plan.json": plan });
    const refused = await project.run(words).ended;
    expect([refused.code, refused.stdout]).toEqual([
      1,
      expect.stringContaining(`--allow-replace ${address}`),
    ]);
    expect(read("terraform.log")).not.toContain("apply");
    expect((await project.run([...words, "--allow-replace", address]).ended).code).toBe(0);
    expect(read("terraform.log")).toMatch(/^dev-notes-Main apply/m);

    writeFiles(project.stage.folder, { "terraform.log": "" });
    project.declare(defineNotes(), { isProtected: true });
    const kept = await project.run([...words, "--allow-replace", address]).ended;
    expect([kept.code, kept.stdout]).toEqual([1, expect.stringContaining("The app protects the stage")]);
    const stays = await project.run(["remove", "--yes", "--stage", "dev"]).ended;
    expect([stays.code, stays.stderr]).toEqual([
      1,
      expect.stringContaining("[stage-protected-from-removal]"),
    ]);
    expect(read("terraform.log")).not.toMatch(/apply|destroy/);
  });
});

describe("serverform deploy --code-only", () => {
  const address = "aws_lambda_function.Get";
  const before = { function_name: "dev-notes-Get", filename: "get.zip", source_code_hash: "a" };
  const change = { actions: ["update"], before, after: { ...before, source_code_hash: "b", timeout: 5 } };
  const plan = JSON.stringify({ resource_changes: [{ address, mode: "managed", change }] });

  test("plans without AWS, applies nothing, and says what it leaves", async () => {
    project = await LiveProject.create({ "plan.json": plan });
    const { code, stdout, stderr } = await project.run(["deploy", "--code-only", "--yes", "--stage", "dev"])
      .ended;
    expect([code, stderr]).toEqual([0, expect.stringContaining("dev-notes-Get: its settings change, too")]);
    expect(stdout).toContain("Not checked: outputs, and changes in AWS since the last deployment.");
    expect(read("terraform.log")).toMatch(/^dev-notes-Main plan .*-refresh=false/m);
    expect(read("terraform.log")).not.toContain("apply");
    const mixed = await project.run(["deploy", "--code-only", "--plan", "x.json", "--stage", "dev"]).ended;
    expect([mixed.code, mixed.stderr]).toEqual([1, expect.stringContaining("[options-exclude]")]);
  });
});

describe("The debug stack", () => {
  test("is removed by remove --debug-stack alone, and by start --remove, which deploys the app without wrappers", async () => {
    project = await LiveProject.create();
    await (await project.start()).interrupt();
    expect(await operations("remove", "--debug-stack")).toEqual(["dev-notes-debug-stack destroy"]);
    expect(await operations("remove")).toEqual(["dev-notes-Main destroy"]);
    await (await project.start()).interrupt();
    writeFiles(project.stage.folder, { "terraform.log": "" });
    const { code, stdout } = await project.run(["start", "--remove", "--yes", "--stage", "dev", "--json"])
      .ended;
    expect([code, read("terraform.log").match(/^(\S+) (apply|destroy)/gm)]).toEqual([
      0,
      ["dev-notes-Main apply", "dev-notes-debug-stack destroy"],
    ]);
    expectOutputOf("start", stdout);
    expect(JSON.parse(stdout)).toMatchObject({ stage: "dev", stacks: [{ id: "dev-notes-Main" }, {}] });
    expect(read("cdktf.out/stacks/dev-notes-Main/cdk.tf.json")).not.toContain("_serverform/live");
  });
});
