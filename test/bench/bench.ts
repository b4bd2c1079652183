/*
 * Measures the library beside the same application written by hand with CDKTF, and beside esbuild alone; and its local
 * server beside a bare one and `serverless-offline`.
 *
 *     npm run bench                   rounds: BENCH_ROUNDS=5, sizes: BENCH_SIZES=10,100,400 of Api, BENCH_REST_SIZES=100 of
 *                                     RestV1Api, BENCH_LARGE_SIZES=400,1000 of the library alone, BENCH_LOCAL_SIZES=100 of the
 *                                     local server, with loads of BENCH_LOAD_MS=1000; one is left out by an empty list, or by
 *                                     an empty BENCH_LIVE (serverform start), BENCH_DATABASES, BENCH_GRAPHQL, BENCH_SITES, BENCH_STREAMS,
 *                                     BENCH_TRANSACTIONS, BENCH_DEPLOY, BENCH_TYPES, BENCH_INIT, BENCH_TESTING and
 *                                     BENCH_SIGN_INS
 *
 * Each figure is that of a whole process: Node starts, loads, builds the tree, bundles, writes. Handlers are heavy, with a
 * large package that esbuild needs most of the time for, or light, as those of most applications. The variants take turns,
 * so that a busy machine is as slow for one as for the others. Figures are medians; ratios are medians of the ratios of
 * each round. Targets are printed beside them, and one that is missed does not fail; variants that are not the same
 * application do.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { countBlocks, readInventory, requireSame } from "./compare";
import { benchDatabases, benchNoDatabase } from "./databases";
import { columns, median, print, printTarget } from "./figures";
import { benchGraphql } from "./graphql";
import { benchInit } from "./init";
import { benchLive } from "./live";
import { benchLocal } from "./local";
import { benchDecidedCalls, benchDecisions, benchPermittedRoutes } from "./permissions";
import { compilePrograms, editHandler, type Workload, writeProject } from "./project";
import { printShares } from "./shares";
import { benchSignIns } from "./sign-ins";
import { benchSiteBridge } from "./site-bridge";
import { benchSiteFiles } from "./site-files";
import { benchStreams } from "./streams";
import { benchTesting } from "./testing";
import { benchTransactions } from "./transactions";
import { benchTypes } from "./types";
import { benchUnchangedDeploy } from "./unchanged-deploy";

interface Variant {
  readonly label: string;
  readonly program: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Whether the output and the bundles of the previous run exist, from unchanged sources. */
  readonly isAgain?: boolean;
  /** Whether one of the handlers has been edited since then. */
  readonly isEdited?: boolean;
}

/** One construct, and the same by hand. */
interface Gateway {
  readonly construct: string;
  readonly library: Variant;
  readonly byHand: Variant;
  readonly byHandWithoutTraces: Variant;
  readonly sizes: readonly number[];
  /** More routes are several APIs. */
  readonly routesPerApiLimit: number;
  /** The number of blocks that a route may add to the Terraform configuration. */
  readonly blocksPerRouteLimit: number;
}

const withoutTraces: Omit<Variant, "program"> = {
  label: "CDKTF by hand, no creation traces",
  environment: { BENCH_STACK_TRACES: "off" },
};
const gateways: readonly Gateway[] = [
  {
    construct: "Api",
    library: { label: "serverform", program: "library" },
    byHand: { label: "CDKTF by hand", program: "by-hand" },
    byHandWithoutTraces: { ...withoutTraces, program: "by-hand" },
    sizes: sizesIn(process.env.BENCH_SIZES ?? "10,100,400"),
    routesPerApiLimit: 200,
    blocksPerRouteLimit: 8,
  },
  {
    construct: "RestV1Api",
    library: { label: "serverform", program: "rest-library" },
    byHand: { label: "CDKTF by hand", program: "rest-by-hand" },
    byHandWithoutTraces: { ...withoutTraces, program: "rest-by-hand" },
    sizes: sizesIn(process.env.BENCH_REST_SIZES ?? "100"),
    // Each path has two parts, and an API takes 300 of them.
    routesPerApiLimit: 100,
    // A function with its code, role, policy and logs; two parts of a path, each with a preflight method of four blocks;
    // method, integration, and two permissions.
    blocksPerRouteLimit: 19,
  },
];
/** Both without handlers to bundle: the work of the programs themselves. */
const withoutBundling = (variant: Variant): Variant => ({
  ...variant,
  label: `${variant.label}, no bundling`,
  environment: { SERVERFORM_SKIP_BUNDLING: "true", BENCH_BUNDLING: "off" },
});
const again = (variant: Variant): Variant => ({
  ...variant,
  label: `${variant.label}, again`,
  isAgain: true,
});
const edited = (variant: Variant): Variant => ({
  ...variant,
  label: `${variant.label}, one handler edited`,
  isAgain: true,
  isEdited: true,
});
const esbuildAlone: Variant = { label: "esbuild alone", program: "esbuild-alone" };
const loadLibrary: Variant = { label: "load serverform", program: "load-library" };
const loadCdktf: Variant = { label: "load cdktf", program: "load-cdktf" };

