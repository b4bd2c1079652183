import { readFileSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { contained, inBackground, programFile, systemClock, type Timers } from "../../../invoke";
import type {
  EngineAnswer,
  EngineData,
  EngineRequest,
  EngineResult,
  EngineWork,
  IndexChange,
} from "./engine-program";

/** The package threw while it worked on a request, or did not answer. */
export class EngineFailure extends Error {}

export interface EngineThreadOptions extends EngineData {
  readonly region: string;
  readonly account: string;
  /** @default - those of this machine */
  readonly timers?: Timers;
}

/** How long the package may work on one request. */
export const longestRequestMs = 20_000;

interface Exchange {
  readonly id: number;
  readonly settle: (result: EngineResult) => void;
}

/**
 * The thread of the package that stores the tables.
 *
 * Requests run one after the other, so that an error belongs to the request that caused it. When the package fails, only
 * that request fails: the thread is started again, and the tables are still in their folder.
 */
export class EngineThread {
  private worker: Worker | undefined;
  private current: Exchange | undefined;
  private lastId = 0;
  private isStopped = false;
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: EngineThreadOptions) {}

  /**
   * Sends requests in one message, because a message costs as much as a request. They run in their order, and no other
   * runs between them. Rejects with `EngineFailure` when the package cannot process one of them.
   */
  send(requests: readonly EngineRequest[]): Promise<readonly EngineAnswer[]> {
    return this.work({ requests });
  }

  /** Changes the indexes of a table. Rejects with `EngineFailure`. */
  change(change: IndexChange): Promise<readonly EngineAnswer[]> {
    return this.work({ change });
  }

  private work(work: EngineWork): Promise<readonly EngineAnswer[]> {
    const sent = this.last.then(() => this.exchange(work));
    this.last = sent.catch(() => {});
    return sent.then((result) => {
      if ("problem" in result) throw new EngineFailure(result.problem);
      return result.answers;
    });
  }

  /** Ends the thread after the last request. Later requests fail. */
  async stop(): Promise<void> {
    await this.last;
    this.isStopped = true;
    await this.end();
  }

  private async exchange(work: EngineWork): Promise<EngineResult> {
    // A function may still write when the server stops. A new thread would keep this process alive.
    if (this.isStopped) return { problem: "the server has stopped" };
    this.worker ??= this.start();
    const { worker } = this;
    this.lastId += 1;
    const id = this.lastId;
    const { timers = systemClock } = this.options;
    const result = new Promise<EngineResult>((resolve) => {
      const cancel = timers.after(
        longestRequestMs,
        contained("tables", () => {
          // The package waits for something that never comes. A new thread does not.
          inBackground("tables", this.end(`no response within ${longestRequestMs / 1000} seconds`));
        }),
      );
      const settle = (settled: EngineResult): void => {
        cancel();
        this.current = undefined;
        resolve(settled);
      };
      this.current = { id, settle };
    });
    worker.postMessage({ id, ...work });
    return result;
  }

  private start(): Worker {
    const { packagePath, folder, region, account } = this.options;
    const program = readProgram();
    const worker = new Worker(program.source, {
      eval: program.isCode,
      workerData: { packagePath, folder } satisfies EngineData,
      // The package writes both into ARNs.
      env: { ...process.env, AWS_REGION: region, AWS_ACCOUNT_ID: account },
      execArgv: [],
    });
    let problem = "the thread ended";
    worker.on(
      "error",
      contained("tables", (error) => {
        problem = String(error);
      }),
    );
    worker.on(
      "message",
      contained("tables", ({ id, result }: { readonly id: number; readonly result: EngineResult }) => {
        // A late response belongs to a request that has failed.
        if (this.current?.id === id) this.current.settle(result);
      }),
    );
    worker.on(
      "exit",
      contained("tables", () => {
        if (this.worker !== worker) return;
        this.worker = undefined;
        this.current?.settle({ problem });
      }),
    );
    return worker;
  }

  private async end(problem?: string): Promise<void> {
    const { worker } = this;
    this.worker = undefined;
    await worker?.terminate();
    if (problem !== undefined) this.current?.settle({ problem });
  }
}

/** The program of the thread: its file in the published package, where its modules are beside it; its code in a checkout. */
function readProgram(): { readonly source: string; readonly isCode: boolean } {
  const module = require.resolve("./engine-program");
  const program = programFile(module);
  if (program.path === module) return { source: module, isCode: false };
  const code = readFileSync(program.path, "utf8");
  program.remove();
  return { source: code, isCode: true };
}
