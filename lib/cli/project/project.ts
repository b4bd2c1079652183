import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { foldersUpwards } from "../../bundle";
import { isRecord } from "../../facts/text/record";
import { fail } from "../errors";
import { readJsonObject } from "./json";

/** A CDKTF project: the folder of `cdktf.json` and the settings in that file. */
export interface Project {
  /** The folder of `cdktf.json`. The app command runs here, and relative paths start here. */
  readonly root: string;
  /** The shell command that writes the Terraform configuration. */
  readonly app: string;
  /** The output folder that is passed to the app: relative to `root`, as `cdktf` passes it. */
  readonly output: string;
  /** The `context` of `cdktf.json`. */
  readonly context: Readonly<Record<string, unknown>> | undefined;
  /** The Terraform modules of `cdktf.json` that are part of the project. */
  readonly localModules: readonly unknown[];
}

/** Options that override `cdktf.json`. */
export interface ProjectOverrides {
  /** Replaces the `app` command. */
  readonly app?: string;
}

const fileName = "cdktf.json";

/** Finds the project of a folder, searching parent folders as well, and reads its settings. */
export function openProject(
  from: string,
  { app }: ProjectOverrides = {},
  environment: NodeJS.ProcessEnv = process.env,
): Project {
  const root = folderUpwards(from, fileName);
  if (root === undefined) return fail("serverform", "project-not-found", fileName, { from });
  const settings = readJsonObject(join(root, fileName));
  // cdktf reads its options from these variables, too. The command line takes precedence.
  const command = app ?? environment.CDKTF_APP ?? settings.app;
  if (typeof command !== "string" || command.trim() === "") {
    return fail(fileName, "prop-required", "app", {
      remedy: 'Write the command that runs your app: "app": "npx tsx main.ts", or pass --app.',
    });
  }
  const output = environment.CDKTF_OUTPUT ?? settings.output ?? "cdktf.out";
  if (typeof output !== "string" || output === "") {
    return fail(fileName, "prop-invalid", "output", {
      value: output,
      expected: 'the name of a folder, for example "cdktf.out"',
    });
  }
  const { context } = settings;
  if (context !== undefined && !isRecord(context)) {
    return fail(fileName, "prop-invalid", "context", { value: context, expected: "an object" });
  }
  return { root, app: command, output, context, localModules: localModules(settings.terraformModules) };
}

/** The project of a folder. Without one, a project that consists of the folder, without an app command. */
export function findProject(from: string, overrides: ProjectOverrides = {}): Project {
  if (folderUpwards(from, fileName) !== undefined) return openProject(from, overrides);
  return { root: resolve(from), app: "", output: "cdktf.out", context: undefined, localModules: [] };
}

/** The nearest folder that contains a file of this name, starting with `from` and going upwards. */
export function folderUpwards(from: string, name: string): string | undefined {
  return [...foldersUpwards(from)].find((folder) => existsSync(join(folder, name)));
}

function localModules(modules: unknown): readonly unknown[] {
  if (!Array.isArray(modules)) return [];
  return modules.filter((module: unknown) => {
    const source = isRecord(module) ? module.source : module;
    return typeof source === "string" && /^\.\.?\//.test(source);
  });
}
