import { existsSync, statSync } from "node:fs";
import { basename, resolve } from "node:path";
import type { Terminal } from "../ui/terminal";
import { fail } from "./errors";
import type { Application } from "./model/application";
import { type Names, stackNames } from "./model/names";
import { Findings } from "./model/place";
import { printMigration } from "./report";
import { readSam } from "./sam/read-sam";
import { readServerless } from "./serverless/read-serverless";
import { type MigratedFile, migratedFiles } from "./write/project-files";
import { writeFiles } from "./write/write-files";

/** Reads the application of a tool. */
type Reader = (folder: string, names: Names, findings: Findings) => Promise<Application>;

const readers: Readonly<Record<string, Reader>> = { serverless: readServerless, sam: readSam };

/** The tools that can be migrated from. */
export const migrationTools = Object.keys(readers);

/** A migration before it is written. */
export interface Migration {
  readonly application: Application;
  readonly findings: Findings;
  readonly files: readonly MigratedFile[];
}

/** Reads an application of another tool, and makes the files of the app. */
export async function migration(tool: string, folder: string): Promise<Migration> {
  const read = Object.hasOwn(readers, tool) ? readers[tool] : undefined;
  if (read === undefined)
    return fail("serverform migrate", "migrate-tool-unknown", "<tool>", {
      value: tool,
      names: migrationTools,
    });
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    return fail("serverform migrate", "migrate-source-missing", "<folder>", {
      value: folder,
      names: [basename(folder)],
    });
  const names = stackNames();
  const findings = new Findings();
  const application = await read(folder, names, findings);
  const files = migratedFiles(application, tool, folder, names, findings);
  return { application, findings, files };
}

/** `serverform migrate`: writes the app beside the handlers, and the report. */
export async function migrate(terminal: Terminal, tool: string, folder: string): Promise<void> {
  const root = resolve(folder);
  const made = await migration(tool, root);
  const kept = writeFiles(root, made.files);
  printMigration(terminal, made, root, kept);
}
