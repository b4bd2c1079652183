import { readdirSync } from "node:fs";
import { join } from "node:path";
import { readSuite } from "../local/recorded/suite";

/** The table of suites with recorded answers: how many facts apply, how many hold, and why the others do not. */
export function recordedTable(): string {
  const rows = suiteNames().map((name) => {
    const { suite, source, leftOut, facts, counted = { passed: 0, differs: [] } } = readSuite(name);
    const different = facts.filter(({ differs }) => differs !== undefined);
    const reasons = new Map<string, number>(
      leftOut.map(({ count, why }) => [`not applicable: ${why}`, count]),
    );
    for (const { differs = "" } of different) reasons.set(differs, (reasons.get(differs) ?? 0) + 1);
    for (const { count, why } of counted.differs) reasons.set(why, (reasons.get(why) ?? 0) + count);
    const failed = different.length + sum(counted.differs.map(({ count }) => count));
    const passed = facts.length - different.length + counted.passed;
    const rest = [...reasons].map(([why, count]) => `${count}: ${why}`).join("; ");
    return `| ${suite} | ${source} | ${passed + failed} | ${passed} | ${rest} |`;
  });
  return [
    "| Suite | Recorded by | Applicable | Passed | The rest |",
    "| --- | --- | --- | --- | --- |",
    ...rows,
  ].join("\n");
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/** The names of all suites: `events/patterns`. */
export function suiteNames(): readonly string[] {
  const folder = join(__dirname, "../local/recorded");
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.endsWith(".json"))
    .map((file) => file.replace(/\.json$/, ""))
    .sort();
}
