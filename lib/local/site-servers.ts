import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { block, json, type Model, text, type Values } from "../model";
import { freePort } from "../runtime/programs/site/free-port";
import { makeReplacedFolder, type ReplacedFiles } from "../runtime/programs/site/replaced-folder";
import { contained, type FunctionSettings, functionVariables, type ProcessEnvironment } from "./invoke";
import { partFailure } from "./part-failure";
import type { Report } from "./report";

/** Functions of a model, whose variables and permissions the servers of sites get. */
export interface ServerFunctions {
  /** The settings of all functions, with the credentials of their roles. */
  readonly settings: readonly FunctionSettings[];
  readonly environment: ProcessEnvironment;
}

/** The server of a site: a file that starts an HTTP server, or a running development server. */
interface SiteServerConfig {
  /** Host of the function URL that it replaces. */
  readonly host: string;
  /** Authority of a development server. */
  readonly authority: string | undefined;
  readonly functionName: string;
  readonly folder: string;
  readonly entry: string;
  /** Whether the names of all imports of the entry contain their hash, so that the entry changes with them. */
  readonly isBundled: boolean;
  /** Files with values that are filled in before the server starts. */
  readonly replaced: ReplacedFiles | undefined;
  /** Undefined if it listens on `PORT`. */
  readonly port: number | undefined;
}

interface Running {
  /** The settings at its start. Other settings restart it. */
  readonly facts: string;
  readonly authority: string;
  readonly process: ChildProcess | undefined;
  /** Its files with filled-in values, which are removed with it. */
  readonly copy?: string | undefined;
}

const loopback = "127.0.0.1";
const startLimitMs = 10_000;
const pollMs = 20;

/** The Node servers of sites. In AWS they run in functions, behind a bridge; here they run directly. */
export class SiteServers {
  private readonly running = new Map<string, Running>();

  constructor(private readonly report: Report) {}

  /** `127.0.0.1:4100` for the host of a site's function URL; undefined for other hosts. */
  authorityOf(host: string): string | undefined {
    return this.running.get(host)?.authority;
  }

  /** Starts the servers of a model, and waits until they listen. A changed server is restarted. */
  async replace(model: Model, functions: ServerFunctions): Promise<void> {
    const configs = siteServersOf(model);
    const wanted = new Map(configs.map((each) => [each.host, startOf(each, functions)]));
    for (const [host, running] of this.running) {
      if (wanted.get(host)?.facts === running.facts) continue;
      this.running.delete(host);
      await ended(running);
    }
    const starts = [...wanted].map(async ([host, start]) => {
      if (this.running.has(host)) return;
      try {
        this.running.set(host, await this.start(host, start));
      } catch (error) {
        throw partFailure(error, start.config.functionName, "the server of the site");
      }
    });
    // Waits for all, so that servers that start in the meantime can be ended.
    const failed = (await Promise.allSettled(starts)).find(({ status }) => status === "rejected");
    if (failed?.status === "rejected") throw failed.reason;
  }

  private async start(host: string, { facts, config, variables }: Start): Promise<Running> {
    const { authority, entry, folder, functionName } = config;
    if (authority !== undefined) return { facts, authority, process: undefined };
    const port = config.port ?? (await freePort(loopback));
    const copy = config.replaced && mkdtempSync(join(tmpdir(), "serverform-site-"));
    if (copy !== undefined && config.replaced !== undefined) {
      makeReplacedFolder(folder, copy, config.replaced, variables);
    }
    const child = spawn(process.execPath, [entry], {
      cwd: copy ?? folder,
      env: { NODE_ENV: "production", ...variables, PORT: String(port), HOST: loopback, HOSTNAME: loopback },
      stdio: ["ignore", "pipe", "pipe"],
      // A separate group: Ctrl-C in a terminal reaches all processes of a group, but the server ends this one.
      detached: process.platform !== "win32",
    });
    const tell = contained("server of a site", (chunk: string): void => {
      for (const line of chunk.split(/\r?\n/)) {
        if (line.trim() !== "") this.report({ event: "notice", text: `${functionName}: ${line}` });
      }
    });
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", tell);
    child.on(
      "exit",
      contained("server of a site", (code) => {
        if (this.running.get(host)?.process !== child) return;
        const status = code === null ? "" : ` with status ${code}`;
        this.report({ event: "warning", text: `${functionName}: ${entry} has ended${status}.` });
      }),
    );
    if (!(await listens(port, child))) {
      const text = `${functionName}: ${entry} does not listen on ${loopback}:${port}. It must read the port from PORT and the host from HOST.`;
      this.report({ event: "warning", text });
    }
    return { facts, authority: `${loopback}:${port}`, process: child, copy };
  }

  async stop(): Promise<void> {
    const all = [...this.running.values()];
    this.running.clear();
    await Promise.all(all.map(ended));
  }
}

interface Start {
  readonly facts: string;
  readonly config: SiteServerConfig;
  readonly variables: Readonly<Record<string, string>>;
}

function startOf(config: SiteServerConfig, { settings, environment }: ServerFunctions): Start {
  const { functionName, folder, entry, isBundled } = config;
  const server = settings.find(({ name }) => name === functionName);
  const variables = server === undefined ? {} : functionVariables(server, folder, environment);
  const file = join(folder, entry);
  const changed = isBundled ? contentHash(file) : statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  return { facts: JSON.stringify([config, variables, changed]), config, variables };
}

function contentHash(file: string): string | undefined {
  return existsSync(file) ? createHash("sha256").update(readFileSync(file)).digest("hex") : undefined;
}

/** Synthesis for this machine describes the servers in resources that are never deployed. */
export function siteServersOf(model: Model): readonly SiteServerConfig[] {
  return model.ofType("terraform_data").flatMap(({ values }) => serverOf(block(values, "input") ?? {}));
}

function serverOf(input: Values): readonly SiteServerConfig[] {
  const serves = text(input, "serves");
  if (serves === undefined || !URL.canParse(serves)) return [];
  const url = text(input, "url");
  const entry = text(input, "entry") ?? "";
  if (url === undefined && entry === "") return [];
  const port = text(input, "port");
  return [
    {
      host: new URL(serves).host,
      authority: url === undefined ? undefined : new URL(url).host,
      functionName: text(input, "function") ?? "",
      folder: text(input, "folder") ?? "",
      entry,
      isBundled: input.isBundled === true,
      replaced: (json(input, "replaced") ?? undefined) as ReplacedFiles | undefined,
      port: port === undefined ? undefined : Number(port),
    },
  ];
}

async function listens(port: number, child: ChildProcess): Promise<boolean> {
  const end = Date.now() + startLimitMs;
  while (Date.now() < end && child.exitCode === null && child.signalCode === null) {
    if (await accepts(port)) return true;
    await delay(pollMs);
  }
  return false;
}

function accepts(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect({ host: loopback, port });
    socket.on(
      "connect",
      contained("server of a site", () => {
        socket.destroy();
        done(true);
      }),
    );
    socket.on("error", () => done(false));
  });
}

async function ended({ process: child, copy }: Running): Promise<void> {
  if (child !== undefined && child.exitCode === null && child.signalCode === null) {
    const exit = new Promise((done) => child.once("exit", done));
    child.kill("SIGKILL");
    await exit;
  }
  if (copy !== undefined) rmSync(copy, { recursive: true, force: true });
}
