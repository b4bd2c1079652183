import { existsSync, mkdirSync } from "node:fs";
import { join, relative } from "node:path";
import {
  type Bundles,
  createBundles,
  createFunctions,
  type FunctionSettings,
  type Functions,
  systemClock,
} from "../../invoke";
import { LiveFunctions } from "../../live/live-functions";
import type { LiveReport } from "../../live/report";
import type { CommandContext } from "../project/command-context";
import { functionsByPath } from "../stage/functions-by-path";

export interface LiveAppOptions {
  readonly context: CommandContext;
  /** Where code is built. No other command has it. */
  readonly folder: string;
  readonly report: LiveReport;
  readonly inspectPort: number | undefined;
  readonly watch: boolean;
}

/** The functions of the app on this machine: their sources, bundled on demand, and their processes. */
export class LiveApp {
  private constructor(
    private readonly options: LiveAppOptions,
    private settings: ReadonlyMap<string, FunctionSettings>,
    private readonly bundles: Bundles,
    private readonly engine: Functions,
    readonly functions: LiveFunctions,
  ) {}

  static async open(options: LiveAppOptions): Promise<LiveApp> {
    const { report, folder, inspectPort, watch } = options;
    const settings = await synthesizeHere(options);
    const bundles = createBundles({
      file: bundlesFile(folder),
      folder,
      report,
      isDebugged: inspectPort !== undefined,
      ...(!watch && { watch: false }),
    });
    const engine = createFunctions({
      functions: [],
      // Each invocation brings the credentials of its function.
      environment: { credentials: "role" },
      bundles,
      report,
      clock: systemClock,
      ...(inspectPort !== undefined && { inspectPort }),
    });
    const functions = new LiveFunctions({ functions: engine, settings, report });
    return new LiveApp(options, settings, bundles, engine, functions);
  }

  /** Construct paths of the functions. */
  get functionIds(): readonly string[] {
    return [...this.settings.keys()];
  }

  /** Whether a file is bundled into functions. */
  isHandlerSource(file: string): boolean {
    return this.bundles.isSource(file);
  }

  /** Synthesizes the app again, after a change of its own files. */
  async reload(): Promise<void> {
    this.settings = await synthesizeHere(this.options);
    this.bundles.reload();
    await this.functions.replace(this.settings);
  }

  async stop(): Promise<void> {
    await Promise.all([this.engine.stop(), this.bundles.stop()]);
  }
}

const bundlesFile = (folder: string): string => join(folder, "bundles.json");

/** The settings of the functions as the app declares them, without wrappers. */
async function synthesizeHere({
  context,
  folder,
}: LiveAppOptions): Promise<ReadonlyMap<string, FunctionSettings>> {
  const output = join(folder, "out");
  // The app does not create parent folders.
  if (!existsSync(folder)) mkdirSync(folder, { recursive: true });
  await context.synthesize(
    { SERVERFORM_BUNDLES_FILE: bundlesFile(folder), SERVERFORM_LOCAL: "true" },
    relative(context.project.root, output),
  );
  return functionsByPath(output);
}
