import type { Timers } from "../../invoke";
import { contained, inBackground } from "../../invoke";
import { earliest, type PendingWork } from "../../pending/pending-work";
import { RunningWork } from "../../pending/running-work";
import { StateFile } from "./state-file";

export interface WaitingRetriesOptions<Entry> {
  readonly clock: Timers;
  /** Where entries survive the server. @default - they do not */
  readonly dataFolder?: string | undefined;
  /** The name of the service in the data folder. */
  readonly service: string;
  /** Makes the attempt. */
  attempt(entry: Entry): Promise<unknown>;
}

/** Entries that are tried again later. With a data folder, the next run of the server continues with them. */
export class WaitingRetries<Entry extends { readonly dueAt: number }> {
  private readonly waiting = new Map<Entry, () => void>();
  private readonly kept: StateFile<{ readonly waiting: readonly Entry[] }>;
  private readonly running = new RunningWork();
  private isStopped = false;

  constructor(private readonly options: WaitingRetriesOptions<Entry>) {
    this.kept = new StateFile(options.dataFolder, options.service, "retries");
  }

  /** Continues the work of the last run of the server. */
  resume(): void {
    for (const entry of this.kept.read()?.waiting ?? []) this.add(entry);
  }

  /** The attempts that run, and when the next one is due. */
  pending(): PendingWork {
    return {
      isBusy: this.running.isBusy,
      dueAt: earliest([...this.waiting.keys()].map(({ dueAt }) => dueAt)),
    };
  }

  add(entry: Entry): void {
    if (this.isStopped) return;
    const { clock, attempt } = this.options;
    const cancel = clock.after(
      Math.max(0, entry.dueAt - clock.now()),
      contained("retries", () => {
        this.waiting.delete(entry);
        // Until the attempt is over, the file has the entry: a server that ends meanwhile makes the attempt again.
        inBackground(
          "retries",
          this.running.run(() => attempt(entry)).finally(() => this.save()),
        );
      }),
    );
    this.waiting.set(entry, cancel);
    this.save();
  }

  /** Ends the waiting; with a data folder, the next run continues. */
  async stop(): Promise<void> {
    this.isStopped = true;
    for (const cancel of this.waiting.values()) cancel();
    await this.kept.settled();
  }

  private save(): void {
    if (!this.isStopped) this.kept.save(() => ({ waiting: [...this.waiting.keys()] }));
  }
}
