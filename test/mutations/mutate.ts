import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { type Mutation, mutationsOf } from "./candidates";

/**
 * Changes one expression of a folder of `lib` at a time, and reports the changes that no test notices.
 *
 *     npm run mutations -- --folder lib/cli --count 30 --seed 1
 *
 * Not Stryker: many tests run the command line as a separate process, which its instrumentation does not see.
 */

const { values } = parseArgs({
  options: {
    folder: { type: "string", default: "lib/cli" },
    count: { type: "string", default: "30" },
    seed: { type: "string", default: "1" },
    timeout: { type: "string", default: "900" },
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

function testsOf(file: string): readonly string[] {
  const source = relative(join(root, "lib"), file);
  const mirrored = join("test", source.replace(/\.ts$/, ".test.ts"));
  const others = wider.find(([pattern]) => pattern.test(source))?.[1] ?? [];
  const own = existsSync(join(root, mirrored)) ? [mirrored] : [];
  return [...own, ...others.map((each) => join("test", each))];
}

/** Whether a test fails with the change. The quick test of the file itself runs first. */
function isNoticed({ file, mutation }: Sample): boolean {
  const original = readFileSync(file);
  const changed = Buffer.concat([
    original.subarray(0, mutation.start),
    Buffer.from(mutation.replacement),
    original.subarray(mutation.end),
  ]);
  writeFileSync(file, changed);
  try {
    const [own, ...others] = testsOf(file);
    return [own === undefined ? [] : [own], others].some((tests) => tests.length > 0 && fails(tests));
  } finally {
    writeFileSync(file, original);
  }
}

function fails(tests: readonly string[]): boolean {
  const run = spawnSync("npx", ["jest", ...tests, "--bail", "--forceExit", "-w", "1"], {
    cwd: root,
    stdio: "ignore",
    timeout: Number(values.timeout) * 1000,
    killSignal: "SIGKILL",
  });
  return run.status !== 0;
}

const all = sources(join(root, values.folder)).flatMap((file) =>
  mutationsOf(readFileSync(file, "utf8")).map((mutation) => ({ file, mutation })),
);
const samples = sample(all, Number(values.count), Number(values.seed));
console.log(`${samples.length} of ${all.length} mutations in ${values.folder}, seed ${values.seed}`);
let noticed = 0;
for (const each of samples) {
  const { file, mutation } = each;
  const wasNoticed = isNoticed(each);
  if (wasNoticed) noticed += 1;
  const place = `${relative(root, file)}:${mutation.line}`;
  console.log(
    `${wasNoticed ? "noticed " : "SURVIVED"} ${place}  ${oneLine(mutation.original)}  =>  ${oneLine(mutation.replacement)}`,
  );
}
console.log(`${noticed} of ${samples.length} noticed`);

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > 100 ? `${line.slice(0, 97)}...` : line;
}
