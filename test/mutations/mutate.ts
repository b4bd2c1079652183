import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { readSources } from "../support/import-graph";
import { refusedByCompiler } from "./compiler";
import { judge, type Verdict } from "./judge";
import { type Kind, NearestTests } from "./nearest-tests";
import { changed, type Sample, sampleOf } from "./sample";
import { TestRunner } from "./test-runner";
import { failuresOf } from "./verdict";

/**
 * Changes one expression of `lib` at a time, and reports the changes that no test notices.
 *
 *     npm run mutations -- --folders lib/cli,lib/cli/live-client --count 30 --seed 1
 *
 * The nearest tests run first: that of the file, those that import it and those that use its names; then those of its folder
 * and of its importers; then those among them that start processes, with the wider ones. `--tests quick` leaves these out, and
 * `--tests slow` runs only these.
 * `--only lib/cli/main.ts:12,lib/cli/live-client/link.ts:40` tries these lines of the sample again. `--timeout` is the time of a test
 * file in seconds; one that starts processes has four times as much.
 *
 * Not Stryker: many tests run the command line as a separate process, which its instrumentation does not see.
 */

const { values } = parseArgs({
  options: {
    folders: { type: "string", default: "lib/cli" },
    count: { type: "string", default: "30" },
    seed: { type: "string", default: "1" },
    timeout: { type: "string", default: "60" },
    only: { type: "string" },
    tests: { type: "string", default: "all" },
  },
});

const root = join(__dirname, "../..");
const nearest = new NearestTests(
  Object.fromEntries(
    ["lib", "test"].flatMap((folder) =>
      Object.entries(readSources(join(root, folder)))
        .filter(([file]) => !file.includes("fixtures/"))
        .map(([file, source]) => [`${folder}/${file}`, source]),
    ),
  ),
);
const runner = new TestRunner(root);

const placeOf = ({ file, mutation }: Sample): string => `${relative(root, file)}:${mutation.line}`;

/** Tests that do not end in time even without a change: nothing is learned from them here. */
const tooSlow = new Set<string>();

/** The verdict of the tests about a change. */
function verdictOn({ file, mutation }: Sample): Promise<Verdict> {
  const original = readFileSync(file);
  let isChanged = false;
  const write = (changes: boolean): void => {
    isChanged = changes;
    writeFileSync(file, changes ? changed(original, mutation) : original);
  };
  const tests = nearest.testsOf(relative(root, file), values.tests as Kind);
  return judge(
    tests.filter((test) => !tooSlow.has(test)),
    {
      run: async (test) => {
        const limitMs = Number(values.timeout) * 1000 * (nearest.isSlow(test) ? 4 : 1);
        const report = await runner.run(test, limitMs);
        if (report === undefined && !isChanged) {
          tooSlow.add(test);
          console.log(`too slow  ${test}`);
        }
        return failuresOf(report);
      },
      change: () => write(true),
      restore: () => write(false),
      isUnsteady: (test) => nearest.isSlow(test),
    },
  );
}

function lineOf(each: Sample, verdict: Verdict): string {
  const line = `${placeOf(each)}  ${changeOf(each)}`;
  switch (verdict.kind) {
    case "noticed":
      return `noticed   ${line}  by: ${verdict.file}: ${verdict.test}`;
    case "survived":
      return `SURVIVED  ${line}`;
    case "timed out":
      return `TIMED OUT ${line}  in: ${verdict.file}`;
  }
}

function changeOf({ mutation: { original, replacement } }: Sample): string {
  return `${oneLine(original)}  =>  ${oneLine(replacement)}`;
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > 100 ? `${line.slice(0, 97)}...` : line;
}

async function main(): Promise<void> {
  const folders = values.folders.split(",").map((folder) => join(root, folder));
  const only = values.only?.split(",");
  const samples = sampleOf(folders, Number(values.count), Number(values.seed)).filter(
    (each) => only === undefined || only.includes(placeOf(each)),
  );
  console.log(`${samples.length} mutations in ${values.folders}, seed ${values.seed}`);
  const verdicts = new Map<Sample, Verdict>();
  for (const each of samples) {
    const verdict = await verdictOn(each);
    verdicts.set(each, verdict);
    console.log(lineOf(each, verdict));
  }
  const refused = refusedByCompiler(root, samples);
  for (const each of refused) console.log(`refused by the compiler: ${placeOf(each)}  ${changeOf(each)}`);
  const counting = samples.filter((each) => !refused.has(each));
  const countOf = (kind: Verdict["kind"]): number =>
    counting.filter((each) => verdicts.get(each)?.kind === kind).length;
  console.log(
    `${countOf("noticed")} of ${counting.length} noticed, ${countOf("timed out")} timed out, ${refused.size} refused by the compiler`,
  );
}

void main().finally(() => runner.stop());