interface Sample {
  readonly milliseconds: number;
  /** The time of the Node process alone: steadier than wall time, and without esbuild. */
  readonly cpuMilliseconds: number;
  readonly peakMegabytes: number;
  readonly modules: number;
}

const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const loadRounds = rounds * 4;

function sizesIn(list: string): readonly number[] {
  return list.split(",").filter(Boolean).map(Number);
}

function run(subject: Subject): Sample {
  const { folder, variant } = subject;
  if (variant.isAgain !== true) removeOutput(subject);
  if (variant.isEdited === true) editHandler(folder);
  const started = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, [`${variant.program}.js`], {
    cwd: folder,
    encoding: "utf8",
    // The bench does not need the library's notices.
    stdio: ["ignore", "pipe", "pipe"],
    env: environmentOf(subject),
  });
  const milliseconds = performance.now() - started;
  if (status !== 0) throw new Error(`${variant.program} ended with ${status}:\n${stderr}`);
  const figures = JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as Omit<Sample, "milliseconds">;
  return { milliseconds, ...figures };
}

const outdirOf = ({ folder, variant }: Subject): string => join(folder, `out-${variant.program}`);

function removeOutput(subject: Subject): void {
  for (const left of [outdirOf(subject), join(subject.folder, ".serverform")]) {
    rmSync(left, { recursive: true, force: true });
  }
}

function environmentOf(subject: Subject): NodeJS.ProcessEnv {
  const { variant, routes, apis } = subject;
  return {
    ...withoutSettings(process.env),
    BENCH_OUTDIR: outdirOf(subject),
    BENCH_APIS: String(apis),
    BENCH_ROUTES_PER_API: String(routes / apis),
    ...variant.environment,
  };
}

/** Removes variables that would change the measured programs: loaders, and settings of CDKTF and the library. */
function withoutSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => !/^(NODE_OPTIONS$|DEBUG$|CDKTF_|SERVERFORM_)/.test(name)),
  );
}

/** A measured program: a variant of an application of some size, in its folder. */
interface Subject {
  readonly variant: Variant;
  readonly folder: string;
  readonly routes: number;
  readonly apis: number;
}

/** Several runs of each subject, alternately. */
function measure(subjects: readonly Subject[], times: number): ReadonlyMap<Subject, readonly Sample[]> {
  const samples = new Map(subjects.map((subject) => [subject, [] as Sample[]]));
  // The first run of each only fills the caches of the disk.
  for (let round = -1; round < times; round++) {
    for (const [subject, all] of samples) {
      const sample = run(subject);
      if (round >= 0) all.push(sample);
    }
  }
  return samples;
}

/** The median over all rounds: both of a round were run under about the same load. */
function compare(
  first: readonly Sample[],
  second: readonly Sample[],
  by: (first: number, second: number) => number,
  key: "milliseconds" | "cpuMilliseconds" = "milliseconds",
): number {
  return median(first.map((each, round) => by(each[key], second[round]?.[key] ?? Number.NaN)));
}

const ratio = (first: number, second: number): number => first / second;
const difference = (first: number, second: number): number => first - second;

function medians(samples: readonly Sample[]): Sample {
  const of = (key: keyof Sample) => median(samples.map((each) => each[key]));
  return {
    milliseconds: of("milliseconds"),
    cpuMilliseconds: of("cpuMilliseconds"),
    peakMegabytes: of("peakMegabytes"),
    modules: of("modules"),
  };
}

