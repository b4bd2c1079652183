import { type ChildProcess, spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { type Artifact, type ArtifactHooks, bundlingPrograms } from "../../../bundle";
import { contained } from "../../../facts/text/contained";
import { programFile } from "../program-file";
import { signalGroup } from "../signal-group";
import type { BundleAnswer, BundleRequest } from "./bundle-process";

/** Bundles an artifact like a synthesis, in another process, so that this one stays responsive. */
export class FullBuild {
  private child: ChildProcess | undefined;
  private program: ReturnType<typeof programFile> | undefined;

  /** Empties the artifact's folder and fills it again. */
  async run(artifact: Artifact): Promise<BundleAnswer> {
    this.program ??= programFile(require.resolve("./bundle-process"), bundlingPrograms());
    const child = spawn(process.execPath, [this.program.path], {
      stdio: ["pipe", "ignore", "pipe", "pipe"],
      // A separate process group, so that stop() also ends the tools that it has started.
      detached: true,
    });
    this.child = child;
    const ended = new Promise<string>((resolve) => {
      child.on(
        "error",
        contained("bundle", (error) => resolve(error.message)),
      );
      child.once(
        "close",
        contained("bundle", (code, signal) =>
          resolve(code === 0 ? "" : `the process ended early (${signal ?? code})`),
        ),
      );
    });
    child.stdin?.on("error", () => {});
    child.stderr?.on(
      "data",
      contained("bundle", (chunk) => passOnProgress(String(chunk))),
    );
    child.stdin?.end(JSON.stringify(requestFor(artifact)));
    const [answer, errors, problem] = await Promise.all([
      text(child.stdio[3] as Readable),
      text(child.stderr as Readable),
      ended,
    ]);
    this.child = undefined;
    if (problem !== "") throw new Error(`Bundling failed: ${problem}.\n${errors.trim()}`);
    return JSON.parse(answer) as BundleAnswer;
  }

  stop(): void {
    this.program?.remove();
    if (this.child !== undefined) signalGroup(this.child, "SIGKILL");
  }
}

/** Reports long steps immediately; other output of the tools is reported only if the build fails. */
function passOnProgress(printed: string): void {
  for (const line of printed.split("\n")) {
    if (line.startsWith("serverform: ")) process.stderr.write(`${line}\n`);
  }
}

function requestFor({ hooks, ...artifact }: Artifact): BundleRequest {
  const forMachine = artifact.kind === "python" && { packagesFor: "this-machine" };
  return { artifact: { ...artifact, ...forMachine }, hooks: Object.fromEntries(commandsOf(hooks)) };
}

/** A hook from the bundles file returns its commands regardless of its arguments. */
function commandsOf(hooks: ArtifactHooks = {}): (readonly [string, readonly string[]])[] {
  return Object.entries(hooks).map(([name, hook]) => [name, hook?.("", "") ?? []] as const);
}
