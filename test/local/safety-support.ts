import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type AccessKeys, Local, type LocalEvent } from "../../lib/local";
import { cleanEnvironment } from "../examples/support";
import { accessKeys as testAccessKeys } from "../support/access-keys";
import { compiledCommandLine } from "../support/compiled";
import { isAlive, until } from "../support/until";
import { type Call, call as sendRequest } from "./support/call";

export { isAlive, until };

/** A function by the body of its handler, or by it and the arguments of its resource. */
export type TestFunction =
  | string
  | { readonly body: string; readonly timeout?: number; readonly more?: Readonly<Record<string, unknown>> };

/** The served app: routes of an HTTP API, and those of a WebSocket API if it has one. */
export interface TestProject {
  readonly routes: Readonly<Record<string, TestFunction>>;
  readonly socketRoutes?: Readonly<Record<string, TestFunction>>;
  /** Further resources of the stack. */
  readonly resources?: Readonly<Record<string, object>>;
}

/** A running server of this process. */
export interface TestServer {
  readonly local: Local;
  readonly folder: string;
  readonly url: string;
  readonly socketUrl: string;
  readonly events: readonly LocalEvent[];
}

const region = "eu-west-1";
const role = "arn:aws:iam::123456789012:role/test";
const folders: string[] = [];
const servers: Local[] = [];

afterEach(async () => {
  for (const local of servers.splice(0)) await local.stop();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Writes a project with its output, as a synthesis would. */
export function writeProject({ routes, socketRoutes = {}, resources = {} }: TestProject): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "serverform-")));
  folders.push(folder);
  const blocks: Record<string, Record<string, object>> = { aws_lambda_function: {} };
  const archives: Record<string, object> = {};
  const addFunction = (key: string, given: TestFunction): string => {
    const name = key.replace(/\W+/g, "_");
    const { body, timeout = 30, more = {} } = typeof given === "string" ? { body: given } : given;
    const code = join(folder, "code", name);
    mkdirSync(code, { recursive: true });
    writeFileSync(join(code, "index.js"), `exports.handler = async (event, context) => { ${body} };\n`);
    archives[name] = { type: "zip", source_dir: code, output_path: join(folder, `${name}.zip`) };
    const filename = `\${data.archive_file.${name}.output_path}`;
    const shared = { runtime: "nodejs22.x", handler: "index.handler", role, timeout, filename };
    blocks.aws_lambda_function = {
      ...blocks.aws_lambda_function,
      [name]: { function_name: name, ...shared, ...more },
    };
    return name;
  };
  const addApi = (api: string, protocol: string, keys: TestProject["routes"], stage: string): void => {
    const add = (type: string, name: string, values: object): void => {
      blocks[type] = { ...blocks[type], [name]: values };
    };
    const apiId = `\${aws_apigatewayv2_api.${api}.id}`;
    add("aws_apigatewayv2_api", api, {
      name: api,
      protocol_type: protocol,
      ...(protocol === "WEBSOCKET" && { route_selection_expression: "$request.body.action" }),
    });
    add("aws_apigatewayv2_stage", api, { api_id: apiId, name: stage, auto_deploy: true });
    for (const [key, given] of Object.entries(keys)) {
      const name = addFunction(`${api} ${key}`, given);
      add("aws_apigatewayv2_integration", name, {
        api_id: apiId,
        integration_type: "AWS_PROXY",
        integration_uri: `\${aws_lambda_function.${name}.invoke_arn}`,
        payload_format_version: protocol === "HTTP" ? "2.0" : "1.0",
      });
      add("aws_lambda_permission", name, {
        function_name: `\${aws_lambda_function.${name}.function_name}`,
        action: "lambda:InvokeFunction",
        principal: "apigateway.amazonaws.com",
        source_arn: `\${aws_apigatewayv2_api.${api}.execution_arn}/*`,
      });
      add("aws_apigatewayv2_route", name, {
        api_id: apiId,
        route_key: key,
        target: `integrations/\${aws_apigatewayv2_integration.${name}.id}`,
        ...(protocol === "WEBSOCKET" && { route_response_selection_expression: "$default" }),
      });
    }
  };
  addApi("http", "HTTP", routes, "$default");
  if (Object.keys(socketRoutes).length > 0) addApi("socket", "WEBSOCKET", socketRoutes, "dev");
  const json = {
    provider: { aws: [{ region }], archive: [{}] },
    data: { archive_file: archives },
    resource: { ...blocks, ...resources },
  };
  mkdirSync(join(folder, "out"));
  writeFileSync(join(folder, "out/main.tf.json"), JSON.stringify(json));
  writeFileSync(join(folder, "cdktf.json"), '{ "language": "typescript", "app": "node none.js" }\n');
  return folder;
}

