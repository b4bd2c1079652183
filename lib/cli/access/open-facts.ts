import { mkdirSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { type AccessFacts, readFacts } from "../../model";
import { type GlobalOptions, runInContext } from "../project";
import type { CommandContext } from "../project/command-context";
import { Terminal } from "../ui/terminal";

/** Options of commands that read the facts of an app. */
export interface FactsOptions extends GlobalOptions {
  /** A folder with Terraform JSON. @default - the app is synthesized */
  readonly from?: string;
  readonly markdown?: boolean;
}

interface OpenedFacts {
  readonly terminal: Terminal;
  readonly facts: AccessFacts;
  /** The folder with the Terraform JSON. */
  readonly folder: string;
  /** The folder of the project. */
  readonly root: string;
}

/** The facts of a folder, or of the app after a synthesis, with the folder, that of the project, and the terminal to print on. */
export async function openFacts(
  options: FactsOptions,
  command: string,
  content: SynthesizedContent = "stacks",
): Promise<OpenedFacts> {
  const settings = { ...options, json: options.json === true || options.markdown === true };
  if (options.from !== undefined) {
    const folder = resolve(options.from);
    return { terminal: new Terminal(settings), facts: readFacts(folder), folder, root: process.cwd() };
  }
  return runInContext(settings, { command, account: false }, async (context) => {
    const folder = await synthesizeForFacts(context, content);
    return { terminal: context.terminal, facts: readFacts(folder), folder, root: context.project.root };
  });
}

/** `stacks` leaves out the code of functions, which takes most of the time. */
type SynthesizedContent = "stacks" | "stacks and code";

/**
 * Synthesizes the app and returns the output folder.
 *
 * The folder is not the output folder, so that the output that gets deployed stays.
 */
export async function synthesizeForFacts(
  { project, stage, synthesize }: CommandContext,
  content: SynthesizedContent = "stacks",
): Promise<string> {
  const hasCode = content === "stacks and code";
  const output = join(project.root, ".serverform", "access", hasCode ? `${stage}-built` : stage);
  mkdirSync(output, { recursive: true });
  await synthesize(hasCode ? {} : { SERVERFORM_SKIP_BUNDLING: "1" }, relative(project.root, output));
  return output;
}
