import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { basename, join, sep } from "node:path";
import type { Model } from "../model";
import { readSite, type SiteDevServer, siteResources } from "./gateways/site";
import { contained, developmentVariables, signalGroup } from "./invoke";
import type { Report } from "./report";
import type { ServerFunctions } from "./site-servers";

interface Running {
  readonly server: SiteDevServer;
  readonly process: ChildProcess;
}

export class DevServers {
  private readonly running = new Map<string, Running>();

  constructor(private readonly report: Report) {}

  /** Starts the development servers of a model's sites. A changed command or variable restarts its server. */
  replace(model: Model, functions: ServerFunctions): void {
    const wanted = new Map(
      siteResources(model).flatMap((resource) => {
        const { name, dev } = readSite(model, resource);
        return dev === undefined ? [] : [[name, withVariables(dev, functions)] as const];
      }),
    );
    for (const [name, { server, process }] of this.running) {
      if (JSON.stringify(wanted.get(name)) === JSON.stringify(server)) continue;
      this.running.delete(name);
      signalGroup(process, "SIGTERM");
    }
    for (const [name, server] of wanted) {
      if (!this.running.has(name)) this.running.set(name, { server, process: this.start(name, server) });
    }
  }

  /** Whether a file belongs to a site whose development server watches it. The app is elsewhere. */
  follows(file: string): boolean {
    const folders = [...this.running.values()].map(({ server }) => server.folder);
    return folders.some(
      (folder) =>
        file.startsWith(folder + sep) &&
        // It determines the framework of the site.
        basename(file) !== "package.json" &&
        !existsSync(join(folder, "cdktf.json")),
    );
  }

  private start(name: string, { command, folder, environment, functionName }: SiteDevServer): ChildProcess {
    const child = spawn(command, {
      shell: true,
      cwd: folder,
      env: { ...(functionName === undefined ? process.env : withoutAws(process.env)), ...environment },
      stdio: ["ignore", "pipe", "pipe"],
      // A separate group, so that programs started by the shell end with it.
      detached: process.platform !== "win32",
    });
    const tell = contained("development server of a site", (chunk: Buffer): void => {
      const lines = chunk.toString("utf8").split(/\r?\n/);
      for (const line of lines)
        if (line.trim() !== "") this.report({ event: "notice", text: `${name}: ${line}` });
    });
    child.stdout?.on("data", tell);
    child.stderr?.on("data", tell);
    child.on(
      "error",
      contained("development server of a site", (error) =>
        this.report({ event: "warning", text: `${name}: ${error.message}` }),
      ),
    );
    child.on(
      "exit",
      contained("development server of a site", (code) => {
        if (this.running.get(name)?.process !== child) return;
        const text = `${name}: ${command} has ended${code === null ? "" : ` with status ${code}`}.`;
        this.report({ event: "warning", text });
      }),
    );
    return child;
  }

  async stop(): Promise<void> {
    const all = [...this.running.values()];
    this.running.clear();
    await Promise.all(
      all.map(({ process: child }) => {
        if (child.exitCode !== null || child.signalCode !== null) return undefined;
        const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
        signalGroup(child, "SIGTERM");
        return ended;
      }),
    );
  }
}

/** A development server in place of a server has the variables and permissions of its function. */
function withVariables(dev: SiteDevServer, { settings, environment }: ServerFunctions): SiteDevServer {
  const server = settings.find(({ name }) => name === dev.functionName);
  if (server === undefined) return dev;
  return { ...dev, environment: { ...developmentVariables(server, environment), ...dev.environment } };
}

/** Without the developer's credentials, which would reach the developer's account, or be mixed with those of the function. */
const withoutAws = (variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(variables).filter(([name]) => !name.startsWith("AWS_")));
