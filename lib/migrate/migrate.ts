import { existsSync, statSync } from "node:fs";
import { basename, resolve } from "node:path";
import {
  countOf,
  type MigrateOptions,
  type MigrateOutput,
  moveImports,
  packageForCdktn,
  type Terminal,
} from "../cli";
import { ownValue } from "../facts/errors/own-value";
import { fail } from "./errors";
import type { Application } from "./model/application";
import { type Names, stackNames } from "./model/names";
import { Findings, type MigrationFinding, placeText } from "./model/place";
import { readSam } from "./sam/read-sam";
import { readServerless } from "./serverless/read-serverless";
import { readSstV1 } from "./sst-v1/read-sst-v1";
import { applicationFiles, type Migrated, type WrittenFiles, writeFiles } from "./write/project-files";

/** Reads the application of a tool, and makes the files of the app. */
type Reader = (folder: string, findings: Findings, options: MigrateOptions) => Promise<Migrated>;

/** The reader for tools that describe applications in a file. */
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

const migrationTools = Object.keys(readers);

interface Migration extends Migrated {
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

const install = "npm install serverform cdktf constructs @cdktf/provider-aws @cdktf/provider-archive";
const installTools = "npm install --save-dev tsx typescript @types/node @types/aws-lambda";

/** The report as Markdown: the remaining work, and the parts that were replaced. */
function reportText({ todos, notes }: Findings, tool: string): string {
  return [
    `# Migration from ${tool}`,
    "",
    "## Left for you",
    "",
    ...(todos.length === 0 ? ["Nothing: every part was translated."] : list(todos)),
    "",
    ...(notes.length === 0 ? [] : ["## Changed, or not needed any more", "", ...list(notes), ""]),
    "## Before the first deployment",
    "",
    "- Existing resources stay where they are until you move them. A deployment creates new ones beside them.",
    "- Resources that hold data can be imported: set `DeletionPolicy: Retain` in the old stack, write `import` blocks, and remove the old stack.",
    "- Compare names and settings with `npx serverform diff`.",
    "",
  ].join("\n");
}

const list = (findings: readonly MigrationFinding[]): readonly string[] =>
  findings.map(({ place, text }) => `- ${placeText(place)}: ${text}`);

function printMigration(
  terminal: Terminal,
  { name, counts, findings }: Migration,
  folder: string,
  written: WrittenFiles,
  isCdktn: boolean,
): void {
  const { colors } = terminal;
  const parts = Object.entries(counts).map(([noun, number]) => countOf(number, noun));
  terminal.print(`${name}: ${parts.join(", ")}.`);
  terminal.print(colors.dim(folder));
  const lines = [
    ["created", written.created],
    ["changed", written.changed],
    ["left unchanged", written.kept],
  ] as const;
  for (const [what, paths] of lines) if (paths.length > 0) terminal.print(`  ${what}: ${paths.join(", ")}`);
  terminal.print();
  if (findings.todos.length === 0) terminal.print(colors.green("Every part was translated."));
  else terminal.print(`${countOf(findings.todos.length, "part")} left for you:`);
  const width = Math.max(0, ...findings.todos.map(({ place }) => placeText(place).length));
  for (const { place, text } of findings.todos)
    terminal.print(`  ${colors.cyan(placeText(place).padEnd(width))}  ${text}`);
  terminal.print();
  terminal.print("Next:");
  const words = (text: string): string =>
    text.replace(/\S+/g, (word) => (isCdktn && packageForCdktn(word)) || word);
  for (const step of [words(install), installTools, "npx serverform local"])
    terminal.print(`  ${colors.cyan(step)}`);
}
