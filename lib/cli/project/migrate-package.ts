import { createRequire } from "node:module";
import { resolve } from "node:path";
import { fail } from "../errors";
import type { TerminalOptions } from "../ui/terminal";
import { packageCommands } from "./package-manager";

/** A line of a source file. */
export interface Place {
  /** Relative to the folder of the application. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
}

/** A part of an application that the user must look at, or that is not needed any more. */
export interface MigrationFinding {
  readonly place: Place;
  readonly text: string;
}

/** The output of `migrate --json`. */
export interface MigrateOutput {
  readonly tool: string;
  /** Name of the app. */
  readonly name: string;
  /** Absolute path. The other paths are in it. */
  readonly folder: string;
  /** The number of translated parts, by kind: `{ "function": 3, "resource": 2 }`. */
  readonly counts: Readonly<Record<string, number>>;
  /** Work that is left for a person. */
  readonly todos: readonly MigrationFinding[];
  /** Parts that became something else, or that are not needed any more. */
  readonly notes: readonly MigrationFinding[];
  /** Files that were written. */
  readonly created: readonly string[];
  /** Existing files that were changed: with `--handlers`. */
  readonly changed: readonly string[];
  /** Existing files that stay. */
  readonly kept: readonly string[];
}

export interface MigrateOptions extends TerminalOptions {
  readonly handlers?: boolean;
  /** The package that the written files import: `serverform` or `serverform-cdktn`. @default - the one in the folder */
  readonly library?: string;
}

/** Runs a migration, and prints the result. */
export type RunMigrate = (tool: string, folder: string, options: MigrateOptions) => Promise<void>;

/** The package with the migrations. It is not a dependency, because a project needs it once. */
const migratePackage = "serverform-migrate";

/** Finds the package with the migrations next to the application, the project, or this library. */
export function loadMigration(
  tool: string,
  folder: string,
  places: readonly string[] = [resolve(folder, "package.json"), resolve("package.json"), __filename],
): RunMigrate {
  for (const place of places) {
    const load = createRequire(place);
    try {
      load.resolve(migratePackage);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "MODULE_NOT_FOUND") throw error;
      continue;
    }
    return (load(migratePackage) as { readonly runMigration: RunMigrate }).runMigration;
  }
  const { install, withoutInstalling } = packageCommands(migratePackage, process.cwd());
  return fail("serverform migrate", "migrate-package-missing", "the command", {
    install,
    run: `${withoutInstalling} ${tool} ${folder}`,
  });
}
