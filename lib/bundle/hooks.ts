import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Artifact, CommandHooks } from "./artifact";
import { runShell } from "./command";
import { type BundleFailure, failure } from "./failure";

/** Runs the commands that one hook of an artifact gives. */
export function runHook(artifact: Artifact, name: keyof CommandHooks): readonly BundleFailure[] {
  const hook = artifact.hooks?.[name];
  if (hook === undefined) return [];
  const source = join(artifact.appPath, artifact.srcPath);
  // A prebuilt zip is no folder to run anything in.
  const inputDir = statSync(source).isDirectory() ? source : dirname(source);
  const prop = `bundle.commandHooks.${name}`;
  // A caller without a type checker may return anything.
  const commands: unknown = hook(inputDir, artifact.outDir);
  if (!isListOfText(commands)) return [failure(artifact, "hook-invalid", prop, { found: nameOf(commands) })];
  if (commands.length === 0) return [];
  const { ok, command, reason, output } = runShell(commands, { cwd: inputDir });
  return ok ? [] : [failure(artifact, "hook-failed", prop, { command, reason, output })];
}

function isListOfText(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}

function nameOf(value: unknown): string {
  if (typeof value === "object" && value !== null && "then" in value) {
    // Nobody else will wait for it, and a promise that fails unheard ends the process.
    Promise.resolve(value).catch(() => {});
    return "a promise";
  }
  return Array.isArray(value) ? "an array of other things than strings" : String(value);
}
