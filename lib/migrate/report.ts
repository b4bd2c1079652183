import { countOf, packageForCdktn, type Terminal } from "../cli";
import type { Migration } from "./migrate";
import { type Findings, type MigrationFinding, placeText } from "./model/place";
import type { WrittenFiles } from "./write/write-files";

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
