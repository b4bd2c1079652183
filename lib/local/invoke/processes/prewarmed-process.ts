import { inBackground } from "../../../facts/text/contained";
import { type StartContext, type StartedProcess, startUnassigned } from "./start-process";

/** Starting a process occupies this one for some milliseconds; by then, most handlers have answered. */
export const refillMs = 20;

/**
 * Keeps one Node process that no function uses yet. The next function that needs a process takes it.
 *
 * Starting a process is most of the time of a first request.
 */
export class PrewarmedProcess {
  private prewarmed: Promise<StartedProcess | undefined> | undefined;
  private isStopped = false;

  constructor(private readonly context: StartContext) {}

  /** Starts a process, unless one exists. */
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

  /** Hands the process over, if one exists. */
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
