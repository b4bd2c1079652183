import { execFile } from "node:child_process";
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { watchConsole } from "./console";
import { columns, median, print, printGoal, printTarget } from "./figures";
import { bareHttp, serverlessOffline } from "./local-others";
import { MeasuredServer, type ServerCommand } from "./local-server";
import { compilePrograms, writeProject } from "./project";

const commandLine = resolve(__dirname, "../../dist/cli/main.js");
const connections = 10;
/** A server records more of a short load than of a long one: it takes the first requests after a quiet time. */
const load = { connections, warmUpMs: 200, durationMs: Number(process.env.BENCH_LOAD_MS ?? 1000) };
/** Short and many, so that a ratio compares what ran at about the same time. */
const loadRoundsPerRound = 4;
/** The first calls include compilation. */
const warmUpRounds = 4;
/** How often a saved edit is measured in one round. */
const edits = 5;

const hello = (message: string): string => `export const handler = async () => ({
  statusCode: 200,
  body: JSON.stringify({ message: "${message}" }),
});
`;

interface LoadFigures {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

/** With the processor time of the server and its processes, in microseconds for each request. */
interface ServerFigures extends LoadFigures {
  readonly cpuUs: number;
}

interface StartFigures {
  /** From the last file that synthesis has written. */
  readonly readyMs: number;
  readonly serverMegabytes: number;
  readonly otherMegabytes: number;
  readonly processes: number;
  readonly bundled: number;
}

/** Measures `serverform local` beside a bare server and `serverless-offline`. */
export async function benchLocal(
  base: string,
  { rounds, functions, environment }: LocalBenchOptions,
): Promise<void> {
  const folder = join(base, "app");
  writeProject(folder, functions - 1);
  writeFileSync(join(folder, "functions/hello.ts"), hello("hello"));
  writeFileSync(join(folder, "cdktf.json"), '{ "language": "typescript", "app": "node local-app.js" }\n');
  compilePrograms(folder, ["local-app", "bare-http", "load"]);
  const own = (log: string): ServerCommand => ({
    args: [commandLine, "local", "--port", "0"],
    cwd: folder,
    log: join(base, log),
    environment: {
      ...environment,
      BENCH_APIS: "1",
      BENCH_ROUTES_PER_API: String(functions),
    },
    ready: /^Ready\./m,
  });
  await benchStart(folder, own("start.log"), rounds, functions);
  await benchLoad(base, folder, own("load.log"), { rounds, functions, environment });
}

export interface LocalBenchOptions {
  readonly rounds: number;
  readonly functions: number;
  /** The environment of every server. */
  readonly environment: NodeJS.ProcessEnv;
}

async function benchStart(
  folder: string,
  command: ServerCommand,
  rounds: number,
  functions: number,
): Promise<void> {
  print(`\nserverform local with ${functions} functions, ${rounds} runs`);
  const starts: StartFigures[] = [];
  const firstMs: number[] = [];
  const editMs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    // As at the very first start: nothing has been bundled.
    rmSync(join(folder, ".serverform"), { recursive: true, force: true });
    const server = await MeasuredServer.start(command);
    try {
      starts.push(await startFigures(server, folder));
      firstMs.push(await firstRequest(server));
      editMs.push(...(await editFigures(server, folder)));
    } finally {
      await server.stop();
    }
  }
  const of = (key: keyof StartFigures): number => median(starts.map((each) => each[key]));
  const most = (key: keyof StartFigures): number => Math.max(...starts.map((each) => each[key]));
  printTarget("ready after synthesis", of("readyMs"), 2000, " ms", 0);
  printTarget("functions bundled until then, at most", most("bundled"), 0, "", 0);
  printTarget("idle memory of the server", of("serverMegabytes"), 150, " MB", 0);
  print(
    `  beside it: ${of("processes") - 1} processes with ${of("otherMegabytes").toFixed(0)} MB, the prewarmed process among them`,
  );
  printTarget("first request of a function", median(firstMs), 100, " ms", 0);
  printTarget(`a saved edit is live, median of ${editMs.length}`, median(editMs), 20, " ms", 0);
  print(`  the slowest of them: ${Math.max(...editMs).toFixed(0)} ms`);
}

async function startFigures(server: MeasuredServer, folder: string): Promise<StartFigures> {
  const local = join(folder, ".serverform/local");
  const written = [join(local, "bundles.json"), join(local, "out/manifest.json")];
  const synthesizedAt = Math.max(...written.map((file) => statSync(file).mtimeMs));
  // The prewarmed process has started, and nothing is left to do.
  await delay(1000);
  const [own, ...others] = server.processes;
  return {
    readyMs: server.readyAt - synthesizedAt,
    serverMegabytes: own?.megabytes ?? Number.NaN,
    otherMegabytes: others.reduce((sum, { megabytes }) => sum + megabytes, 0),
    processes: others.length + 1,
    bundled: foldersBelow(join(local, "code")).flatMap((stack) => foldersBelow(stack)).length,
  };
}

function foldersBelow(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((each) =>
    each.isDirectory() ? join(folder, each.name) : [],
  );
}

/** Bundles the function, and starts it in the prewarmed process. */
async function firstRequest(server: MeasuredServer): Promise<number> {
  const sentAt = performance.now();
  await (await fetch(`${server.url}hello`)).json();
  return performance.now() - sentAt;
}

