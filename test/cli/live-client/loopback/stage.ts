import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { App, AppProps } from "../../../../lib";
import { recordedReport, recordLive } from "../../../../lib/cli/live/history/record-live";
import { LiveClient, type LiveClientOptions } from "../../../../lib/cli/live-client/client";
import { LiveFunctions } from "../../../../lib/cli/live-client/live-functions";
import type { LiveEvent } from "../../../../lib/cli/live-client/report";
import {
  Bundles,
  createFunctions,
  functionsOf,
  type History,
  Local,
  type LocalEvent,
} from "../../../../lib/local";
import { readModel } from "../../../../lib/model";
import { LeaseTable, payloadsIn, relayAt } from "../../../../lib/runtime/live";
import { accessKeys, localCredentials } from "../../../support/access-keys";
import { clockWithoutRefills } from "../../../support/clock-without-refills";

/** Files of a project, by path. */
export type Files = Readonly<Record<string, string>>;

export function project(files: Files): string {
  const folder = temporaryFolder();
  writeFiles(folder, { "cdktf.json": "{}", ...files });
  return folder;
}

export function writeFiles(folder: string, files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** Synthesizes an app as `serverform start` does, or for this machine only. */
export function synthesize(
  folder: string,
  variables: Readonly<Record<string, string>>,
  outdir: string,
  define: (app: App) => void,
  name = "notes",
  props: AppProps = {},
): void {
  const before = { ...process.env };
  const { App: AppClass } = require("../../../../lib") as typeof import("../../../../lib");
  Object.assign(process.env, variables);
  const start = process.cwd();
  process.chdir(folder);
  try {
    const app = new AppClass({ name, stage: "dev", region: "us-east-1", outdir, ...props });
    define(app);
    app.synth();
  } finally {
    process.chdir(start);
    for (const name of Object.keys(variables)) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  }
}

const running: (() => Promise<void>)[] = [];
const folders: string[] = [];

/** Ends everything that was started here. */
export async function stopServers(): Promise<void> {
  for (const stop of running.splice(0).reverse()) await stop();
}

/** The same, and deletes its folders. esbuild's own process stays in the folder in which it was started. */
export async function stopAll(): Promise<void> {
  await stopServers();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "serverform-live-"));
  folders.push(folder);
  return folder;
}

/** A stage that `serverform start` has deployed, on loopback in place of AWS. */
export interface DeployedStage {
  /** Files of the servers and of the client, and the sources unless they are elsewhere. */
  readonly folder: string;
  /** Where the sources of the app are. @default - `folder` */
  readonly sources?: string;
  readonly name?: string;
  readonly local: Local;
  /** The HTTP API. */
  readonly url: string;
  /** The events of the server that replaces AWS. */
  readonly log: LocalEvent[];
}

/** Deploys an app with wrappers, to a local server. */
export function deployLive(files: Files, define: (app: App) => void): Promise<DeployedStage> {
  return deploySources(project(files), define);
}

/** A folder whose code finds the packages of the repository, as functions in AWS find the SDK. */
export function folderWithPackages(): string {
  const folder = temporaryFolder();
  symlinkSync(resolve(__dirname, "../../../../node_modules"), join(folder, "node_modules"));
  return folder;
}

/** The same for an app whose sources are in the repository. */
export function deployExample(
  sources: string,
  name: string,
  define: (app: App) => void,
): Promise<DeployedStage> {
  return deploySources(folderWithPackages(), define, { sources, name });
}

async function deploySources(
  folder: string,
  define: (app: App) => void,
  { sources = folder, name = "notes" } = {},
): Promise<DeployedStage> {
  synthesizeLive(folder, sources, define, name);
  return serveLive(folder, sources, name);
}

function synthesizeLive(folder: string, sources: string, define: (app: App) => void, name?: string): void {
  const variables = { SERVERFORM_LIVE: "true", SERVERFORM_LOCAL: "true" };
  synthesize(sources, variables, join(folder, "live-out"), define, name);
}

/** Builds an app with wrappers, so that it can be served. Returns its folder. */
export function buildLive(files: Files, define: (app: App) => void): string {
  const folder = project(files);
  synthesizeLive(folder, folder, define);
  return folder;
}

/** Serves an earlier build. */
export async function serveLive(folder: string, sources = folder, name = "notes"): Promise<DeployedStage> {
  const log: LocalEvent[] = [];
  const local = await serveOutput(folder, join(folder, "live-out"), log);
  const http = local.served.find(({ gateway }) => gateway.kind !== "WEBSOCKET");
  return { folder, sources, name, local, url: http?.urls[0] ?? "", log };
}