function printTable(figures: readonly (readonly [Variant, readonly Sample[]])[], compared: Variant): void {
  const base = figures.find(([variant]) => variant === compared)?.[1] ?? [];
  print(`  ${"".padEnd(34)}${columns("time", "ratio", "CPU", "peak", "modules")}`);
  for (const [variant, samples] of figures) {
    const each = medians(samples);
    const cells = columns(
      `${each.milliseconds.toFixed(0)} ms`,
      `${compare(samples, base, ratio).toFixed(2)} x`,
      `${each.cpuMilliseconds.toFixed(0)} ms`,
      `${each.peakMegabytes.toFixed(0)} MB`,
      each.modules.toFixed(0),
    );
    print(`  ${variant.label.padEnd(34)}${cells}`);
  }
}

const workloads = ["heavy", "light"] as const satisfies readonly Workload[];

/** Applications of one construct and one workload, each in its folder. */
interface Measured {
  readonly gateway: Gateway;
  readonly workload: Workload;
  readonly samples: ReadonlyMap<Subject, readonly Sample[]>;
}

function benchGateway(base: string, gateway: Gateway, workload: Workload): void {
  const { construct, library, byHand, byHandWithoutTraces, sizes } = gateway;
  const subjects = sizes.flatMap((routes) => {
    const folder = join(base, `${construct}-${workload}-${routes}`);
    writeProject(folder, routes, workload);
    // The second synthesis finds what the first one left.
    const variants = [
      library,
      again(library),
      edited(library),
      byHand,
      byHandWithoutTraces,
      esbuildAlone,
      withoutBundling(library),
      withoutBundling(byHand),
    ];
    compilePrograms(folder, [...new Set(variants.map(({ program }) => program))]);
    const apis = Math.ceil(routes / gateway.routesPerApiLimit);
    return variants.map((variant): Subject => ({ variant, folder, routes, apis }));
  });
  const measured = { gateway, workload, samples: measure(subjects, rounds) };
  for (const routes of sizes) printSize(measured, routes);
  if (!sizes.includes(100) || !sizes.includes(400)) return;
  print("");
  const growth = compare(samplesOf(measured, 400, library), samplesOf(measured, 100, library), ratio);
  printTarget("400 routes / 100 routes", growth, 4, " x");
}

function samplesOf({ samples }: Measured, routes: number, { label }: Variant): readonly Sample[] {
  const found = [...samples].find(
    ([{ routes: size, variant }]) => size === routes && variant.label === label,
  );
  return found?.[1] ?? [];
}

function printSize(measured: Measured, routes: number): void {
  const { gateway, workload, samples } = measured;
  const { construct, library, byHand, byHandWithoutTraces } = gateway;
  const figures = [...samples].filter(([subject]) => subject.routes === routes);
  const [subject] = figures.map(([each]) => each);
  if (subject === undefined) return;
  const { folder, apis } = subject;
  print(`\n${routes} routes in ${apis} ${construct}(s), ${workload} handlers, ${rounds} runs each`);
  printTable(
    figures.map(([{ variant }, all]) => [variant, all]),
    byHand,
  );
  // The last runs have bundled nothing.
  for (const variant of [library, byHand]) run({ ...subject, variant });
  const inventory = readInventory(join(folder, `out-${library.program}`));
  requireSame(inventory, readInventory(join(folder, `out-${byHand.program}`)));
  const of = (variant: Variant) => samplesOf(measured, routes, variant);
  const hand = of(byHand);
  const toHand = (variant: Variant) => compare(of(variant), hand, ratio);
  printTarget("serverform / by hand", toHand(library), 0.9, " x");
  printTarget("second synthesis / by hand", toHand(again(library)), routes < 400 ? 0.5 : 0.3, " x");
  printTarget("one handler edited / by hand", toHand(edited(library)), routes < 400 ? 0.5 : 0.35, " x");
  const [own, other] = [of(withoutBundling(library)), of(withoutBundling(byHand))];
  printTarget("without bundling, CPU time", compare(own, other, ratio, "cpuMilliseconds"), 1, " x");
  const bare = compare(of(library), of(byHandWithoutTraces), ratio);
  print(`  serverform / by hand without traces: ${bare.toFixed(2)} x`);
  const profiled = { ...subject, variant: library };
  removeOutput(profiled);
  printShares("first synthesis", folder, library.program, environmentOf(profiled));
  printShares("second synthesis", folder, library.program, environmentOf(profiled));
  const perRoute = blocksPerRoute(inventory, routes);
  printTarget("blocks per route, data sources included", perRoute, gateway.blocksPerRouteLimit, "");
}