/** From writing the file until the first answer of the new code. */
async function editFigures(server: MeasuredServer, folder: string): Promise<readonly number[]> {
  const url = `${server.url}hello`;
  const message = async (): Promise<string> =>
    ((await (await fetch(url)).json()) as { message: string }).message;
  // A developer who edits has seen a response some time before.
  await delay(500);
  const figures: number[] = [];
  for (let edit = 0; edit < edits; edit++) {
    const wanted = `edit ${edit}`;
    writeFileSync(join(folder, "functions/hello.ts"), hello(wanted));
    const savedAt = performance.now();
    while ((await message()) !== wanted) await delay(1);
    figures.push(performance.now() - savedAt);
    await delay(300);
  }
  return figures;
}

async function benchLoad(
  base: string,
  folder: string,
  own: ServerCommand,
  { rounds, functions, environment }: LocalBenchOptions,
): Promise<void> {
  const offline = serverlessOffline(join(base, "offline"), functions);
  if (offline === undefined) print("\nserverless-offline cannot be installed here, so it is left out.");
  const others = [
    ["node http alone", bareHttp(folder)] as const,
    ...(offline ? [["serverless-offline", offline] as const] : []),
  ];
  const started: Measured[] = [];
  const watching = new AbortController();
  const start = async (label: string, command: ServerCommand): Promise<void> => {
    const server = await MeasuredServer.start(command);
    started.push({ label, server, url: `${server.url}hello`, figures: [] });
  };
  try {
    await start("serverform local", own);
    const log = join(base, "load-console.log");
    await start(withoutHistory, {
      ...own,
      args: [...own.args, "--history", "0"],
      log: join(base, "load-off.log"),
    });
    await start(withConsole, { ...own, args: [...own.args, "--console"], log });
    await watchConsole(log, watching.signal);
    for (const [label, { url, ...other }] of others) {
      const command = { ...other, environment, log: join(base, `${label.replaceAll(" ", "-")}.log`) };
      const server = await MeasuredServer.start(command);
      started.push({ label, server, url: url ?? server.url, figures: [] });
    }
    print(
      `\none function through an HTTP API, ${connections} connections, ${rounds * loadRoundsPerRound} runs each of ${load.durationMs} ms`,
    );
    for (let round = -warmUpRounds; round < rounds * loadRoundsPerRound; round++) {
      for (const { server, url, figures } of started) {
        const measured = await measureLoad(folder, server, url);
        if (round >= 0) figures.push(measured);
      }
    }
    printLoad(started);
  } finally {
    watching.abort();
    for (const { server } of started) await server.stop();
  }
}

const withoutHistory = "  without a history";
const withConsole = "  with an open console";

interface Measured {
  readonly label: string;
  readonly server: MeasuredServer;
  readonly url: string;
  readonly figures: ServerFigures[];
}

async function measureLoad(folder: string, server: MeasuredServer, url: string): Promise<ServerFigures> {
  const args = [join(folder, "load.js"), JSON.stringify({ url, ...load })];
  const before = server.cpuMs;
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const figures = JSON.parse(stdout) as LoadFigures;
  // The server also answers while the clients warm up.
  const answered = (figures.perSecond * (load.warmUpMs + load.durationMs)) / 1000;
  return { ...figures, cpuUs: (1000 * (server.cpuMs - before)) / answered };
}

function printLoad(all: readonly Measured[]): void {
  const [own] = all;
  if (own === undefined) return;
  /** Both of a round were run under about the same load. */
  const ratio = ({ figures }: Measured): number =>
    median(own.figures.map(({ perSecond }, round) => perSecond / (figures[round]?.perSecond ?? Number.NaN)));
  print(`  ${"".padEnd(24)}${columns("req/s", "ours", "CPU/req", "p50", "p99", "memory")}`);
  for (const each of all) {
    const of = (key: keyof ServerFigures): number => median(each.figures.map((figure) => figure[key]));
    const memory = each.server.processes.reduce((sum, { megabytes }) => sum + megabytes, 0);
    const cells = columns(
      of("perSecond").toFixed(0),
      `${ratio(each).toFixed(2)} x`,
      `${of("cpuUs").toFixed(0)} us`,
      `${of("p50").toFixed(2)} ms`,
      `${of("p99").toFixed(2)} ms`,
      `${memory.toFixed(0)} MB`,
    );
    print(`  ${each.label.padEnd(24)}${cells}`);
  }
  const offline = all.find(({ label }) => label === "serverless-offline");
  if (offline !== undefined) printGoal("serverform local / serverless-offline", ratio(offline), 5, " x");
  const bare = all.find(({ label }) => label === "node http alone");
  if (bare !== undefined) printGoal("serverform local / node http alone", ratio(bare), 0.2, " x");
  const off = all.find(({ label }) => label === withoutHistory);
  if (off !== undefined) {
    printGoal("serverform local / without a history", ratio(off), 0.99, " x", 3);
    const more = own.figures.map(({ cpuUs }, round) => cpuUs / (off.figures[round]?.cpuUs ?? Number.NaN));
    printTarget("its processor time for a request / without a history", median(more), 1.01, " x", 3);
  }
  const open = all.find(({ label }) => label === withConsole);
  if (open !== undefined) {
    const more = open.figures.map(({ p99 }, round) => p99 - (own.figures[round]?.p99 ?? Number.NaN));
    printTarget("p99 with an open console, more by", median(more), 2, " ms");
  }
  printTarget("p99 of serverform local", median(own.figures.map(({ p99 }) => p99)), 4, " ms");
}
