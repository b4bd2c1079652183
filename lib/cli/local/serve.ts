import { resolve } from "node:path";
import { isLibraryError } from "../../errors/error";
import { Local, localFolder } from "../../local/local";
import type { CommandContext } from "../project/command-context";
import { Interrupted } from "../ui/interrupt";
import { watchApp } from "./app-watch";
import { runInLocalContext } from "./context";
import { type LocalCommandOptions, parseEndpoints, parseInspect, parsePort } from "./options";
import { LocalPrinter } from "./printer";
import { type LocalSynthesis, synthesizeForLocal } from "./synthesis";

/** Serves the app until the command is interrupted. */
export async function serve(options: LocalCommandOptions): Promise<void> {
  const port = parsePort(options.port);
  const endpoints = parseEndpoints(options.endpoint);
  const requirements = { command: "local", withoutProject: options.from !== undefined };
  await runInLocalContext(options, requirements, async (context) => {
    const { terminal, interrupt, project } = context;
    const printer = new LocalPrinter(terminal, options.json ?? false);
    const folder = localFolder(project.root);
    const synthesis = synthesizeForLocal(context, folder, options.from);
    await synthesis.run();
    const server = await Local.start({
      from: synthesis.output,
      bundlesFile: synthesis.bundlesFile(),
      folder,
      host: options.host,
      port,
      dataFolder: options.data === undefined ? undefined : resolve(options.data),
      endpoints,
      inspectPort: parseInspect(options.inspect),
      runsSchedules: options.schedules ?? false,
      watch: options.watch,
      report: printer.report,
      reportsAccessLog: printer.printsAccessLog,
    });
    try {
      // Before the addresses are printed, so that a change right after that is not missed.
      const stopWatching = await synthesizeOnChange(context, options, synthesis, server, printer);
      printer.ready(server.served);
      await untilAborted(interrupt.first);
      await stopWatching();
    } finally {
      await server.stop();
      printer.flush();
    }
  });
}

/** Synthesizes the app again when it changes. If that fails, the server keeps serving the last output. */
async function synthesizeOnChange(
  { project, terminal }: CommandContext,
  { watch, from, data }: LocalCommandOptions,
  synthesis: LocalSynthesis,
  server: Local,
  printer: LocalPrinter,
): Promise<() => Promise<void>> {
  if (!watch || from !== undefined) return async () => {};
  const watching = await watchApp({
    root: project.root,
    // Requests write to the data folder, so its changes are not changes of the app.
    ignored: [resolve(project.root, project.output), ...(data === undefined ? [] : [resolve(data)])],
    isHandlerInput: (file) => server.isHandlerSource(file),
    onChange: async () => {
      try {
        await synthesis.run();
        await server.reload();
        printer.ready(server.served);
      } catch (error) {
        if (error instanceof Interrupted) return;
        terminal.error(isLibraryError(error) ? error.message : String((error as Error).stack ?? error));
      }
    },
  });
  return () => watching.close();
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted) done();
    else signal.addEventListener("abort", () => done(), { once: true });
  });
}
