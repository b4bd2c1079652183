import { type ChildProcess, spawn } from "node:child_process";
import { Agent, get } from "node:http";
import { createInterface } from "node:readline";
import { developWith, stopAll } from "../cli/live-client/loopback/stage";
import { TestStage } from "../cli/live-client/support";
import { median, print, printTarget } from "./figures";
import { type BenchStage, defineBench } from "./live-stage";

const connections = 10;
const requestsPerRound = 300;
/** Each of the connections has an environment of the function, whose code is compiled well after some hundreds of invocations. */
const warmUps = 3000;
const disconnects = 20;
const invocations = 1000;

/** Measures `serverform start`: invocations through relay and client, beside the same requests to `serverform local`. */
export async function benchLive(rounds: number): Promise<void> {
  print(
    `\nserverform start on loopback, ${rounds} rounds of ${requestsPerRound} requests, ${connections} at a time`,
  );
  const { child, stage } = await startStage();
  try {
    const { client } = await developWith(stage, defineBench);
    const [live, direct] = [`${stage.liveUrl}hello`, `${stage.directUrl}hello`];
    // Each connection has a process of its own, and each process takes some requests until it is fast.
    await send(live, warmUps);
    await send(direct, warmUps);
    const above: number[] = [];
    const slowest: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const [own, other] = [await send(live, requestsPerRound), await send(direct, requestsPerRound)];
      above.push(median(own) - median(other));
      slowest.push(quantile(own, 0.99) - quantile(other, 0.99));
    }
    printTarget("round trip above a direct request, median", median(above), 10, " ms", 1);
    printTarget("round trip above a direct request, 99 of 100", median(slowest), 30, " ms", 1);

    const alone = median(await send(live, 100, 1)) - median(await send(direct, 100, 1));
    print(`  one at a time: ${alone.toFixed(1)} ms above a direct request, median`);

    const large: number[] = [];
    for (let round = 0; round < rounds; round += 1)
      large.push(...(await send(`${stage.liveUrl}large`, 1, 1)));
    printTarget("an answer of 6 MB", median(large), 1000, " ms", 0);

    let sent = 0;
    const every = Math.floor(invocations / disconnects);
    const answers = await Promise.all(
      Array.from({ length: connections }, async () => {
        let wrong = 0;
        while (sent < invocations) {
          sent += 1;
          const number = sent;
          if (number % every === 0) client.disconnect();
          const text = await (await fetch(`${live}?n=${number}`)).text();
          if (text !== String(number)) wrong += 1;
        }
        return wrong;
      }),
    );
    const lost = answers.reduce((sum, wrong) => sum + wrong, 0);
    printTarget(
      `invocations without their answer, of ${invocations} with ${disconnects} disconnects`,
      lost,
      0,
      "",
      0,
    );
  } finally {
    await stopAll();
    child.stdin?.end();
  }
  await benchTimes();
}

/** The times that a simulated clock shows: no one waits two minutes. */
async function benchTimes(): Promise<void> {
  const stage = new TestStage();
  await stage.client((event) => event).start();
  const wrapper = stage.wrapper();
  await stage.invoke(wrapper, "first", 1);
  for (let second = 0; second < 120; second += 1) {
    stage.clock.advanceSeconds(1);
    await new Promise((done) => setImmediate(done));
  }
  const before = performance.now();
  await stage.invoke(wrapper, "second", 2);
  printTarget("an invocation after two minutes of silence", performance.now() - before, 100, " ms", 0);
  stage.table.isReachable = false;
  const start = stage.clock.now();
  while (stage.lease() !== undefined) stage.clock.advance(100);
  printTarget("from the end of a client to deployed code", (stage.clock.now() - start) / 1000, 15, " s", 1);
}

async function startStage(): Promise<{ readonly child: ChildProcess; readonly stage: BenchStage }> {
  const child = spawn(process.execPath, ["--import", "tsx", require.resolve("./live-stage")], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout });
  const stage = await new Promise<BenchStage>((resolve, reject) => {
    lines.once("line", (line) => resolve(JSON.parse(line) as BenchStage));
    child.once("exit", (code) => reject(new Error(`The stage ended with ${code}.`)));
  });
  return { child, stage };
}

/** Sends requests, at most `atATime` in parallel. Returns how long each took, in milliseconds. */
async function send(url: string, count: number, atATime = connections): Promise<readonly number[]> {
  const times: number[] = [];
  let begun = 0;
  const work = Array.from({ length: atATime }, async () => {
    while (begun < count) {
      begun += 1;
      const start = performance.now();
      await read(url);
      times.push(performance.now() - start);
    }
  });
  await Promise.all(work);
  return times;
}

const agent = new Agent({ keepAlive: true });

/** Node's own client takes less of the two cores than `fetch`. */
function read(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      response.resume();
      response.on("end", () =>
        response.statusCode === 200
          ? resolve()
          : reject(new Error(`${url} answers with ${response.statusCode}`)),
      );
    }).on("error", reject);
  });
}

const quantile = (values: readonly number[], part: number): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * part)] ?? 0;
