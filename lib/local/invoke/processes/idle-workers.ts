import { totalmem } from "node:os";
import { inBackground } from "../../../facts/text/contained";
import type { FunctionPool } from "./function-pool";
import { memoryOf } from "./process-memory";
import type { Worker } from "./worker";

const bytesPerMb = 1024 * 1024;

/** A quarter of the memory of this machine, but enough for some processes on a small one. */
export const defaultIdleMemoryMb = Math.max(512, Math.floor(totalmem() / bytesPerMb / 4));

/** Memory changes slowly, and measuring it takes time. */
const measureIntervalMs = 1000;

interface IdleWorker {
  readonly pool: FunctionPool;
  /** Position in the order in which workers became idle. */
  turn: number;
  bytes: number;
  measuredAt: number;
}

/** The idle workers of all functions. If they use too much memory, those that were idle longest end. */
export class IdleWorkers {
  private readonly workers = new Map<Worker, IdleWorker>();
  private turn = 0;

  constructor(private readonly maxMb: number) {}

  add(pool: FunctionPool, worker: Worker): void {
    const own = this.workers.get(worker) ?? { pool, turn: 0, bytes: 0, measuredAt: Number.NEGATIVE_INFINITY };
    if (own.turn === 0) this.workers.set(worker, own);
    // Runs after every request: a number is faster than a new position in the map.
    this.turn += 1;
    own.turn = this.turn;
    const now = performance.now();
    if (now - own.measuredAt < measureIntervalMs) return;
    own.measuredAt = now;
    inBackground(
      "idle processes",
      memoryOf(worker.pid).then((bytes) => {
        own.bytes = bytes;
        this.evict();
      }),
    );
  }

  delete(worker: Worker): void {
    this.workers.delete(worker);
  }

  private evict(): void {
    let bytes = 0;
    for (const each of this.workers.values()) bytes += each.bytes;
    if (bytes <= this.maxMb * bytesPerMb) return;
    for (const [oldest, own] of [...this.workers].sort(([, one], [, other]) => one.turn - other.turn)) {
      if (bytes <= this.maxMb * bytesPerMb) return;
      bytes -= own.bytes;
      this.workers.delete(oldest);
      own.pool.evict(oldest);
    }
  }
}
