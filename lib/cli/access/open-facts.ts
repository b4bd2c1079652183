import { mkdirSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { AccessFacts } from "../../local/facts/facts";
import { readFacts } from "../../local/facts/read-facts";
import { type GlobalOptions, runInContext } from "../project";
import type { CommandContext } from "../project/command-context";
import { Terminal } from "../ui/terminal";

/** Options of commands that read the facts of an app. */
export interface FactsOptions extends GlobalOptions {
  /** A folder with Terraform JSON. @default - the app is synthesized */
  readonly from?: string;
  readonly markdown?: boolean;
}

/** The facts of a folder, or of the app after a synthesis, and the terminal to print on. */
export async function openFacts(
  options: FactsOptions,
  command: string,
): Promise<{ readonly terminal: Terminal; readonly facts: AccessFacts }> {
  const settings = { ...options, json: options.json === true || options.markdown === true };
  if (options.from !== undefined)
    return { terminal: new Terminal(settings), facts: readFacts(resolve(options.from)) };
  return runInContext(settings, { command, account: false }, async (context) => ({
    terminal: context.terminal,
    facts: readFacts(await synthesizeForFacts(context)),
  }));
}

/** The facts of a folder, or of the app after a synthesis with its code, for commands that read what handlers export. */
export async function openBuiltFacts(
  options: FactsOptions,
  command: string,
): Promise<{ readonly terminal: Terminal; readonly facts: AccessFacts; readonly root: string }> {
  if (options.from !== undefined)
    return { terminal: new Terminal(options), facts: readFacts(resolve(options.from)), root: process.cwd() };
  return runInContext(options, { command, account: false }, async (context) => {
    const { terminal, project, stage, synthesize } = context;
    const output = join(project.root, ".serverform", "access", `${stage}-built`);
    mkdirSync(output, { recursive: true });
    await synthesize({}, relative(project.root, output));
    return { terminal, facts: readFacts(output), root: project.root };
  });
}

/**
 * Synthesizes the app without its code, and returns the output folder.
 *
 * The folder is not the output folder, so that the output that gets deployed stays.
 */
export async function synthesizeForFacts({ project, stage, synthesize }: CommandContext): Promise<string> {
  const output = join(project.root, ".serverform", "access", stage);
  mkdirSync(output, { recursive: true });
  await synthesize({ SERVERFORM_SKIP_BUNDLING: "1" }, relative(project.root, output));
  return output;
}