/** The options of a served project. */
export interface ServeOptions {
  /** @default "127.0.0.1" */
  readonly host?: string;
  /** Whether the server ends with the test that starts it; otherwise the caller stops it. @default true */
  readonly endsWithTest?: boolean;
  /** @default - those of the tests */
  readonly accessKeys?: AccessKeys;
}

/** Serves a project on free ports of this machine. */
export async function serve(
  project: TestProject,
  { host = "127.0.0.1", endsWithTest = true, accessKeys = testAccessKeys }: ServeOptions = {},
): Promise<TestServer> {
  const folder = writeProject(project);
  if (!endsWithTest) folders.splice(folders.indexOf(folder), 1);
  const events: LocalEvent[] = [];
  const local = await Local.start({
    accessKeys,
    from: join(folder, "out"),
    bundlesFile: undefined,
    folder: join(folder, ".serverform/local"),
    host,
    port: 0,
    dataFolder: undefined,
    endpoints: new Map(),
    inspectPort: undefined,
    runsSchedules: false,
    watch: false,
    report: (event) => events.push(event),
  });
  if (endsWithTest) servers.push(local);
  const urlOf = (name: string): string =>
    (local.served.find(({ gateway }) => gateway.name === name)?.urls[0] ?? "").replace(/\/$/, "");
  return { local, folder, url: urlOf("http"), socketUrl: urlOf("socket"), events };
}

/** Sends a request exactly as it is written; returns the relevant parts of the answer. */
export async function call(
  base: string,
  path: string,
  given?: Call,
): Promise<{ readonly status: number; readonly text: string }> {
  const { status, text } = await sendRequest(base, path, given);
  return { status, text };
}

/** A client that sends bytes that no library would send. */
export function dial(url: string): Socket {
  const { hostname, port } = new URL(url);
  return connect(Number(port), hostname).on("error", () => {});
}

/** Everything that a server says to a client before it hangs up. */
export function spoken(socket: Socket): Promise<string> {
  let text = "";
  socket.on("data", (chunk: Buffer) => {
    text += chunk.toString("latin1");
  });
  return new Promise((done) => socket.once("close", () => done(text)));
}

/** The processes that a process has started, and those that they have started. */
export function processesBelow(pid: number): readonly number[] {
  const all = execFileSync("ps", ["-A", "-o", "pid=,ppid=,comm="], { encoding: "utf8" })
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    // esbuild, which makes this checkout's programs runnable, stays as long as the process that asked it.
    .filter(([, , command]) => command !== "ps" && command !== "esbuild");
  const below = (parent: string): string[] =>
    all.flatMap(([child = "", of]) => (of === parent ? [child, ...below(child)] : []));
  return below(String(pid)).map(Number);
}

/** `serverform local` in a separate process. */
export interface RunningCommand {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly folder: string;
  /** The URL of the first API. */
  readonly url: string;
  /** By the names of the APIs. */
  readonly urls: Readonly<Record<string, string>>;
  /** The lines that it has printed. */
  readonly lines: readonly Readonly<Record<string, unknown>>[];
}

const commands: ChildProcess[] = [];

afterEach(() => {
  for (const child of commands.splice(0)) child.kill("SIGKILL");
});

/** Starts the command in a project's folder. */
export async function startCommand(
  project: TestProject,
  ...args: readonly string[]
): Promise<RunningCommand> {
  const folder = writeProject(project);
  const all = [...compiledCommandLine(), "local", "--json", "--port", "0", "--from", "out", ...args];
  const child = spawn(process.execPath, all, {
    cwd: folder,
    // The files of a killed server are removed with the project.
    env: { ...cleanEnvironment(), TMPDIR: folder },
    stdio: ["ignore", "pipe", "inherit"],
  });
  commands.push(child);
  const lines: Readonly<Record<string, unknown>>[] = [];
  let isOver = false;
  child.once("close", () => {
    isOver = true;
  });
  createInterface({ input: child.stdout }).on("line", (line) => lines.push(JSON.parse(line)));
  const ready = () => lines.find(({ event }) => event === "ready");
  await until(() => isOver || ready() !== undefined);
  const apis = (ready()?.apis ?? []) as readonly {
    readonly name: string;
    readonly urls: readonly string[];
  }[];
  const urls = apis.map(({ name, urls: [url = ""] }) => [name, url.replace(/\/$/, "")] as const);
  const [[, url] = ["", ""]] = urls;
  return { child, pid: child.pid ?? -1, folder, url, urls: Object.fromEntries(urls), lines };
}
