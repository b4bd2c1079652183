import { CleanUps } from "../clean-ups";
import { onFault, systemClock, type Timers } from "../invoke";
import { step } from "../part-failure";
import type { Report } from "../report";
import type { PartServer, PartTable } from "./part";

/** The options that every server has. */
interface ServerOptions {
  readonly clock?: Timers | undefined;
  readonly report: Report;
}

/** All parts of a server, started in the order of their table. */
export class RunningParts<Parts, Options extends ServerOptions> {
  private readonly started: Partial<Parts> = {};
  private readonly cleanUps = new CleanUps();
  private readonly server: PartServer<Parts, Options>;

  private constructor(
    private readonly table: PartTable<Parts, Options>,
    options: Options,
  ) {
    const { clock = systemClock, report } = options;
    // Faults are reported until the last part has ended.
    const leave = onFault(({ text }) => report({ event: "warning", text }));
    this.cleanUps.add(leave, async (each) => each());
    this.server = { options, clock, find: (name) => this.started[name] };
  }

  /** Starts all parts. If one fails, those above it end, and the error names it. */
  static async start<Parts, Options extends ServerOptions>(
    table: PartTable<Parts, Options>,
    options: Options,
  ): Promise<RunningParts<Parts, Options>> {
    const parts = new RunningParts(table, options);
    try {
      for (const name of parts.names) await parts.startPart(name);
      return parts;
    } catch (error) {
      await parts.stop().catch(() => {});
      throw error;
    }
  }

  get<Name extends keyof Parts>(name: Name): Parts[Name] {
    if (!(name in this.started)) throw new Error(`The part ${String(name)} has not started.`);
    return this.started[name] as Parts[Name];
  }

  /** Every part takes over the changed app. If one fails, those above it have the new app, and the others the old one. */
  async replace(): Promise<void> {
    for (const name of this.names) await this.replacePart(name);
  }

  /** Ends all parts, also where one of them cannot be ended. */
  async stop(): Promise<void> {
    await this.cleanUps.run();
  }

  private get names(): readonly (keyof Parts)[] {
    return Object.keys(this.table) as (keyof Parts)[];
  }

  private async startPart<Name extends keyof Parts>(name: Name): Promise<void> {
    const part = this.table[name];
    const value = await step(part.title, () => part.start(this.given(part.needs), this.server));
    this.started[name] = value;
    this.cleanUps.add(value, async (each) => part.stop(each));
  }

  private async replacePart<Name extends keyof Parts>(name: Name): Promise<void> {
    const part = this.table[name];
    await step(part.title, () => part.replace(this.get(name), this.given(part.needs), this.server));
  }

  /** The parts that a part has declared. Any other is undefined, so that an undeclared need fails at once. */
  private given(needs: readonly (keyof Parts)[]): Parts {
    return Object.fromEntries(needs.map((name) => [name, this.get(name)])) as unknown as Parts;
  }
}
