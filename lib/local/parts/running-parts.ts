import { systemClock } from "../../invoke";
import { CleanUps } from "../clean-ups";
import type { History } from "../history/history";
import { observedReport } from "../history/observe";
import { startHistory } from "../history/start-history";
import type { LocalOptions } from "../local-options";
import { step } from "../part-failure";
import type { LocalParts, PartName } from "./local-parts";
import type { LocalPart, PartServer } from "./part";
import { partNames, partTable } from "./part-table";

/** All parts of a server, started in the order of their table. */
export class RunningParts {
  private readonly started: Partial<LocalParts> = {};
  private readonly cleanUps = new CleanUps();
  private readonly server: PartServer;

  private constructor(options: LocalOptions) {
    const { clock = systemClock } = options;
    const history = startHistory(options);
    const report = history === undefined ? options.report : observedReport(options.report, history);
    this.server = { options: { ...options, report }, clock, history, find: (name) => this.started[name] };
    // Before all parts, so that it ends after them.
    this.cleanUps.add(history, async (each) => each?.stop());
  }

  /** Starts all parts. If one fails, those above it end, and the error names it. */
  static async start(options: LocalOptions): Promise<RunningParts> {
    const parts = new RunningParts(options);
    try {
      for (const name of partNames) await parts.startPart(name);
      return parts;
    } catch (error) {
      await parts.stop().catch(() => {});
      throw error;
    }
  }

  /** What happens; undefined where nothing is recorded. */
  get history(): History | undefined {
    return this.server.history;
  }

  get<Name extends PartName>(name: Name): LocalParts[Name] {
    if (!(name in this.started)) throw new Error(`The part ${name} has not started.`);
    return this.started[name] as LocalParts[Name];
  }

  /** Every part takes over the changed app. If one fails, those above it have the new app, and the others the old one. */
  async replace(): Promise<void> {
    for (const name of partNames) await this.replacePart(name);
  }

  /** Ends all parts, also where one of them cannot be ended. */
  async stop(): Promise<void> {
    await this.cleanUps.run();
  }

  private async startPart<Name extends PartName>(name: Name): Promise<void> {
    const part: LocalPart<LocalParts[Name]> = partTable[name];
    const value = await step(part.title, () => part.start(this.given(part.needs), this.server));
    this.started[name] = value;
    this.cleanUps.add(value, async (each) => part.stop(each));
  }

  private async replacePart<Name extends PartName>(name: Name): Promise<void> {
    const part: LocalPart<LocalParts[Name]> = partTable[name];
    await step(part.title, () => part.replace(this.get(name), this.given(part.needs), this.server));
  }

  /** The parts that a part has declared. Any other is undefined, so that an undeclared need fails at once. */
  private given(needs: readonly PartName[]): LocalParts {
    return Object.fromEntries(needs.map((name) => [name, this.get(name)])) as unknown as LocalParts;
  }
}
