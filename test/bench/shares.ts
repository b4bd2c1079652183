import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { print } from "./figures";

/** The functions of the library in which each share of a synthesis is spent. The innermost one counts. */
const ofLibrary: readonly (readonly [share: string, names: readonly string[]])[] = [
  ["esbuild, with the wait for it", ["runBuilds"]],
  ["cache", ["bundleArtifacts", "bundleApp"]],
  ["checks", ["checkCreated", "checkUniqueNames", "checkFunctionPolicies", "checkStackElements", "checkIds"]],
  ["resolving", ["prepareStack", "toTerraform", "resolveContent", "writeMetadata"]],
  ["writing", ["writeStacks", "publish", "writePlaceholders", "createStaging"]],
  ["finishing", ["finishApp", "synthesize"]],
];

/** The same for the functions of Node. */
const ofNode: typeof ofLibrary = [
  ["garbage collector", ["(garbage collector)"]],
  ["loading", ["Module._load", "require", "load", "compileFunction"]],
];

const shareOfFunction = new Map(
  [...ofLibrary, ...ofNode].flatMap(([share, names]) => names.map((name) => [name, share] as const)),
);

/** The functions that the sources do not have: their time would be counted elsewhere. */
export function missingFunctions(sources: string): readonly string[] {
  const files = readdirSync(sources, { recursive: true, encoding: "utf8" }).filter((file) =>
    /^(kit|bundle)\b.*\.ts$/.test(file),
  );
  const code = files.map((file) => readFileSync(join(sources, file), "utf8")).join("\n");
  return ofLibrary.flatMap(([, names]) => names.filter((name) => !code.includes(` ${name}(`)));
}

/** The time of a program that is spent on none of these: the constructs are declared. */
const rest = "construction";

/** Everything outside of the program. */
const node = "node";

interface CallFrame {
  readonly functionName: string;
  readonly url: string;
}

interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: CallFrame;
    readonly children?: number[];
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** Profiles one run of a program that uses the library, and prints where its time goes. */
export function printShares(
  what: string,
  folder: string,
  program: string,
  environment: NodeJS.ProcessEnv,
): void {
  const output = mkdtempSync(join(tmpdir(), "serverform-profile-"));
  try {
    const flags = ["--cpu-prof", "--cpu-prof-interval", "500", "--cpu-prof-dir", output];
    const started = performance.now();
    const { status, stderr } = spawnSync(process.execPath, [...flags, `${program}.js`], {
      cwd: folder,
      env: environment,
      encoding: "utf8",
    });
    const milliseconds = performance.now() - started;
    if (status !== 0) throw new Error(`${program} ended with ${status}:\n${stderr}`);
    const [file = ""] = readdirSync(output);
    const shares = sharesOf(JSON.parse(readFileSync(join(output, file), "utf8")) as Profile);
    const named = [...shares].filter(([share]) => share !== node);
    // Node starts before the profile, and ends after it.
    const others = milliseconds - named.reduce((sum, [, each]) => sum + each, 0);
    const texts = [[node, others] as const, ...named].map(
      ([share, each]) => `${share} ${((100 * each) / milliseconds).toFixed(0)} %`,
    );
    print(`  shares of a ${what} under the profiler (${milliseconds.toFixed(0)} ms): ${texts.join(", ")}`);
  } finally {
    rmSync(output, { recursive: true, force: true });
  }
}

/** Milliseconds by share. */
export function sharesOf({ nodes, samples, timeDeltas }: Profile): ReadonlyMap<string, number> {
  const parents = new Map(
    nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)),
  );
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const known = new Map<number, string>();
  const shareOf = (id: number): string => {
    const before = known.get(id);
    if (before !== undefined) return before;
    const parent = parents.get(id);
    const { functionName = "" } = frames.get(id) ?? {};
    const own = shareOfFunction.get(functionName);
    const share = own ?? (parent === undefined ? node : shareOf(parent));
    const isProgram =
      functionName === "" && /\/(rest-)?(library|by-hand)\.js$/.test(frames.get(id)?.url ?? "");
    const found = isProgram ? rest : share;
    known.set(id, found);
    return found;
  };
  const shares = new Map([...shareOfFunction.values(), rest].map((share) => [share, 0]));
  samples.forEach((id, index) => {
    const share = shareOf(id);
    shares.set(share, (shares.get(share) ?? 0) + (timeDeltas[index] ?? 0) / 1000);
  });
  return shares;
}
