import { type ChildProcess, spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import type { Artifact, ArtifactHooks, BundleFailure } from "../../bundle";
import { programFile } from "../program-file";
import type { BundleRequest } from "./bundle-process";

/** Runs the whole bundling of an artifact in a process of its own. */
export class CompleteBuild {
  private child: ChildProcess | undefined;
  private program: ReturnType<typeof programFile> | undefined;

  /** Fills the artifact's folder anew. */
  async run(artifact: Artifact): Promise<readonly BundleFailure[]> {
    this.program ??= programFile(require.resolve("./bundle-process"), [
      require.resolve("../../bundle/node/esbuild-worker"),
    ]);
    const child = spawn(process.execPath, [this.program.path], {
      stdio: ["pipe", "ignore", "pipe", "pipe"],
      // With what it starts it forms a group that can be ended as a whole.
      detached: true,
    });
    this.child = child;
    const ended = new Promise<string>((resolve) => {
      child.once("error", (error) => resolve(error.message));
      child.once("close", (code, signal) => resolve(code === 0 ? "" : `it ended early (${signal ?? code})`));
    });
    child.stdin?.on("error", () => {});
    child.stdin?.end(JSON.stringify(requestFor(artifact)));
    const [answer, errors, problem] = await Promise.all([
      text(child.stdio[3] as Readable),
      text(child.stderr as Readable),
      ended,
    ]);
    this.child = undefined;
    if (problem !== "") throw new Error(`Bundling failed: ${problem}.\n${errors.trim()}`);
    return JSON.parse(answer) as readonly BundleFailure[];
  }

  stop(): void {
    this.program?.remove();
    const { pid } = this.child ?? {};
    if (pid === undefined) return;
    try {
      process.kill(process.platform === "win32" ? pid : -pid, "SIGKILL");
    } catch {
      // It has just ended.
    }
  }
}

function requestFor({ hooks, ...artifact }: Artifact): BundleRequest {
  return { artifact, hooks: Object.fromEntries(commandsOf(hooks)) };
}

/** Hooks of a list of bundles give their commands whatever they are told. */
function commandsOf(hooks: ArtifactHooks = {}): (readonly [string, readonly string[]])[] {
  return Object.entries(hooks).map(([name, hook]) => [name, hook?.("", "") ?? []] as const);
}
