import { join } from "node:path";
import {
  Bundles,
  createFunctions,
  type FunctionSettings,
  type Functions,
  type History,
  systemClock,
} from "../../local";
import { type AccessFacts, readFacts } from "../../model";
import { LiveFunctions } from "../live-client/live-functions";
import type { LiveReport } from "../live-client/report";
import { synthesizeForLocal } from "../local/synthesis";
import type { CommandContext } from "../project/command-context";
import { functionsByPath } from "../stage/stack-facts";
import { recordedReport, recordLive } from "./history/record-live";

export interface LiveAppOptions {
  readonly context: CommandContext;
  /** The folder for builds. Other commands use different ones. */
  readonly folder: string;
  readonly report: LiveReport;
  readonly inspectPort: number | undefined;
  readonly watch: boolean;
  /** Receives the events of this machine. @default - they are ignored */
  readonly history?: History | undefined;
}

/** The functions of the app on this machine: their sources, bundled on demand, and their processes. */
export class LiveApp {
  private known: AccessFacts | undefined;

  private constructor(
    private readonly options: LiveAppOptions,
    private settings: ReadonlyMap<string, FunctionSettings>,
    private readonly bundles: Bundles,
    private readonly engine: Functions,
    readonly functions: LiveFunctions,
  ) {}

  static async open(options: LiveAppOptions): Promise<LiveApp> {
    const { folder, inspectPort, watch, history } = options;
    const report = history === undefined ? options.report : recordedReport(options.report, history);
    const settings = await synthesizeHere(options);
    const bundles = new Bundles({
      file: join(folder, "bundles.json"),
      folder,
      report,
      isDebugged: inspectPort !== undefined,
      ...(!watch && { watch: false }),
    });
    const engine = createFunctions({
      functions: [],
      // Each invocation contains the credentials of its function.
      environment: { credentials: "role" },
      bundles,
      report,
      clock: systemClock,
      observesCalls: history !== undefined,
      ...(inspectPort !== undefined && { inspectPort }),
    });
    const recorded = history === undefined ? engine : recordLive(engine, history);
    const functions = new LiveFunctions({ functions: recorded, settings, report });
    return new LiveApp(options, settings, bundles, engine, functions);
  }

  /** Construct paths of the functions. */
  get functionIds(): readonly string[] {
    return [...this.settings.keys()];
  }

  get facts(): AccessFacts {
    this.known ??= readFacts(join(this.options.folder, "out"));
    return this.known;
  }

  /** Whether a file is bundled into functions. */
  isHandlerSource(file: string): boolean {
    return this.bundles.isSource(file);
  }

  /** Synthesizes the app again, after a change of its own files. */
  async reload(): Promise<void> {
    this.settings = await synthesizeHere(this.options);
    this.known = undefined;
    this.bundles.reload();
    await this.functions.replace(this.settings);
  }

  async stop(): Promise<void> {
    await Promise.all([this.engine.stop(), this.bundles.stop()]);
  }
}

/** The function settings as the app declares them, without wrappers. */
async function synthesizeHere({
  context,
  folder,
}: LiveAppOptions): Promise<ReadonlyMap<string, FunctionSettings>> {
  const { output, run } = synthesizeForLocal(context, folder, undefined, {});
  await run();
  return functionsByPath(output);
}
