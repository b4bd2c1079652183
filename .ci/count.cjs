// Counts the results in reports of jest.
//   node count.cjs failed <report>                            the test files that failed, one on each line
//   node count.cjs total <exit status> <report> [<report>...] the results, and the closing line; exits with 1 if a test failed
// The exit status and the first report are those of the whole run. Each other report belongs to a file that failed, run again alone.
const { readFileSync } = require("node:fs");

/** The files in a report; undefined where a run has ended without one, or before it was written completely. */
function filesIn(report) {
  try {
    return JSON.parse(readFileSync(report, "utf8")).testResults;
  } catch {
    return undefined;
  }
}

/** The outcomes of the tests of a file. A file that cannot be loaded has no tests; it counts as one that failed. */
function outcomes({ name, status, assertionResults }) {
  const tests = assertionResults.map((test) => ({ test: `${name}: ${test.fullName}`, outcome: test.status }));
  const isWithoutCause = status === "failed" && !tests.some(({ outcome }) => outcome === "failed");
  return isWithoutCause ? [...tests, { test: name, outcome: "failed" }] : tests;
}

/** The signal with which another process has ended the process of a file, as jest reports it. */
const signalOf = ({ message = "" }) => /terminated by another process: signal=(\w+)/.exec(message)?.[1];

const statusOfKilled = 128 + 9;

/** Events that are not failures of tests: processes that were killed, and runs without a report. */
function accidents(status, first, files) {
  const told = files.flatMap((file) => {
    const signal = signalOf(file);
    return signal === undefined
      ? []
      : `ended by the system with ${signal}, as it does when memory is short: ${file.name}`;
  });
  if (first !== undefined) return told;
  const cause =
    status === statusOfKilled
      ? "killed by the system, as it does when memory is short"
      : `exit status ${status}`;
  return [...told, `the run of the tests ended without a report: ${cause}`];
}

const [wanted, ...rest] = process.argv.slice(2);
if (wanted === "failed") {
  for (const { name, status } of filesIn(rest[0]) ?? []) if (status === "failed") console.log(name);
} else {
  const [status, ...reports] = rest;
  const [first, ...others] = reports.map(filesIn);
  const again = new Map(others.flatMap((files) => files ?? []).map((file) => [file.name, file]));
  const files = first ?? [{ name: "no report", status: "failed", assertionResults: [] }];
  const all = files.flatMap((file) => outcomes(again.get(file.name) ?? file));
  const failed = new Set(all.filter(({ outcome }) => outcome === "failed").map(({ test }) => test));
  for (const accident of accidents(Number(status), first, [...files, ...again.values()]))
    console.log(accident);
  for (const { test, outcome } of files.flatMap(outcomes)) {
    if (outcome === "failed" && !failed.has(test)) console.log(`unstable, passed when run alone: ${test}`);
  }
  const isWithoutCause = Number(status) !== 0 && !files.some((file) => file.status === "failed");
  if (isWithoutCause) console.log(`no test failed, but jest has ended with exit status ${status}`);
  const count = (...wantedOutcomes) => all.filter(({ outcome }) => wantedOutcomes.includes(outcome)).length;
  const skipped = count("pending", "todo", "skipped", "disabled");
  const parts = [
    `${count("passed")} passed`,
    `${count("failed")} failed`,
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ];
  console.log(`\n${parts.join(", ")}`);
  process.exit(failed.size > 0 || isWithoutCause ? 1 : 0);
}
