import { CleanUps } from "../clean-ups";
import { onFault } from "../invoke";
import { step } from "../part-failure";
import type { Report } from "../report";

interface PartSteps<Value> {
  /** Uses a changed app, after all parts above. @default - the app does not change it */
  replace?(value: Value): void | Promise<void>;
  /** Ends the part, after all parts below. @default - it has nothing to end */
  stop?(value: Value): void | Promise<void>;
}

interface StartedPart {
  readonly title: string;
  replace(): void | Promise<void>;
}

/** The parts of a server. They use a changed app in the order of their start, and end in the opposite order. */
export class RunningParts {
  private readonly started: StartedPart[] = [];
  private readonly cleanUps = new CleanUps();

  private constructor(report: Report) {
    // Faults are reported until the last part has ended.
    const leave = onFault(({ text }) => report({ event: "warning", text }));
    this.cleanUps.add(leave, async (each) => each());
  }

  /** Starts the parts of a list. If one fails, those above it end, and the error names it. */
  static async start<Parts>(
    report: Report,
    list: (running: RunningParts) => Promise<Parts>,
  ): Promise<{ readonly running: RunningParts; readonly parts: Parts }> {
    const running = new RunningParts(report);
    try {
      return { running, parts: await list(running) };
    } catch (error) {
      await running.stop().catch(() => {});
      throw error;
    }
  }

  /**
   * Starts a part. A part whose start fails is not ended: it leaves nothing open.
   *
   * @param title - its name in errors: `the APIs`
   */
  async part<Value>(
    title: string,
    start: () => Value | Promise<Value>,
    { replace, stop }: PartSteps<Value> = {},
  ): Promise<Value> {
    const value = await step(title, start);
    this.started.push({ title, replace: () => replace?.(value) });
    this.cleanUps.add(value, async (each) => stop?.(each));
    return value;
  }

  /** A step without an end: the same at the start and after a change of the app. */
  async step(title: string, run: () => void | Promise<void>): Promise<void> {
    await this.part(title, run, { replace: run });
  }

  /** Gives every part the changed app. If one fails, those above it have the new app, and the others the old one. */
  async replace(): Promise<void> {
    for (const part of this.started) await this.replacePart(part);
  }

  /** Ends all parts, even if one of them fails. */
  async stop(): Promise<void> {
    await this.cleanUps.run();
  }

  private async replacePart({ title, replace }: StartedPart): Promise<void> {
    await step(title, replace);
  }
}
