import { type StartContext, type StartedProcess, startSpare } from "./start-process";

/**
 * A Node process that has been started before anybody knows for which function: starting one is most of what a first
 * request waits for.
 */
export class Spares {
  private spare: Promise<StartedProcess | undefined> | undefined;
  private isStopped = false;

  constructor(private readonly context: StartContext) {}

  /** Starts one, unless there is one. */
  refill(): void {
    if (this.spare !== undefined || this.isStopped) return;
    const spare = startSpare(this.context).then(
      (started) => {
        void started.process.ended.then(() => {
          if (this.spare !== spare) return;
          this.spare = undefined;
          started.endpoint.close();
        });
        return started;
      },
      () => undefined,
    );
    this.spare = spare;
  }

  async take(): Promise<StartedProcess | undefined> {
    const { spare } = this;
    this.spare = undefined;
    return spare;
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
