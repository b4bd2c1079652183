import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { dirname, join } from "node:path";
import { fail } from "../../errors/error";
import type { Terminal } from "../ui/terminal";
import { isObject } from "./json";
import type { Project } from "./project";

const stagePattern = /^[A-Za-z][A-Za-z0-9-]*$/;

/** Where a stage may come from. */
export interface StageSources {
  /** The command that needs it, for the message. */
  readonly command: string;
  /** `--stage`, or `SERVERFORM_STAGE`. */
  readonly option?: string;
  /** Taken when no stage is known, without asking, by commands that touch no account. */
  readonly fallback?: string;
  /** A name for the personal stage, from the caller's identity; asked for only when a question is. */
  readonly suggest: () => Promise<string | undefined>;
}

/**
 * The stage of this command: the option, else the personal stage of this checkout, else the one of `cdktf.json`, else
 * a question whose answer is remembered.
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

/** A name as a stage: other characters than letters and digits become hyphens. */
export function stageFromName(name: string): string {
  const stage = name.replace(/[^A-Za-z0-9]/g, "-").replace(/^[^A-Za-z]+/, "");
  return stage === "" ? "dev" : stage;
}

async function askForStage(terminal: Terminal, suggestion: string): Promise<string> {
  for (;;) {
    const answer = await terminal.ask("Name of your personal stage:", suggestion);
    if (stagePattern.test(answer)) return answer;
    terminal.error("A stage is a letter, and then letters, digits and hyphens.");
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
  return isObject(settings) && typeof settings.stage === "string" ? settings.stage : undefined;
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run under a user id that has no entry.
    return "dev";
  }
}
