import { mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import spawn from "cross-spawn";
import { onlyText } from "../../facts/text/record";
import { fail } from "../errors";
import { interruptChild, linesOf, ownGroup } from "../processes/child-process";
import { parseObject } from "../project/json";
import type { Interrupt } from "../ui/interrupt";
import type { Terminal } from "../ui/terminal";

export interface TerraformExit {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

export interface TerraformRunOptions {
  /** Receives each line of output while Terraform runs. The result then has no output. */
  readonly onLine?: (line: string) => void;
  /** Interrupts this run alone. */
  readonly stop?: AbortSignal;
  /** Variables of this run alone. */
  readonly environment?: NodeJS.ProcessEnv | undefined;
}

/**
 * The Terraform binary.
 *
 * The commands run it directly, in the same folders and with the same state as `cdktf`. They do not use the engine of
 * cdktf-cli: it requires a native pseudo-terminal module, takes two seconds to load, always runs `init`, and returns
 * Terraform's human-readable text, which is hard to parse.
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

  /** Checks that the binary exists and that its version is supported. */
  async requireBinary(): Promise<void> {
    const { code, output, errors } = await this.run(process.cwd(), ["version", "-json"]);
    if (code !== 0)
      fail("serverform", "terraform-unusable", this.binary, { reason: errors.trim() || output.trim() });
    const version = versionOf(output);
    // terraform_data, which guards values that cannot change, needs 1.4: https://developer.hashicorp.com/terraform/language/resources/terraform-data
    if (version !== undefined && !atLeast(version, 1, 4))
      fail("serverform", "terraform-too-old", this.binary, { version });
  }

  /** Runs Terraform in a folder until it ends. Interrupts are passed on to Terraform, which ends by itself. */
  async run(
    folder: string,
    args: readonly string[],
    { onLine, stop, environment }: TerraformRunOptions = {},
  ): Promise<TerraformExit> {
    if (this.terminal.verbose) {
      this.terminal.error(this.terminal.colors.dim(`${folder}> ${this.binary} ${args.join(" ")}`));
    }
    const child = spawn(this.binary, [...args], {
      cwd: folder,
      env: { ...this.environment, ...environment },
      stdio: ["ignore", "pipe", "pipe"],
      ...ownGroup,
    });
    const { first, second } = this.interrupt;
    const interrupt = (): void => interruptChild(child);
    const signals = [first, second, ...(stop === undefined ? [] : [stop])];
    for (const signal of signals) signal.addEventListener("abort", interrupt);
    this.interrupt.running.add(child);
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
      this.interrupt.running.delete(child);
      for (const signal of signals) signal.removeEventListener("abort", interrupt);
    }
  }
}

/** The environment of Terraform: no prompts, no version checks, and one provider cache for all stacks. */
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

/** The provider cache. Uses the folder and the variables that cdktf uses, so that both share the cache. */
function pluginCache(environment: NodeJS.ProcessEnv): string | undefined {
  const isOff = ["1", "true"].includes(environment.CDKTF_DISABLE_PLUGIN_CACHE_ENV ?? "");
  if (isOff) return environment.TF_PLUGIN_CACHE_DIR;
  const folder =
    environment.TF_PLUGIN_CACHE_DIR || join(environment.HOME || homedir(), ".terraform.d", "plugin-cache");
  try {
    mkdirSync(folder, { recursive: true });
    return folder;
  } catch {
    // Without a writable home there is no shared cache. Terraform fails if the folder does not exist.
    return environment.TF_PLUGIN_CACHE_DIR;
  }
}

function versionOf(output: string): string | undefined {
  const version = parseObject(output.trim())?.terraform_version;
  return onlyText(version);
}

function atLeast(version: string, major: number, minor: number): boolean {
  const [a = 0, b = 0] = version.split(".").map(Number);
  return a > major || (a === major && b >= minor);
}
