import { totalmem } from "node:os";
import type { FunctionPool } from "./function-pool";
import { memoryOf } from "./process-memory";
import type { Worker } from "./worker";

const bytesPerMb = 1024 * 1024;

/** A quarter of the memory of this machine, and enough for some processes on a small one. */
export const defaultIdleMemoryMb = Math.max(512, Math.floor(totalmem() / bytesPerMb / 4));

/** Memory changes slowly, and measuring it takes time. */
const measureAgainMs = 1000;

interface IdleWorker {
  readonly pool: FunctionPool;
  bytes: number;
  measuredAt: number;
}

/** The workers of all functions that have no work. When they use too much memory, those that were idle longest end. */
export class IdleWorkers {
  /** In the order in which they became idle. */
  private readonly workers = new Map<Worker, IdleWorker>();

  constructor(private readonly maxMb: number) {}

  add(pool: FunctionPool, worker: Worker): void {
    const known = this.workers.get(worker);
    const now = performance.now();
    const own: IdleWorker = known ?? { pool, bytes: 0, measuredAt: Number.NEGATIVE_INFINITY };
    this.workers.delete(worker);
    this.workers.set(worker, own);
    if (now - own.measuredAt < measureAgainMs) return;
    own.measuredAt = now;
    void memoryOf(worker.pid).then((bytes) => {
      own.bytes = bytes;
      this.evict();
    });
  }

  delete(worker: Worker): void {
    this.workers.delete(worker);
  }

  private evict(): void {
    let bytes = [...this.workers.values()].reduce((sum, each) => sum + each.bytes, 0);
    for (const [oldest, own] of this.workers) {
      if (bytes <= this.maxMb * bytesPerMb) return;
      bytes -= own.bytes;
      this.workers.delete(oldest);
      own.pool.evict(oldest);
    }
  }
}
