import type { FunctionPool } from "./function-pool";
import type { Worker } from "./worker";

/** The workers of all functions that have no work. It ends those that were idle longest when there are too many. */
export class IdleWorkers {
  /** In the order in which they became idle. */
  private readonly pools = new Map<Worker, FunctionPool>();

  constructor(private readonly maxWorkers: number) {}

  add(pool: FunctionPool, worker: Worker): void {
    this.pools.delete(worker);
    this.pools.set(worker, pool);
    for (const [oldest, owner] of this.pools) {
      if (this.pools.size <= this.maxWorkers) return;
      this.pools.delete(oldest);
      owner.evict(oldest);
    }
  }

  delete(worker: Worker): void {
    this.pools.delete(worker);
  }
}