/** The library alone, since the same by hand would take a minute for each round. */
function benchLarge(base: string): void {
  const sizes = sizesIn(process.env.BENCH_LARGE_SIZES ?? "400,1000");
  const [gateway] = gateways;
  if (sizes.length === 0 || gateway === undefined) return;
  const { library } = gateway;
  const subjects = sizes.map((routes): Subject => {
    const folder = join(base, `large-${routes}`);
    writeProject(folder, routes);
    compilePrograms(folder, [library.program]);
    // An HTTP API takes 300 routes, so that 1,000 need four.
    return { variant: library, folder, routes, apis: Math.ceil(routes / 250) };
  });
  const samples = [...measure(subjects, rounds)];
  for (const [{ routes, apis, variant }, all] of samples) {
    print(`\n${routes} routes in ${apis} Api(s), ${rounds} runs`);
    printTable([[variant, all]], variant);
    if (routes === 1000) printTarget("peak memory", medians(all).peakMegabytes, 300, " MB", 0);
  }
  const of = (routes: number) => samples.find(([subject]) => subject.routes === routes)?.[1];
  const [some, many] = [of(400), of(1000)];
  if (some === undefined || many === undefined) return;
  printTarget("1,000 routes / 400 routes", compare(many, some, ratio), 3, " x");
  // On a busy machine, the longer run waits longer for a core.
  const cpu = median(
    many.map((each, round) => each.cpuMilliseconds / (some[round]?.cpuMilliseconds ?? Number.NaN)),
  );
  printTarget("1,000 routes / 400 routes, in CPU time", cpu, 3, " x");
}

function benchLoading(base: string): void {
  const folder = join(base, "load");
  writeProject(folder, 0);
  compilePrograms(folder, ["load-library", "load-cdktf"]);
  print(`\nloading, ${loadRounds} runs each`);
  const subjects = [loadLibrary, loadCdktf].map(
    (variant): Subject => ({ variant, folder, routes: 1, apis: 1 }),
  );
  const figures = [...measure(subjects, loadRounds)].map(([{ variant }, all]) => [variant, all] as const);
  printTable(figures, loadCdktf);
  const [own = [], other = []] = figures.map(([, all]) => all);
  printTarget("loading above cdktf alone", compare(own, other, difference), 60, " ms", 0);
}

/** The blocks that grow with the routes; a table and a few blocks per API do not. */
function blocksPerRoute(inventory: ReturnType<typeof readInventory>, routes: number): number {
  const growing = new Map([...inventory.counts].filter(([, count]) => count >= routes));
  const fixed = [...growing.values()].reduce((sum, count) => sum + (count % routes), 0);
  return (countBlocks({ ...inventory, counts: growing }) - fixed) / routes;
}

async function main(): Promise<void> {
  const base = mkdtempSync(join(tmpdir(), "serverform-bench-"));
  try {
    for (const gateway of gateways) {
      for (const workload of workloads) benchGateway(base, gateway, workload);
    }
    benchLarge(base);
    benchLoading(base);
    benchDecisions();
    await benchDecidedCalls(rounds);
    await benchPermittedRoutes(rounds);
    if (process.env.BENCH_SIGN_INS !== "") await benchSignIns(rounds);
    for (const functions of sizesIn(process.env.BENCH_LOCAL_SIZES ?? "100")) {
      await benchLocal(join(base, `local-${functions}`), {
        rounds,
        functions,
        environment: withoutSettings(process.env),
      });
    }
    if (process.env.BENCH_DEPLOY !== "") benchUnchangedDeploy(base, rounds, withoutSettings(process.env));
    if (process.env.BENCH_TYPES !== "") benchTypes(base, rounds);
    if (process.env.BENCH_INIT !== "") await benchInit(base, rounds, withoutSettings(process.env));
    if (process.env.BENCH_TESTING !== "") await benchTesting(base, rounds, withoutSettings(process.env));
    if (process.env.BENCH_TRANSACTIONS !== "") await benchTransactions(rounds);
    if (process.env.BENCH_STREAMS !== "") await benchStreams(base, rounds, withoutSettings(process.env));
    if (process.env.BENCH_SITES !== "") {
      benchSiteFiles(rounds);
      benchSiteBridge(rounds);
    }
    if (process.env.BENCH_DATABASES !== "") {
      benchNoDatabase(rounds);
      await benchDatabases(rounds);
    }
    if (process.env.BENCH_GRAPHQL !== "") await benchGraphql(rounds);
    if (process.env.BENCH_LIVE !== "") await benchLive(rounds);
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

void main();
