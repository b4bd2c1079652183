import { relative } from "node:path";
import {
  AccessKeys,
  type ControlPath,
  contained,
  type InspectedApp,
  type Local,
  localFolder,
  type ServerFolder,
  signingSecretIn,
  takeServerFolder,
} from "../../local";
import { isValues } from "../../model";
import { synthesizeForFacts } from "../access/open-facts";
import { startTemporaryServer, type TemporaryServerOptions } from "../local/invoke";
import { askFirstServer } from "../local/running-server";
import { type LocalSynthesis, synthesizeForLocal } from "../local/synthesis";
import { type BuildOutput, describeBuild } from "../project/build-summary";
import type { CommandContext } from "../project/command-context";
import { readSynthesizedStacks } from "../project/synthesized-stack";
import { fail } from "./errors";

export interface McpTarget {
  /** The folder with the Terraform JSON of the running or a new server. */
  folder(): Promise<string>;
  /** Asks the running server, or starts one. */
  ask<Answer extends object>(path: ControlPath, command: object): Promise<Answer>;
  /** Synthesizes the app. The output that gets deployed stays. */
  build(): Promise<BuildOutput>;
}

export interface TargetOptions extends TemporaryServerOptions {
  readonly from?: string;
  readonly fastRetries?: boolean;
}

/** A server that was started because none was running. */
interface OwnServer {
  readonly folder: ServerFolder;
  readonly local: Local;
}

/** The app of a project: uses the running server, or starts one when a tool first needs it. */
export class ProjectTarget implements McpTarget {
  private own: Promise<OwnServer> | undefined;
  private synthesized: Promise<LocalSynthesis> | undefined;
  private taken: ServerFolder | undefined;

  constructor(
    private readonly context: CommandContext,
    private readonly options: TargetOptions,
  ) {}

  async folder(): Promise<string> {
    const running = await this.askRunning<InspectedApp>("/inspect", { action: "app" });
    return running?.from ?? (await this.synthesis()).output;
  }

  async ask<Answer extends object>(path: ControlPath, command: object): Promise<Answer> {
    let answer = await this.askRunning<Answer>(path, command);
    if (answer === undefined) {
      await this.start();
      answer = await this.askRunning<Answer>(path, command);
    }
    const value = "action" in command ? String(command.action) : path;
    if (answer === undefined) return fail("serverform mcp", "mcp-server-ended", "request", { value });
    if (isValues(answer) && typeof answer.problem === "string")
      return fail("serverform mcp", "mcp-answer", "request", { value, reason: answer.problem });
    return answer;
  }

  async build(): Promise<BuildOutput> {
    const { project, stage } = this.context;
    const output = await synthesizeForFacts(this.context, "stacks and code");
    const built = describeBuild(readSynthesizedStacks(output), stage, project.root);
    // The server of this process is updated; another one watches the files itself.
    if (this.synthesized !== undefined) await (await this.synthesized).run();
    if (this.own !== undefined) await (await this.own).local.reload();
    return built;
  }

  async stop(): Promise<void> {
    const own = await this.own?.catch(() => undefined);
    await own?.local.stop();
    this.taken?.release();
  }

  private askRunning<Answer>(path: ControlPath, command: object): Promise<Answer | undefined> {
    return askFirstServer<Answer>(this.context.project.root, command, path);
  }

  /** Synthesizes once. After a failure, the next call tries again. */
  private synthesis(): Promise<LocalSynthesis> {
    this.taken ??= takeServerFolder(localFolder(this.context.project.root));
    const { path } = this.taken;
    this.synthesized ??= (async () => {
      const synthesis = synthesizeForLocal(this.context, path, this.options.from);
      await synthesis.run();
      return synthesis;
    })();
    this.synthesized.catch(
      contained("MCP server", () => {
        this.synthesized = undefined;
      }),
    );
    return this.synthesized;
  }

  private async start(): Promise<void> {
    const { terminal, project } = this.context;
    this.own ??= (async () => {
      const synthesis = await this.synthesis();
      const folder = this.taken ?? takeServerFolder(localFolder(project.root));
      const keysFolder = localFolder(project.root);
      const local = await startTemporaryServer(this.context, this.options, synthesis, {
        folder: folder.path,
        keysFolder,
        accessKeys: new AccessKeys(signingSecretIn(keysFolder)),
        watch: true,
        retriesFast: this.options.fastRetries ?? false,
        report: (event) => {
          if (event.event === "warning") terminal.warn(event.text);
        },
      });
      await local.deployed();
      terminal.print(`Serving the app for the tools (${relative(process.cwd(), folder.path)}).`);
      return { folder, local };
    })();
    this.own.catch(
      contained("MCP server", () => {
        this.own = undefined;
      }),
    );
    await this.own;
  }
}
