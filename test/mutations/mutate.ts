import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { readSources } from "../support/import-graph";
import { type Mutation, mutationsOf } from "./candidates";
import { NearestTests } from "./nearest-tests";
import { type Verdict, verdictOf } from "./verdict";

/**
 * Changes one expression of a folder of `lib` at a time, and reports the changes that no test notices.
 *
 *     npm run mutations -- --folder lib/cli --count 30 --seed 1
 *
 * The nearest tests run first: that of the file, those that import it and those that use its names; then those of its folder
 * and of what imports it; then those among them that start processes, with the wider ones, which `--near` leaves out. A test
 * that times out has noticed nothing: it is counted apart.
 *
 * Not Stryker: many tests run the command line as a separate process, which its instrumentation does not see.
 */

const { values } = parseArgs({
  options: {
    folder: { type: "string", default: "lib/cli" },
    count: { type: "string", default: "30" },
    seed: { type: "string", default: "1" },
    timeout: { type: "string", default: "900" },
    near: { type: "boolean", default: false },
  },
});

const root = join(__dirname, "../..");

interface Sample {
  readonly file: string;
  readonly mutation: Mutation;
}

function sources(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !/(^|\/)(index|errors)\.ts$/.test(name))
    .map((name) => join(folder, name))
    .sort();
}

/** Picks mutations in an order that depends on the seed alone. Source: https://en.wikipedia.org/wiki/Linear_congruential_generator */
function sample(all: readonly Sample[], count: number, seed: number): readonly Sample[] {
  const rest = [...all];
  let state = seed;
  const chosen: Sample[] = [];
  while (chosen.length < count && rest.length > 0) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    chosen.push(...rest.splice(state % rest.length, 1));
  }
  return chosen;
}

/** What the tests say of a change. */
function verdictOn({ file, mutation }: Sample): Verdict {
  const original = readFileSync(file);
  const changed = Buffer.concat([
    original.subarray(0, mutation.start),
    Buffer.from(mutation.replacement),
    original.subarray(mutation.end),
  ]);
  writeFileSync(file, changed);
  try {
    let last: Verdict = { kind: "survived" };
    for (const tests of nearest.groupsOf(relative(root, file), values.near)) {
      const verdict = verdictOfRun(tests);
      if (verdict.kind === "noticed") return verdict;
      if (verdict.kind === "timed out") last = verdict;
    }
    return last;
  } finally {
    writeFileSync(file, original);
  }
}

function verdictOfRun(tests: readonly string[]): Verdict {
  const folder = mkdtempSync(join(tmpdir(), "mutations-"));
  const report = join(folder, "report.json");
  try {
    const { status, error } = spawnSync(
      // Not through npx: a run that takes too long would go on after the end of npx.
      process.execPath,
      [
        require.resolve("jest/bin/jest"),
        "--runTestsByPath",
        ...tests,
        "--bail",
        "--forceExit",
        "-w",
        "1",
        "--reporters",
        join(__dirname, "reporter.cjs"),
      ],
      {
        cwd: root,
        env: { ...process.env, MUTATIONS_REPORT: report },
        stdio: "ignore",
        timeout: Number(values.timeout) * 1000,
        killSignal: "SIGKILL",
      },
    );
    const hasReport = error === undefined && existsSync(report);
    return verdictOf(status, hasReport ? JSON.parse(readFileSync(report, "utf8")) : undefined);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const nearest = new NearestTests(
  Object.fromEntries(
    ["lib", "test"].flatMap((folder) =>
      Object.entries(readSources(join(root, folder)))
        .filter(([file]) => !file.includes("fixtures/"))
        .map(([file, source]) => [`${folder}/${file}`, source]),
    ),
  ),
);
const all = sources(join(root, values.folder)).flatMap((file) =>
  mutationsOf(readFileSync(file, "utf8")).map((mutation) => ({ file, mutation })),
);
const samples = sample(all, Number(values.count), Number(values.seed));
console.log(`${samples.length} of ${all.length} mutations in ${values.folder}, seed ${values.seed}`);
const counts = { noticed: 0, survived: 0, "timed out": 0 };
for (const each of samples) {
  const { file, mutation } = each;
  const verdict = verdictOn(each);
  counts[verdict.kind] += 1;
  const place = `${relative(root, file)}:${mutation.line}`;
  const change = `${oneLine(mutation.original)}  =>  ${oneLine(mutation.replacement)}`;
  const by = verdict.kind === "noticed" ? `  by: ${verdict.test}` : "";
  console.log(
    `${verdict.kind === "noticed" ? "noticed  " : verdict.kind.toUpperCase().padEnd(9)} ${place}  ${change}${by}`,
  );
}
console.log(`${counts.noticed} of ${samples.length} noticed, ${counts["timed out"]} timed out`);

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > 100 ? `${line.slice(0, 97)}...` : line;
}
