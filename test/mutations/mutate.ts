import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { parseArgs } from "node:util";
import { type Mutation, mutationsOf } from "./candidates";

/**
 * Changes one expression of a folder of `lib` at a time, and reports the changes that no test notices.
 *
 *     npm run mutations -- --folder lib/cli --count 30 --seed 1
 *
 * The nearest tests run first: that of the file, then those of its folder, then the wider ones, which `--near` leaves out.
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

/** Tests beside the mirrored one: those that run the whole command. */
const wider: readonly (readonly [source: RegExp, tests: readonly string[]])[] = [
  [
    /^cli\/terraform\/(remote-text|cloud|plan|run-record)/,
    ["cli/commands/diff", "cli/commands/deploy", "cli/terraform/terraform-cloud"],
  ],
  [
    /^cli\/terraform\//,
    ["cli/commands/deploy", "cli/commands/diff", "cli/commands/remove", "cli/ui/interrupt"],
  ],
  [/^cli\/(project|processes|ui|main|errors)/, ["cli/main", "cli/commands", "cli/project", "cli/ui"]],
  [/^cli\/commands\//, ["cli/main"]],
  [/^cli\/local\//, ["cli/commands/local", "cli/local"]],
  [/^local\//, ["local/"]],
];

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

/** Groups of tests, the nearest first. */
function testsOf(file: string): readonly (readonly string[])[] {
  const source = relative(join(root, "lib"), file);
  const mirrored = join("test", source.replace(/\.ts$/, ".test.ts"));
  const others = wider.find(([pattern]) => pattern.test(source))?.[1] ?? [];
  const own = existsSync(join(root, mirrored)) ? [mirrored] : [];
  return [own, folderOf(mirrored), ...(values.near ? [] : [others.map((each) => join("test", each))])];
}

/** The nearest folder with tests above a file, but not one of a whole part of the library. */
function folderOf(test: string): readonly string[] {
  for (let folder = dirname(test); folder.split("/").length > 2; folder = dirname(folder)) {
    if (existsSync(join(root, folder))) return [`${folder}/`];
  }
  return [];
}

/** The first test that fails with the change. */
function noticedBy({ file, mutation }: Sample): string | undefined {
  const original = readFileSync(file);
  const changed = Buffer.concat([
    original.subarray(0, mutation.start),
    Buffer.from(mutation.replacement),
    original.subarray(mutation.end),
  ]);
  writeFileSync(file, changed);
  try {
    for (const tests of testsOf(file)) {
      const test = failing(tests);
      if (test !== undefined) return test;
    }
    return undefined;
  } finally {
    writeFileSync(file, original);
  }
}

/** The first test that fails. */
function failing(tests: readonly string[]): string | undefined {
  if (tests.length === 0) return undefined;
  const run = spawnSync("npx", ["jest", ...tests, "--bail", "--forceExit", "-w", "1"], {
    cwd: root,
    stdio: ["ignore", "ignore", "pipe"],
    encoding: "utf8",
    timeout: Number(values.timeout) * 1000,
    killSignal: "SIGKILL",
  });
  if (run.status === 0) return undefined;
  return /^ +● (.*)$/m.exec(run.stderr)?.[1] ?? "the tests do not start or end";
}

const all = sources(join(root, values.folder)).flatMap((file) =>
  mutationsOf(readFileSync(file, "utf8")).map((mutation) => ({ file, mutation })),
);
const samples = sample(all, Number(values.count), Number(values.seed));
console.log(`${samples.length} of ${all.length} mutations in ${values.folder}, seed ${values.seed}`);
let noticed = 0;
for (const each of samples) {
  const { file, mutation } = each;
  const test = noticedBy(each);
  if (test !== undefined) noticed += 1;
  const place = `${relative(root, file)}:${mutation.line}`;
  const change = `${oneLine(mutation.original)}  =>  ${oneLine(mutation.replacement)}`;
  console.log(
    test === undefined ? `SURVIVED ${place}  ${change}` : `noticed  ${place}  ${change}  by: ${test}`,
  );
}
console.log(`${noticed} of ${samples.length} noticed`);

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > 100 ? `${line.slice(0, 97)}...` : line;
}
