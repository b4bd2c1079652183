import { mkdirSync, writeFileSync } from "node:fs";
import { Agent, get, type IncomingMessage } from "node:http";
import { join, resolve } from "node:path";
import { columns, median, print, printTarget } from "./figures";
import { MeasuredServer } from "./local-server";
import { compilePrograms, writeProject } from "./project";

const commandLine = resolve(__dirname, "../../dist/cli/main.js");
const answersPerRound = 100;
const largeBytes = 100_000_000;
const warmUpBytes = 10_000_000;

/** Each piece is the time at which it was written. Processes of a machine share this clock. */
const words = `import { setTimeout as delay } from "node:timers/promises";

export const handler = awslambda.streamifyResponse(async (_event, stream) => {
  const response = awslambda.HttpResponseStream.from(stream, { statusCode: 200, headers: {} });
  for (let piece = 0; piece < 3; piece++) {
    response.write(process.hrtime.bigint() + "\\n");
    await delay(5);
  }
  response.end();
});
`;
const large = `import { once } from "node:events";

const piece = Buffer.alloc(65_536, "x");

export const handler = awslambda.streamifyResponse(async (event, stream) => {
  const response = awslambda.HttpResponseStream.from(stream, { statusCode: 200, headers: {} });
  const bytes = Number(event.pathParameters.bytes);
  for (let sent = 0; sent < bytes; sent += piece.length) {
    if (!response.write(piece)) await once(response, "drain");
  }
  response.end();
});
`;

/** Measures streamed responses of `serverform local`: how late each piece arrives, and what a large response needs. */
export async function benchStreams(
  base: string,
  rounds: number,
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  const folder = join(base, "streams");
  writeProject(folder, 0);
  mkdirSync(join(folder, "functions"), { recursive: true });
  writeFileSync(join(folder, "functions/words.js"), words);
  writeFileSync(join(folder, "functions/large.js"), large);
  writeFileSync(join(folder, "cdktf.json"), '{ "language": "typescript", "app": "node stream-app.js" }\n');
  compilePrograms(folder, ["stream-app"]);
  const server = await MeasuredServer.start({
    args: [commandLine, "local", "--port", "0"],
    cwd: folder,
    log: join(base, "streams.log"),
    environment,
    ready: /^Ready\./m,
  });
  try {
    const url = `${server.url}dev/`;
    print(
      `\nstreamed responses of a REST API, ${rounds} runs of ${answersPerRound} one after another, ms after the write`,
    );
    await benchPieces(`${url}words`, rounds);
    print(`\n${largeBytes / 1e6} MB streamed, ${rounds} runs`);
    await benchLarge(server, url, rounds);
  } finally {
    await server.stop();
  }
}

async function benchPieces(url: string, rounds: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const late = { first: [] as number[], later: [] as number[] };
  // The first round compiles.
  for (let round = -1; round < rounds; round++) {
    for (let answer = 0; answer < answersPerRound; answer++) {
      const [first = Number.NaN, ...later] = await latenessOf(url, agent);
      if (round < 0) continue;
      late.first.push(first);
      late.later.push(...later);
    }
  }
  agent.destroy();
  print(`  ${"".padEnd(16)}${columns("median", "p99")}`);
  for (const [label, all] of [
    ["first piece", late.first],
    ["later pieces", late.later],
  ] as const) {
    print(`  ${label.padEnd(16)}${columns(median(all).toFixed(2), percentile(all, 0.99).toFixed(2))}`);
  }
  printTarget("first byte after the handler's write", median(late.first), 5, " ms");
}

/** How many milliseconds after its writing each piece arrives. */
async function latenessOf(url: string, agent: Agent): Promise<readonly number[]> {
  const late: number[] = [];
  const response = await ask(url, agent);
  for await (const piece of response as AsyncIterable<Buffer>) {
    const arrived = process.hrtime.bigint();
    const written = piece.toString("utf8").trim().split("\n");
    late.push(...written.map((each) => Number(arrived - BigInt(each)) / 1e6));
  }
  return late;
}

async function benchLarge(server: MeasuredServer, url: string, rounds: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  await readAll(server, `${url}large/${warmUpBytes}`, agent);
  const before = memoryOf(server);
  const peaks: number[] = [];
  const rates: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now();
    peaks.push(await readAll(server, `${url}large/${largeBytes}`, agent));
    rates.push(largeBytes / 1e3 / (performance.now() - begun));
  }
  agent.destroy();
  print(
    `  memory of server and handler: ${before.toFixed(0)} MB before, ${Math.max(...peaks).toFixed(0)} MB at most`,
  );
  print(`  ${median(rates).toFixed(0)} MB per second`);
  printTarget("what 100 MB add to the memory", Math.max(...peaks) - before, 50, " MB", 0);
}

/** Reads a response and discards it; returns the peak memory of server and handler in that time. */
async function readAll(server: MeasuredServer, url: string, agent: Agent): Promise<number> {
  const response = await ask(url, agent);
  let most = 0;
  let nextLookMs = 0;
  for await (const _ of response) {
    if (performance.now() < nextLookMs) continue;
    most = Math.max(most, memoryOf(server));
    nextLookMs = performance.now() + 100;
  }
  return Math.max(most, memoryOf(server));
}

const memoryOf = (server: MeasuredServer): number =>
  server.processes.reduce((sum, { megabytes }) => sum + megabytes, 0);

function ask(url: string, agent: Agent): Promise<IncomingMessage> {
  return new Promise((done, failed) => {
    get(url, { agent }, (response) => {
      if (response.statusCode === 200) done(response);
      else failed(new Error(`${url} answers ${response.statusCode}`));
    }).on("error", failed);
  });
}

function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN;
}
