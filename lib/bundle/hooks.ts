import { dirname, join } from "node:path";
import type { Artifact, ArtifactHooks } from "./artifact";
import { runShell } from "./command";
import { type BundleFailure, failure } from "./failure";
import { isFile } from "./files/list-files";

export function runHook(artifact: Artifact, name: keyof ArtifactHooks): readonly BundleFailure[] {
  const { commands, failures } = commandsOf(artifact, name);
  if (commands.length === 0) return failures;
  const { ok, command, reason, output } = runShell(commands, { cwd: inputDirOf(artifact) });
  return ok ? [] : [failure(artifact, "hook-failed", propOf(name), { command, reason, output })];
}

export function commandsOf(
  artifact: Artifact,
  name: keyof ArtifactHooks,
): { readonly commands: readonly string[]; readonly failures: readonly BundleFailure[] } {
  const hook = artifact.hooks?.[name];
  if (hook === undefined) return { commands: [], failures: [] };
  // Callers without a type checker may return any value.
  let commands: unknown;
  try {
    commands = hook(inputDirOf(artifact), artifact.outDir);
  } catch (cause) {
    return { commands: [], failures: [failure(artifact, "callback-failed", propOf(name), { cause })] };
  }
  if (isListOfText(commands)) return { commands, failures: [] };
  const failures = [failure(artifact, "hook-invalid", propOf(name), { found: nameOf(commands) })];
  return { commands: [], failures };
}

const propOf = (name: keyof ArtifactHooks): string => `bundle.commandHooks.${name}`;

/** For a prebuilt zip, the folder that contains it. */
function inputDirOf({ appPath, srcPath }: Artifact): string {
  const source = join(appPath, srcPath);
  return isFile(source) ? dirname(source) : source;
}

function isListOfText(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}

function nameOf(value: unknown): string {
  if (typeof value === "object" && value !== null && "then" in value) {
    // An unhandled rejection would end the process.
    Promise.resolve(value).catch(() => {});
    return "a promise";
  }
  return Array.isArray(value) ? "an array with values that are not strings" : String(value);
}
