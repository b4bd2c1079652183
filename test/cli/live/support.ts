import { spawn } from "node:child_process";
import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { Api, type App, Stack } from "../../../lib";
import { readModel } from "../../../lib/local/model/read/read-model";
import { localCredentials } from "../../../lib/local/wire/local-credentials";
import { type DeployedStage, deployLive, type Files, relayOf, writeFiles } from "../../live/loopback/support";
import { compiledCommandLine, compiledLibrary, typescript } from "../../support/compiled";
import { cleanEnvironment, type Running } from "../support/cli";
import { type JsonLines, jsonLines } from "../support/json-lines";

function defineNotes(app: App, timeout: number): void {
  const stack = new Stack(app, "Main");
  new Api(stack, "Api", {
    defaults: { function: { timeout } },
    routes: { "GET /hello": "functions/hello.get", "GET /bye": "functions/hello.bye" },
  });
}

const main = (routes: string, more = ""): string => `
import { Api, App, Stack } from ${JSON.stringify(join(compiledLibrary(), "index.js"))};
const app = new App({ name: "notes", region: "us-east-1"${more} });
const stack = new Stack(app, "Main");
new Api(stack, "Api", { routes: ${routes} });
app.synth();
`;

export const appFile = (more = ""): string =>
  main(`{ "GET /hello": "functions/hello.get", "GET /bye": "functions/hello.bye" }`, more);

export const handlerFile = (from: string): string => `
  export const get = async () => ({ statusCode: 200, body: JSON.stringify({ from: "${from}" }) });
  export const bye = get;
`;

/** A stage on loopback, and a project with whose command line a developer starts there. */
export class LiveProject {
  private readonly started: JsonLines[] = [];

  private constructor(
    readonly stage: DeployedStage,
    private readonly environment: NodeJS.ProcessEnv,
  ) {}

  /** @param timeout - seconds that the functions may run in AWS */
  static async create(files: Files = {}, timeout = 10): Promise<LiveProject> {
    const app = `node ${typescript.join(" ")} main.ts`;
    const stage = await deployLive(
      {
        "cdktf.json": JSON.stringify({ language: "typescript", app }),
        "main.ts": appFile(),
        "functions/hello.ts": handlerFile("deployed"),
        ...files,
      },
      (deployed) => defineNotes(deployed, timeout),
    );
    const { endpoint, tableName, bucketName } = relayOf(stage);
    writeFiles(stage.folder, {
      "functions/hello.ts": handlerFile("laptop"),
      "outputs.json": JSON.stringify({
        Endpoint: { value: endpoint },
        TableName: { value: tableName },
        BucketName: { value: bucketName },
      }),
      "state.json": "{}",
      terraform: terraformInPlace(stage.folder),
    });
    chmodSync(join(stage.folder, "terraform"), 0o755);
    mkdirSync(join(stage.folder, "home"));
    const environment = {
      HOME: join(stage.folder, "home"),
      AWS_ACCESS_KEY_ID: localCredentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: localCredentials.secretAccessKey,
      AWS_ENDPOINT_URL: stage.local.servicesUrl,
      TERRAFORM_BINARY_NAME: join(stage.folder, "terraform"),
    };
    return new LiveProject(stage, environment);
  }

  /** Starts a command that prints JSON, and ends it with the test. */
  follow(args: readonly string[], environment: NodeJS.ProcessEnv = {}): JsonLines {
    const lines = jsonLines(this.run(args, environment));
    this.started.push(lines);
    return lines;
  }

  run(args: readonly string[], environment: NodeJS.ProcessEnv = {}): Running {
    const child = spawn(process.execPath, [...compiledCommandLine(), ...args], {
      cwd: this.stage.folder,
      env: { ...cleanEnvironment(), ...this.environment, ...environment },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (data: Buffer) => {
      stdout += data;
    });
    child.stderr.on("data", (data: Buffer) => {
      stderr += data;
    });
    const ended = new Promise<{ code: number | null; stdout: string; stderr: string }>((done) =>
      child.once("close", (code) => done({ code, stdout, stderr })),
    );
    return { child, ended, writes: () => Promise.resolve() };
  }

  /** Terraform addresses of the deployed stage, by type and construct path: `aws_lambda_function dev-notes-Main/...`. */
  get addresses(): Readonly<Record<string, string>> {
    const model = readModel(join(this.stage.folder, "live-out"), { report: () => {} });
    const entries = model.resources.map(({ type, name, constructPath }) => [
      `${type} ${constructPath}`,
      `${type}.${name}`,
    ]);
    return Object.fromEntries(entries);
  }

  /** Starts, and waits until invocations come to this machine. */
  async start(...args: readonly string[]): Promise<JsonLines> {
    const lines = this.follow(["start", "--json", "--yes", "--stage", "dev", ...args]);
    await lines.next("link", { state: "live" });
    return lines;
  }

  async get(path: string): Promise<unknown> {
    return (await fetch(new URL(path, this.stage.url))).json();
  }

  async stop(): Promise<void> {
    await Promise.all(this.started.map((each) => each.interrupt()));
  }
}

/** Terraform, as far as the command line asks it: what it applies is served already. Its calls are in a file. */
const terraformInPlace = (folder: string): string => `#!/usr/bin/env node
const fs = require("fs");
const path = require("path");
const args = process.argv.slice(2);
const folder = ${JSON.stringify(folder)};
const stack = path.basename(process.cwd());
fs.appendFileSync(folder + "/terraform.log", stack + " " + args.join(" ") + "\\n");
const say = (message) => console.log(JSON.stringify(message));
const outputs = stack.endsWith("debug-stack") ? JSON.parse(fs.readFileSync(folder + "/outputs.json", "utf8")) : {};
switch (args[0]) {
  case "version": say({ terraform_version: "1.11.0" }); break;
  case "show": {
    const own = folder + "/state." + stack + ".json";
    const state = fs.readFileSync(fs.existsSync(own) ? own : folder + "/state.json", "utf8");
    if (state !== "broken") { console.log(state); break; }
    console.error("Error: Failed to load state: AccessDenied");
    process.exit(1);
  }
  case "apply": {
    const add = stack.endsWith("debug-stack") ? 3 : 0;
    say({ type: "change_summary", changes: { add, change: 0, remove: 0, operation: "apply" } });
    say({ type: "outputs", outputs });
    break;
  }
  case "destroy":
    say({ type: "change_summary", changes: { add: 0, change: 0, remove: 3, operation: "destroy" } });
}
`;
