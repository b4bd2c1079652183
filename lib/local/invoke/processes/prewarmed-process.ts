import { inBackground } from "../../../facts/text/contained";
import { type StartContext, type StartedProcess, startUnassigned } from "./start-process";

/** Starting a process blocks this one for some milliseconds; by then, most handlers have answered. */
export const refillMs = 20;

/**
 * Keeps one unassigned Node process for the next function that needs one.
 *
 * Starting a process is most of the time of a first request.
 */
export class PrewarmedProcess {
  private prewarmed: Promise<StartedProcess | undefined> | undefined;
  private isStopped = false;

  constructor(private readonly context: StartContext) {}

  refill(): void {
    if (this.prewarmed !== undefined || this.isStopped) return;
    const prewarmed = startUnassigned(this.context).then(
      (started) => {
        inBackground(
          "process of a function",
          started.process.ended.then(() => {
            if (this.prewarmed !== prewarmed) return;
            this.prewarmed = undefined;
            started.endpoint.close();
          }),
        );
        return started;
      },
      () => undefined,
    );
    this.prewarmed = prewarmed;
  }

  async take(): Promise<StartedProcess | undefined> {
    const { prewarmed } = this;
    this.prewarmed = undefined;
    return prewarmed;
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    const started = await this.take();
    if (started === undefined) return;
    started.process.kill();
    await started.process.ended;
    started.endpoint.close();
  }
}
