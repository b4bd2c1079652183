/** @group processes */

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { realpathSync } from "node:fs";
import { join, resolve } from "node:path";
import { cleanEnvironment } from "../../examples/support";
import { typescript } from "../../support/compiled";
import { Random } from "../../support/random";
import { temporaryFolder } from "../../support/stack";
import { type Attack, attackOn, surfaceNames } from "./attacks";
import { ask, send } from "./send";
import type { Served, ServerMessage } from "./served-app";

/**
 * Sends 300 attacks, the same each time. `FUZZ_SECONDS=1800` runs for half an hour, and with another seed each time;
 * `FUZZ_SEED=7` repeats a run, `FUZZ_SURFACE=GraphQL` tries one surface.
 */
const { FUZZ_SECONDS: limit } = process.env;
const seed = Number(process.env.FUZZ_SEED ?? (limit === undefined ? 1 : Date.now() % 1_000_000));
const chosen = surfaceNames.filter((each) => each === (process.env.FUZZ_SURFACE ?? each));
const atOnce = 6;

class Server {
  readonly defects: string[] = [];
  isAlive = true;
  errors = "";

  private constructor(
    private readonly child: ChildProcess,
    readonly served: Served,
  ) {
    child.on("message", (message: ServerMessage) => {
      if (message.type === "defect") this.defects.push(message.text);
    });
    child.on("exit", () => {
      this.isAlive = false;
    });
    child.stderr?.on("data", (chunk: Buffer) => {
      this.errors = (this.errors + chunk.toString()).slice(-3_000);
    });
  }

  static async start(): Promise<Server> {
    const child = fork(join(__dirname, "served-app.ts"), [realpathSync(temporaryFolder())], {
      cwd: resolve(__dirname, "../../.."),
      execArgv: [...typescript],
      env: cleanEnvironment(),
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    const [message] = (await Promise.race([
      once(child, "message"),
      once(child, "exit").then(() => Promise.reject(new Error("The server does not start."))),
    ])) as [ServerMessage];
    if (message.type !== "ready") throw new Error(message.text);
    return new Server(child, message.served);
  }

  /** How long a request takes that needs no function, in milliseconds. */
  async probe(): Promise<number> {
    const started = performance.now();
    const reply = await ask(this.served.apis.HTTP ?? "", "/nothing", {
      method: "GET",
      headers: {},
      body: "",
    });
    const ms = performance.now() - started;
    return reply?.status === 404 ? ms : Math.max(ms, 10_000);
  }

  async stop(): Promise<void> {
    if (!this.isAlive) return;
    const ended = once(this.child, "exit");
    this.child.disconnect();
    await ended;
  }
}

/** How much later than planned the timers of this process are: the noise of the machine. */
async function lag(ms: number): Promise<number> {
  const started = performance.now();
  await new Promise((done) => setTimeout(done, ms));
  return performance.now() - started - ms;
}

/** Sends attacks, and asks meanwhile whether others are answered: the slowest of these answers, less the noise. */
async function slowestBeside(server: Server, attacks: readonly Attack[]): Promise<number> {
  let isOver = false;
  const all = Promise.all(attacks.map((each) => send(each, server.served))).then(() => {
    isOver = true;
  });
  let [slowest, noise] = [0, 0];
  while (!isOver && server.isAlive) {
    const [ms, late] = await Promise.all([server.probe(), lag(20)]);
    noise = Math.max(noise, late);
    slowest = Math.max(slowest, ms);
  }
  await all;
  // The state that a request leaves for pollers and consumers.
  slowest = Math.max(slowest, await server.probe());
  return slowest - noise * 5;
}

const shown = (attack: Attack): string => {
  const text = JSON.stringify(attack);
  return text.length > 700
    ? `${text.slice(0, 500)} ... ${text.slice(-150)} (${text.length} characters)`
    : text;
};

/** The message of a defect, without the parts that come from the request, and its place. */
function defectName(text: string): string {
  const place = /\n\s+at [^\n]*/.exec(text)?.[0].trim() ?? "";
  return `${text.split("\n", 1)[0]?.slice(0, 160)} ${place}`;
}

test(
  "no request ends the server, makes others wait for a second, or meets a defect",
  async () => {
    const random = new Random(seed);
    const findings = new Map<string, string>();
    const found = (what: string, attack: string): void => {
      if (findings.has(what)) return;
      findings.set(what, attack);
      if (limit !== undefined) process.stderr.write(`${what}\n    ${attack}\n`);
    };
    let server = await Server.start();
    const end = performance.now() + Number(limit) * 1000;
    let count = 0;
    while (limit === undefined ? count < 300 : performance.now() < end) {
      const attacks = Array.from({ length: atOnce }, () =>
        attackOn(random.pick(chosen), random, server.served),
      );
      count += attacks.length;
      if ((await slowestBeside(server, attacks)) > 1000 && server.isAlive) {
        for (const each of attacks) {
          const ms = await slowestBeside(server, [each]);
          if (ms > 1000 && server.isAlive)
            found(`${each.surface}: others wait`, `${Math.round(ms)} ms beside ${shown(each)}`);
        }
      }
      if (server.defects.splice(0).length > 0) {
        for (const each of attacks) {
          await slowestBeside(server, [each]);
          for (const defect of server.defects.splice(0))
            found(`${each.surface}: ${defectName(defect)}`, shown(each));
        }
      }
      if (!server.isAlive) {
        const error =
          /\n[A-Za-z]*Error[\s\S]{0,1000}/.exec(server.errors)?.[0] ?? server.errors.slice(-1_000);
        found(`the server has ended: ${error}`, attacks.map(shown).join("\n    "));
        server = await Server.start();
      }
    }
    await server.stop();
    if (limit !== undefined) process.stderr.write(`${count} attacks, seed ${seed}\n`);
    const list = [...findings].map(([what, attack]) => `${what}\n    ${attack}`);
    expect({ seed, findings: list }).toEqual({ seed, findings: [] });
  },
  Number(limit ?? 120) * 1000 + 180_000,
);
