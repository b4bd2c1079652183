import { resolve } from "node:path";
import { isServerformError } from "../../errors/error";
import { Local, localFolder } from "../../local/local";
import { watchApp } from "../local/app-watch";
import { type LocalCommandOptions, parseEndpoints, parseInspect, parsePort } from "../local/options";
import { LocalPrinter } from "../local/printer";
import { type LocalSynthesis, synthesizeForLocal } from "../local/synthesis";
import { type Prepared, prepare } from "../project/command-context";
import { Interrupted } from "../ui/interrupt";

/** `serverform local`: serves what the app declares on this machine, until it is interrupted. */
export async function local(options: LocalCommandOptions): Promise<number> {
  const port = parsePort(options.port);
  const endpoints = parseEndpoints(options.endpoint ?? []);
  const prepared = await prepare(options, {
    command: "local",
    account: false,
    withoutProject: options.from !== undefined,
    onInterrupt: localInterrupt,
  });
  const { terminal, interrupt, project } = prepared;
  const printer = new LocalPrinter(terminal, options.json ?? false);
  const folder = localFolder(project.root);
  const synthesis = synthesizeForLocal(prepared, folder, options.from);
  try {
    await synthesis.run();
    const server = await Local.start({
      from: synthesis.output,
      bundlesFile: synthesis.bundlesFile(),
      folder,
      host: options.host ?? "127.0.0.1",
      port,
      dataFolder: options.data === undefined ? undefined : resolve(options.data),
      endpoints,
      inspectPort: parseInspect(options.inspect),
      runsSchedules: options.schedules ?? false,
      watch: options.watch ?? true,
      report: printer.report,
      reportsAccessLog: printer.printsAccessLog,
    });
    try {
      // Watched first: a change right after the addresses are there must not be missed.
      const stopWatching = await watchAgain(prepared, options, synthesis, server, printer);
      printer.ready(server.served);
      await untilAborted(interrupt.first);
      await stopWatching();
    } finally {
      await server.stop();
      printer.flush();
    }
    return 0;
  } finally {
    interrupt.release();
  }
}

/** Everything ends at once; only a second time it may take long enough to be told of. */
export const localInterrupt = { first: "", second: "Ending what is still running." } as const;

/** Synthesizes again when the app changes; what cannot be synthesized leaves everything as it was. */
async function watchAgain(
  { project, terminal }: Prepared,
  { watch = true, from, data }: LocalCommandOptions,
  synthesis: LocalSynthesis,
  server: Local,
  printer: LocalPrinter,
): Promise<() => Promise<void>> {
  if (!watch || from !== undefined) return async () => {};
  const watching = await watchApp({
    root: project.root,
    // Tables change with every request; they are not the app.
    ignored: [resolve(project.root, project.output), ...(data === undefined ? [] : [resolve(data)])],
    isHandlerInput: (file) => server.isHandlerSource(file),
    onChange: async () => {
      try {
        await synthesis.run();
        await server.reload();
        printer.ready(server.served);
      } catch (error) {
        if (error instanceof Interrupted) return;
        terminal.error(isServerformError(error) ? error.message : String((error as Error).stack ?? error));
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
