import { readdirSync } from "node:fs";
import { join } from "node:path";
import { readSuite } from "../local/recorded/suite";

/** The table of suites with recorded answers: how many facts apply, how many hold, and why the others do not. */
export function recordedTable(): string {
  const rows = suiteNames().map((name) => {
    const { suite, source, leftOut, facts, programs = noPrograms } = readSuite(name);
    const different = facts.filter(({ differs }) => differs !== undefined);
    const reasons = new Map(leftOut.map(({ why, tests }) => [`not applicable: ${why}`, tests.length]));
    for (const { differs = "" } of different) reasons.set(differs, (reasons.get(differs) ?? 0) + 1);
    for (const { why, tests } of programs.differs) reasons.set(why, tests.length);
    const failed = different.length + programs.differs.flatMap(({ tests }) => tests).length;
    const passed = facts.length - different.length + programs.passed;
    const rest = [...reasons].map(([why, count]) => `${count}: ${why}`).join("; ");
    return `| ${suite} | ${source} | ${passed + failed} | ${passed} | ${rest} |`;
  });
  return [
    "| Suite | Recorded by | Applicable | Passed | The rest |",
    "| --- | --- | --- | --- | --- |",
    ...rows,
  ].join("\n");
}

const noPrograms = { passed: 0, differs: [] };

/** For each folder of suites, a README with the tests that are left out, by name. */
export function leftOutFiles(): Readonly<Record<string, string>> {
  const folders = [...new Set(suiteNames().map(folderOf))];
  return Object.fromEntries(
    folders.map((folder) => {
      const names = suiteNames().filter((name) => folderOf(name) === folder);
      const head = [
        `# Recorded answers: ${folder}`,
        "",
        "The JSON files have the facts. This page lists the tests of their sources that no fact stands for, with the reason.",
        "If a reason does not hold, add the fact. `npm run docs` writes this page from `leftOut` of the JSON files.",
      ];
      return [
        `test/local/recorded/${folder}/README.md`,
        [...head, ...names.flatMap(leftOutOf), ""].join("\n"),
      ];
    }),
  );
}

const folderOf = (name: string): string => name.split("/")[0] ?? "";

function leftOutOf(name: string): readonly string[] {
  const { suite, source, leftOut } = readSuite(name);
  const rows = leftOut.flatMap(({ why, tests }) => tests.map((test) => `| ${code(test)} | ${why} |`));
  const table = ["| Test | Why it is left out |", "| --- | --- |", ...rows];
  const nothing = ["No test is listed here."];
  return ["", `## ${suite}`, "", `Source: ${source}.`, "", ...(rows.length === 0 ? nothing : table)];
}

/** A name as code in a cell of a table. */
const code = (name: string): string => `\`\` ${name.replaceAll("|", "\\|").replaceAll("\n", "\\n")} \`\``;

/** The names of all suites: `events/patterns`. */
export function suiteNames(): readonly string[] {
  const folder = join(__dirname, "../local/recorded");
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.endsWith(".json"))
    .map((file) => file.replace(/\.json$/, ""))
    .sort();
}