/** Serves a complete output, as AWS runs the deployed app. */
export async function serveOutput(folder: string, from: string, log: LocalEvent[] = []): Promise<Local> {
  const local = await Local.start({
    accessKeys,
    from,
    bundlesFile: undefined,
    folder: join(folder, ".serverform/aws"),
    host: "127.0.0.1",
    port: 0,
    dataFolder: undefined,
    endpoints: new Map(),
    inspectPort: undefined,
    runsSchedules: false,
    watch: false,
    report: (event) => log.push(event),
    clock: clockWithoutRefills,
  });
  running.push(() => local.stop());
  return local;
}

export interface TestDeveloper {
  readonly client: LiveClient;
  readonly events: LiveEvent[];
  readonly functions: LiveFunctions;
}

/** Settings of the client, and the receiver of its events. */
interface DeveloperOptions extends Partial<LiveClientOptions> {
  /** @default - nothing does */
  readonly history?: History;
}

/** The developer's side: the sources of the project, run by the real engine and the real client. */
export function develop(
  stage: Pick<DeployedStage, "folder" | "sources" | "name" | "local">,
  define: (app: App) => void,
  more: DeveloperOptions = {},
): Promise<TestDeveloper> {
  const servicesUrl = stage.local.servicesUrl;
  return developWith({ ...stage, servicesUrl, relay: relayOf(stage) }, define, more);
}

/** Where a developer finds a stage. */
export interface DeveloperStage extends Pick<DeployedStage, "folder" | "sources" | "name"> {
  readonly servicesUrl: string;
  readonly relay: ReturnType<typeof relayOf>;
}

/** The same for a stage in another process. */
export async function developWith(
  { folder, sources = folder, name = "notes", servicesUrl, relay: outputs }: DeveloperStage,
  define: (app: App) => void,
  { history, ...more }: DeveloperOptions = {},
): Promise<TestDeveloper> {
  const own = join(folder, ".serverform/live");
  const bundlesFile = join(own, "bundles.json");
  const out = join(own, "out");
  synthesize(sources, { SERVERFORM_LOCAL: "true", SERVERFORM_BUNDLES_FILE: bundlesFile }, out, define, name);
  const events: LiveEvent[] = [];
  const collect = (event: LiveEvent): void => void events.push(event);
  const report = history === undefined ? collect : recordedReport(collect, history);
  const bundles = new Bundles({ file: bundlesFile, folder: own, report });
  const engine = createFunctions({
    functions: [],
    // In place of AWS: the addresses of services never come from a request.
    environment: { credentials: "role", variables: { AWS_ENDPOINT_URL: servicesUrl } },
    bundles,
    report,
    clock: clockWithoutRefills,
    observesCalls: history !== undefined,
  });
  running.push(
    () => bundles.stop(),
    () => engine.stop(),
  );
  const model = readModel(out, { report: () => {} });
  const paths = new Map(
    model
      .ofType("aws_lambda_function")
      .map((each) => [each.address, each.constructPath?.replace(/\/Function$/, "") ?? ""]),
  );
  const settings = new Map(functionsOf(model).map((each) => [paths.get(each.id) ?? "", each]));
  const recorded = history === undefined ? engine : recordLive(engine, history);
  const live = new LiveFunctions({ functions: recorded, settings, report });
  const options = {
    region: "us-east-1",
    credentials: () => localCredentials,
    endpoints: { AWS_ENDPOINT_URL: servicesUrl },
  };
  const client = new LiveClient({
    table: new LeaseTable(outputs.tableName, options),
    open: relayAt(outputs.endpoint, options),
    store: payloadsIn(outputs.bucketName, options),
    run: (request, chunk) => live.run(request, chunk),
    report,
    owner: "ana@laptop",
    ...more,
  });
  await client.start();
  running.push(() => client.stop());
  return { client, events, functions: live };
}

/** The values that Terraform would return for the debug stack. */
export function relayOf({ folder, local }: Pick<DeployedStage, "folder" | "local">) {
  const model = readModel(join(folder, "live-out"), { report: () => {} });
  const socket = local.served.find(({ gateway }) => gateway.name.endsWith("debug-stack"));
  const table = model.ofType("aws_dynamodb_table").find(({ stack }) => stack.endsWith("debug-stack"));
  const bucket = model.ofType("aws_s3_bucket").find(({ stack }) => stack.endsWith("debug-stack"));
  return {
    endpoint: socket?.urls[0] ?? "",
    tableName: String(table?.values.name),
    bucketName: String(bucket?.values.bucket),
  };
}
