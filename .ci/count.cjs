// Counts what a run of jest reports.
//   node count.cjs failed <report>              the test files that failed, a line each
//   node count.cjs total <report> [<second>]    the closing line; exits with 1 if a test failed
// The second report is of the files that failed, run once more, alone.
const { existsSync, readFileSync } = require("node:fs");

const [wanted, ...reports] = process.argv.slice(2);
const [first = [{ name: "no report", status: "failed", assertionResults: [] }], second = []] = reports.map(
  (report) => (existsSync(report) ? JSON.parse(readFileSync(report, "utf8")).testResults : undefined),
);

/** What became of the tests of a file. One that cannot be loaded has none; it counts as one that failed. */
function outcomes({ name, status, assertionResults }) {
  const tests = assertionResults.map((test) => ({ test: `${name}: ${test.fullName}`, outcome: test.status }));
  const isWithoutCause = status === "failed" && !tests.some(({ outcome }) => outcome === "failed");
  return isWithoutCause ? [...tests, { test: name, outcome: "failed" }] : tests;
}

if (wanted === "failed") {
  for (const { name, status } of first) if (status === "failed") console.log(name);
} else {
  const again = new Map(second.map((file) => [file.name, file]));
  const before = first.flatMap(outcomes);
  const all = first.flatMap((file) => outcomes(again.get(file.name) ?? file));
  const failed = new Set(all.filter(({ outcome }) => outcome === "failed").map(({ test }) => test));
  for (const { test, outcome } of before) {
    if (outcome === "failed" && !failed.has(test)) console.log(`unstable, passed when run alone: ${test}`);
  }
  const count = (...wantedOutcomes) => all.filter(({ outcome }) => wantedOutcomes.includes(outcome)).length;
  const skipped = count("pending", "todo", "skipped", "disabled");
  const parts = [
    `${count("passed")} passed`,
    `${count("failed")} failed`,
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ];
  console.log(`\n${parts.join(", ")}`);
  process.exit(failed.size > 0 ? 1 : 0);
}
