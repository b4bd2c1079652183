import type { Terminal } from "../ui/terminal";
import type { Migration } from "./migrate";
import { type Findings, type MigrationFinding, placeText } from "./model/place";

const install = "npm install serverform cdktf constructs @cdktf/provider-aws @cdktf/provider-archive";
const installTools = "npm install --save-dev tsx typescript @types/node @types/aws-lambda";

/** The report as Markdown: the remaining work, and the parts that became something else. */
export function reportText({ todos, notes }: Findings, tool: string): string {
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

/** The summary in the terminal. */
export function printMigration(
  terminal: Terminal,
  { application, findings, files }: Migration,
  folder: string,
  kept: readonly string[],
): void {
  const { colors } = terminal;
  const { functions, resources } = application;
  terminal.print(
    `${application.name}: ${count(functions.length, "function")}, ${count(resources.length, "resource")}.`,
  );
  terminal.print(colors.dim(folder));
  const written = files.map(({ path }) => path).filter((path) => !kept.includes(path));
  terminal.print(`  created: ${written.join(", ")}`);
  if (kept.length > 0) terminal.print(`  left unchanged: ${kept.join(", ")}`);
  terminal.print();
  if (findings.todos.length === 0) terminal.print(colors.green("Every part was translated."));
  else terminal.print(`${count(findings.todos.length, "part")} left for you:`);
  const width = Math.max(0, ...findings.todos.map(({ place }) => placeText(place).length));
  for (const { place, text } of findings.todos)
    terminal.print(`  ${colors.cyan(placeText(place).padEnd(width))}  ${text}`);
  terminal.print();
  terminal.print("Next:");
  for (const step of [install, installTools, "npx serverform local"])
    terminal.print(`  ${colors.cyan(step)}`);
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`;
