import { chmodSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { Api, type App, type AppProps, Stack } from "../../../lib";
import { readModel } from "../../../lib/model";
import { localCredentials } from "../../support/access-keys";
import {
  type CommandProcess,
  type CommandRun,
  endHosts,
  startAlone,
  startShared,
} from "../../support/command-hosts";
import { compiledCommandLine, compiledLibrary, withCompiledLibrary } from "../../support/compiled";
import {
  buildLive,
  type DeployedStage,
  type Files,
  relayOf,
  serveLive,
  stopAll,
  stopServers,
  synthesize,
  writeFiles,
} from "../live-client/loopback/stage";
import { cleanEnvironment, type Running } from "../support/cli";
import { type JsonLines, jsonLines } from "../support/json-lines";

/** Functions of the app, and seconds that they may run in AWS. */
const routes = { hello: 28, bye: 10, short: 2 };

type Route = keyof typeof routes;

/** The app of the stage, or a part of it. */
export const defineNotes =
  (names = Object.keys(routes) as readonly Route[]) =>
  (app: App): void => {
    new Api(new Stack(app, "Main"), "Api", { routes: routesOf(names) });
  };

/** The app of the stage, as it is deployed. */
const notes = defineNotes();

const routesOf = (names: readonly Route[]) =>
  Object.fromEntries(
    names.map((name) => [
      `GET /${name}`,
      { function: { handler: `functions/hello.${name}`, timeout: routes[name] } },
    ]),
  );

/** The same app as a program. */
export const appFile = (more = ""): string => `
const { Api, App, Stack } = require(${JSON.stringify(join(compiledLibrary(), "index.js"))});
const app = new App({ name: "notes", region: "us-east-1" });
const stack = new Stack(app, "Main");
new Api(stack, "Api", { routes: ${JSON.stringify(routesOf(Object.keys(routes) as readonly Route[]))} });
${more}
app.synth();
`;

export const handlerFile = (from: string): string => `
  export const hello = async () => ({ statusCode: 200, body: JSON.stringify({ from: "${from}" }) });
  export const bye = hello;
  export const short = hello;
`;

/** Replaces an app: copies an earlier output, which takes no time. */
const copyingApp = `
kind=plain
[ "$SERVERFORM_LIVE" = true ] && kind=live
[ -n "$SERVERFORM_BUNDLES_FILE" ] && kind=here
mkdir -p "$CDKTF_OUTDIR"
cp -R "synthesized/$kind/." "$CDKTF_OUTDIR"
if [ $kind = here ]; then
  sed 's#"appPath": ".."#"appPath": "'"$PWD"'"#' synthesized/bundles.json > "$SERVERFORM_BUNDLES_FILE"
fi
`;

const projectFile = (app: string): string => JSON.stringify({ language: "typescript", app });

/** An app, and the folder of its output. */
interface DeclaredApp {
  readonly define: (app: App) => void;
  readonly settings: string;
  readonly folder: string;
}

/** A stage on loopback, and a project with whose command line a developer starts there. */
export class LiveProject {
  private readonly started: JsonLines[] = [];
  private readonly children: CommandProcess[] = [];

  private constructor(
    readonly stage: DeployedStage,
    private readonly environment: NodeJS.ProcessEnv,
  ) {}

  /** Folder of the stage of this test file. */
  private static folder: string | undefined;
  /** Outputs in the folder so far: synthesis takes longer than most tests. */
  private static declared: readonly DeclaredApp[] = [];

  /** Serves the stage, which is built once per test file. The files of the project are as at the start. */
  static async create(files: Files = {}, define = notes): Promise<LiveProject> {
    LiveProject.folder ??= buildLive({ "functions/hello.ts": handlerFile("deployed") }, notes);
    const folder = LiveProject.folder;
    const stage = await serveLive(folder);
    const { endpoint, tableName, bucketName } = relayOf(stage);
    rmSync(join(folder, "home"), { recursive: true, force: true });
    mkdirSync(join(folder, "home"));
    writeFiles(folder, {
      "cdktf.json": projectFile("sh app.sh"),
      "app.sh": copyingApp,
      "functions/hello.ts": handlerFile("laptop"),
      "outputs.json": JSON.stringify({
        Endpoint: { value: endpoint },
        TableName: { value: tableName },
        BucketName: { value: bucketName },
      }),
      "state.json": "{}",
      "state.dev-notes-Main.json": "{}",
      "plan.json": "{}",
      "terraform.log": "",
      terraform: terraformInPlace(folder),
      ...files,
    });
    chmodSync(join(folder, "terraform"), 0o755);
    const environment = {
      HOME: join(folder, "home"),
      AWS_ACCESS_KEY_ID: localCredentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: localCredentials.secretAccessKey,
      AWS_ENDPOINT_URL: stage.local.servicesUrl,
      TERRAFORM_BINARY_NAME: join(folder, "terraform"),
    };
    const project = new LiveProject(stage, environment);
    project.declare(define);
    return project;
  }

  /** Ends what `create` has built. */
  static async end(): Promise<void> {
    LiveProject.folder = undefined;
    LiveProject.declared = [];
    endHosts();
    await stopAll();
  }

  /** Replaces the app: what it synthesizes to deploy, for this machine, and without wrappers. */
  declare(define: (app: App) => void, props: AppProps = {}): void {
    const own = join(this.stage.folder, "synthesized");
    rmSync(own, { force: true });
    symlinkSync(this.synthesized(define, props), own);
  }

  private synthesized(define: (app: App) => void, props: AppProps): string {
    const settings = JSON.stringify(props);
    const known = LiveProject.declared.find((each) => each.define === define && each.settings === settings);
    if (known !== undefined) return known.folder;
    const { folder } = this.stage;
    const own = join(folder, `synthesized-${LiveProject.declared.length}`);
    mkdirSync(own);
    const variants: Readonly<Record<string, Readonly<Record<string, string>>>> = {
      live: { SERVERFORM_LIVE: "true", SERVERFORM_SKIP_BUNDLING: "1" },
      here: { SERVERFORM_BUNDLES_FILE: join(own, "bundles.json") },
      plain: { SERVERFORM_SKIP_BUNDLING: "1" },
    };
    for (const [kind, variables] of Object.entries(variants))
      synthesize(folder, { SERVERFORM_LOCAL: "true", ...variables }, join(own, kind), define, "notes", props);
    LiveProject.declared = [...LiveProject.declared, { define, settings, folder: own }];
    return own;
  }

  /** Replaces the app by a program. */
  program(text = appFile()): void {
    writeFiles(this.stage.folder, { "cdktf.json": projectFile("node main.js"), "main.js": text });
  }

  /** Starts a command that prints JSON, and ends it with the test. */
  follow(args: readonly string[], environment: NodeJS.ProcessEnv = {}, preload = ""): JsonLines {
    const lines = jsonLines(this.run(args, environment, ".", preload));
    this.started.push(lines);
    return lines;
  }

  /**
   * Runs a command, in a folder of the project.
   *
   * @param preload - a program that runs first in the process of the command, which then is its own
   */
  run(args: readonly string[], environment: NodeJS.ProcessEnv = {}, folder = ".", preload = ""): Running {
    const run: CommandRun = {
      args,
      folder: join(this.stage.folder, folder),
      environment: { ...cleanEnvironment(), ...withCompiledLibrary(), ...this.environment, ...environment },
    };
    const started = preload === "" ? startShared(run) : startAlone(run, this.programWith(preload));
    this.children.push(started.child);
    return { ...started, writes: () => Promise.resolve() };
  }

  private programWith(preload: string): readonly string[] {
    writeFiles(this.stage.folder, { "preload.js": preload });
    return ["--require", join(this.stage.folder, "preload.js"), ...compiledCommandLine()];
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
    // Processes that a failed test has left running.
    for (const child of this.children) if (child.exitCode === null) child.kill("SIGKILL");
    await stopServers();
  }
}

/** Terraform, as far as the command line asks it: what it applies is served already. Its calls are in a file. */
const terraformInPlace = (folder: string): string => `#!/bin/sh
stack=$(basename "$PWD")
cd '${folder}'
echo "$stack $*" >> terraform.log
case $1 in
  version) echo '{"terraform_version":"1.11.0"}' ;;
  show)
    file="state.$stack.json"
    [ -f "$file" ] || file=state.json
    case "$*" in *.tfplan) file=plan.json ;; esac
    if [ "$(cat "$file")" = broken ]; then
      echo "Error: Failed to load state: AccessDenied" >&2
      exit 1
    fi
    cat "$file" ;;
  apply)
    outputs='{}' add=0
    case $stack in *debug-stack) add=3 outputs=$(cat outputs.json) ;; esac
    echo "{\\"type\\":\\"change_summary\\",\\"changes\\":{\\"add\\":$add,\\"change\\":0,\\"remove\\":0,\\"operation\\":\\"apply\\"}}"
    echo "{\\"type\\":\\"outputs\\",\\"outputs\\":$outputs}" ;;
  destroy)
    echo '{"type":"change_summary","changes":{"add":0,"change":0,"remove":3,"operation":"destroy"}}' ;;
esac
`;
