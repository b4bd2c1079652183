import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import type { Report } from "./verdict";

/** A process that has run this many files is replaced: what tests leave behind slows down the ones after them. */
const filesOfOneProcess = 60;

/** Runs test files in a process that stays warm, and replaces the process when a run does not end. */
export class TestRunner {
  readonly #root: string;
  #server: ChildProcess | undefined;
  #files = 0;

  constructor(root: string) {
    this.#root = root;
  }

  /**
   * @param test - the path of a test file
   * @param limitMs - how long the file may take; a test of it may take half of that
   * @returns undefined if the file does not end in time, or ends the process
   */
  async run(test: string, limitMs: number): Promise<Report | undefined> {
    if (this.#files >= filesOfOneProcess) this.stop();
    this.#files += 1;
    const server = this.#started();
    let timer: NodeJS.Timeout | undefined;
    const report = await new Promise<Report | undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), limitMs);
      server.once("message", (message) => resolve(message as Report)).once("exit", () => resolve(undefined));
      server.send({ root: this.#root, test, testTimeoutMs: limitMs / 2 });
    });
    clearTimeout(timer);
    server.removeAllListeners();
    if (report === undefined) this.stop();
    return report;
  }

  /** Ends the process, and those that tests have started. */
  stop(): void {
    const pid = this.#server?.pid;
    this.#server = undefined;
    this.#files = 0;
    if (pid === undefined) return;
    try {
      process.kill(-pid, "SIGKILL");
    } catch {
      // They have ended.
    }
  }

  #started(): ChildProcess {
    this.#server ??= fork(join(__dirname, "jest-server.cjs"), {
      cwd: this.#root,
      // A group of its own, whose processes end together.
      detached: true,
      execArgv: ["--max-semi-space-size=64"],
      stdio: "ignore",
    });
    return this.#server;
  }
}
