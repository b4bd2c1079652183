import { mkdirSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { type AccessFacts, readFacts } from "../../model";
import { type GlobalOptions, runInContext } from "../project";
import type { CommandContext } from "../project/command-context";
import { Terminal } from "../ui/terminal";

export interface FactsOptions extends GlobalOptions {
  /** A folder with Terraform JSON. @default - the app is synthesized */
  readonly from?: string;
  readonly markdown?: boolean;
}

interface OpenedFacts {
  readonly terminal: Terminal;
  readonly facts: AccessFacts;
  readonly folder: string;
  readonly root: string;
}

/** Facts of a folder or of the synthesized app, with the folder, the project's folder, and the terminal. */
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
 * Uses a separate folder, so that the output that gets deployed stays.
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
