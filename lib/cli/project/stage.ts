import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { dirname, join } from "node:path";
import { isRecord } from "../../facts/text/record";
import { fail } from "../errors";
import type { Terminal } from "../ui/terminal";
import type { Project } from "./project";

const stagePattern = /^[A-Za-z][A-Za-z0-9-]*$/;

export interface StageSources {
  /** The name of the command, for error messages. */
  readonly command: string;
  /** `--stage`, or `SERVERFORM_STAGE`. */
  readonly option?: string;
  /** The stage of commands that use no AWS account, if no other source has one. They do not ask. */
  readonly fallback?: string;
  /** Suggests a name for the personal stage, from the caller's identity. Called only before the user is asked. */
  readonly suggest: () => Promise<string | undefined>;
}

/**
 * Decides the stage: the option, otherwise the personal stage of this checkout, otherwise the stage of `cdktf.json`,
 * otherwise the fallback. If none of them is set, the user is asked, and the answer becomes the personal stage.
 */
export async function decideStage(
  project: Project,
  terminal: Terminal,
  { command, option, fallback, suggest }: StageSources,
): Promise<string> {
  const known = option ?? rememberedStage(project.root) ?? contextStage(project) ?? fallback;
  if (known !== undefined) {
    if (!stagePattern.test(known))
      fail(`serverform ${command}`, "stage-invalid", "--stage", { value: known });
    return known;
  }
  if (!terminal.interactive) return fail(`serverform ${command}`, "stage-required", "--stage", { command });
  const stage = await askForStage(terminal, stageFromName((await suggest()) ?? userName()));
  const file = stageFile(project.root);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${stage}\n`);
  return stage;
}

/** Turns a name into a stage: replaces characters other than letters and digits with hyphens. */
export function stageFromName(name: string): string {
  const stage = name.replace(/[^A-Za-z0-9]/g, "-").replace(/^[^A-Za-z]+/, "");
  return stage === "" ? "dev" : stage;
}

async function askForStage(terminal: Terminal, suggestion: string): Promise<string> {
  for (;;) {
    const answer = await terminal.ask("Name of your personal stage:", suggestion);
    if (stagePattern.test(answer)) return answer;
    terminal.error("A stage starts with a letter and contains only letters, digits and hyphens.");
  }
}

function stageFile(root: string): string {
  return join(root, ".serverform", "stage");
}

function rememberedStage(root: string): string | undefined {
  try {
    return readFileSync(stageFile(root), "utf8").trim() || undefined;
  } catch {
    return undefined;
  }
}

function contextStage({ context }: Project): string | undefined {
  const settings = context?.serverform;
  return isRecord(settings) && typeof settings.stage === "string" ? settings.stage : undefined;
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // In a container, the user id may have no entry in the user database.
    return "dev";
  }
}
