import { mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import spawn from "cross-spawn";
import { fail } from "../../errors/error";
import { interruptChild, linesOf, ownGroup } from "../processes/child-process";
import { isObject } from "../project/json";
import type { Interrupt } from "../ui/interrupt";
import type { Terminal } from "../ui/terminal";

/** How a run of the Terraform binary has ended. */
export interface TerraformExit {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

/** What a run may be given beside its arguments. */
export interface TerraformRunOptions {
  /** Called with each line of output as it comes; the exit then holds no output. */
  readonly onLine?: (line: string) => void;
}

/**
 * The Terraform binary.
 *
 * The commands call it directly, in the same folders and with the same state as `cdktf` does, and not through the
 * engine of cdktf-cli: that one needs a native pseudo-terminal module and two seconds to load, always initialises, and
 * hands on Terraform's text for humans, of which no clear message can be made.
 */
export class Terraform {
  readonly binary: string;
  private readonly environment: NodeJS.ProcessEnv;

  constructor(
    private readonly terminal: Terminal,
    private readonly interrupt: Interrupt,
    environment: NodeJS.ProcessEnv = process.env,
  ) {
    this.binary = environment.TERRAFORM_BINARY_NAME || "terraform";
    this.environment = terraformEnvironment(environment);
  }

  /** Makes sure that the binary is there and new enough, before any work is done for it. */
  async requireBinary(): Promise<void> {
    const { code, output, errors } = await this.run(process.cwd(), ["version", "-json"]);
    if (code !== 0)
      fail("serverform", "terraform-unusable", this.binary, { reason: errors.trim() || output.trim() });
    const version = versionOf(output);
    // The first release that cdktf 0.21 supports.
    if (version !== undefined && !atLeast(version, 1, 2))
      fail("serverform", "terraform-too-old", this.binary, { version });
  }

  /** Runs Terraform in a folder and waits for its end; an interrupt is handed on to it, and waited for as well. */
  async run(
    folder: string,
    args: readonly string[],
    { onLine }: TerraformRunOptions = {},
  ): Promise<TerraformExit> {
    if (this.terminal.verbose) {
      this.terminal.error(this.terminal.colors.dim(`${folder}> ${this.binary} ${args.join(" ")}`));
    }
    const child = spawn(this.binary, [...args], {
      cwd: folder,
      env: this.environment,
      stdio: ["ignore", "pipe", "pipe"],
      ...ownGroup,
    });
    const { first, second } = this.interrupt;
    const stop = (): void => interruptChild(child);
    first.addEventListener("abort", stop);
    second.addEventListener("abort", stop);
    const output: string[] = [];
    const errors: string[] = [];
    const ended = new Promise<number>((resolve, reject) => {
      child.once("close", (code) => resolve(code ?? 1));
      child.once("error", reject);
    });
    try {
      const reading = Promise.all([
        linesOf(child.stdout, (line) => {
          if (this.terminal.verbose) this.terminal.error(this.terminal.colors.dim(line));
          if (onLine === undefined) output.push(line);
          else onLine(line);
        }),
        linesOf(child.stderr, (line) => errors.push(line)),
      ]);
      const [code] = await Promise.all([ended, reading]);
      return { code, output: output.join("\n"), errors: errors.join("\n") };
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === "ENOENT") return fail("serverform", "terraform-missing", this.binary, undefined);
      return fail("serverform", "terraform-unusable", this.binary, { reason: message });
    } finally {
      first.removeEventListener("abort", stop);
      second.removeEventListener("abort", stop);
    }
  }
}

/** The environment of Terraform: no questions, no call home, and downloads of providers shared by all stacks. */
export function terraformEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const cache = pluginCache(environment);
  return {
    ...environment,
    CHECKPOINT_DISABLE: "1",
    TF_IN_AUTOMATION: "1",
    TF_INPUT: "0",
    ...(cache === undefined ? {} : { TF_PLUGIN_CACHE_DIR: cache }),
  };
}

/** The provider cache; the same folder and the same switch as cdktf's, so that both share it. */
function pluginCache(environment: NodeJS.ProcessEnv): string | undefined {
  const isOff = ["1", "true"].includes(environment.CDKTF_DISABLE_PLUGIN_CACHE_ENV ?? "");
  if (isOff) return environment.TF_PLUGIN_CACHE_DIR;
  const folder =
    environment.TF_PLUGIN_CACHE_DIR || join(environment.HOME || homedir(), ".terraform.d", "plugin-cache");
  try {
    mkdirSync(folder, { recursive: true });
    return folder;
  } catch {
    // A home that cannot be written to only costs the sharing; Terraform would refuse a folder that does not exist.
    return environment.TF_PLUGIN_CACHE_DIR;
  }
}

function versionOf(output: string): string | undefined {
  try {
    const answer: unknown = JSON.parse(output);
    return isObject(answer) && typeof answer.terraform_version === "string"
      ? answer.terraform_version
      : undefined;
  } catch {
    return undefined;
  }
}

function atLeast(version: string, major: number, minor: number): boolean {
  const [a = 0, b = 0] = version.split(".").map(Number);
  return a > major || (a === major && b >= minor);
}
