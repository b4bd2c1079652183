import { existsSync, statSync } from "node:fs";
import { basename, resolve } from "node:path";
import { type MigrateOptions, type MigrateOutput, moveImports, type Terminal } from "../cli";
import { ownValue } from "../facts/errors/own-value";
import { fail } from "./errors";
import type { Application } from "./model/application";
import { type Names, stackNames } from "./model/names";
import { Findings } from "./model/place";
import { printMigration, reportText } from "./report";
import { readSam } from "./sam/read-sam";
import { readServerless } from "./serverless/read-serverless";
import { readSstV1 } from "./sst-v1/read-sst-v1";
import { applicationFiles, type Migrated } from "./write/project-files";
import { type WrittenFiles, writeFiles } from "./write/write-files";

/** Reads the application of a tool, and makes the files of the app. */
type Reader = (folder: string, findings: Findings, options: MigrateOptions) => Promise<Migrated>;

/** The reader of a tool whose applications are described by a file. */
const describedBy =
  (read: (folder: string, names: Names, findings: Findings) => Promise<Application>): Reader =>
  async (folder, findings) => {
    const names = stackNames();
    return applicationFiles(await read(folder, names, findings), folder, names, findings);
  };

const readers: Readonly<Record<string, Reader>> = {
  serverless: describedBy(readServerless),
  sam: describedBy(readSam),
  "sst-v1": readSstV1,
};

/** The tools that can be migrated from. */
const migrationTools = Object.keys(readers);

/** A migration before it is written. */
export interface Migration extends Migrated {
  readonly findings: Findings;
}

/** Reads an application of another tool, and makes the files of the app. */
export async function migration(
  tool: string,
  folder: string,
  options: MigrateOptions = {},
): Promise<Migration> {
  const read = ownValue(readers, tool);
  if (read === undefined)
    return fail("serverform migrate", "migrate-tool-unknown", "<tool>", {
      value: tool,
      names: migrationTools,
    });
  if (options.handlers === true && tool !== "sst-v1")
    return fail("serverform migrate", "migrate-option-unused", "--handlers", { value: tool });
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    return fail("serverform migrate", "migrate-source-missing", "<folder>", {
      value: folder,
      names: [basename(folder)],
    });
  const findings = new Findings();
  const made = await read(folder, findings, options);
  const report = {
    path: "migration-report.md",
    text: reportText(findings, tool),
    ifPresent: "refuse",
  } as const;
  const files = [...made.files, report].map((file) =>
    isCdktn(options) ? { ...file, text: moveImports(file.text) } : file,
  );
  return { ...made, files, findings };
}

/** `serverform migrate`: writes the app beside the handlers, and the report. */
export async function migrate(
  terminal: Terminal,
  tool: string,
  folder: string,
  options: MigrateOptions = {},
): Promise<MigrateOutput> {
  const root = resolve(folder);
  const made = await migration(tool, root, options);
  const written: WrittenFiles = writeFiles(root, made.files);
  printMigration(terminal, made, root, written, isCdktn(options));
  const { name, counts, findings } = made;
  return { tool, name, folder: root, counts, todos: findings.todos, notes: findings.notes, ...written };
}

const isCdktn = ({ library }: MigrateOptions): boolean => library === "serverform-cdktn";
