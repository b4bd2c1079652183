import { resolve } from "node:path";
import {
  AccessKeys,
  checkPort,
  contained,
  inBackground,
  Local,
  localFolder,
  signingSecretIn,
  takeServerFolder,
} from "../../local";
import { fail, refuseCombination } from "../errors";
import { appDocs } from "../openapi/docs/app-docs";
import { type DocsServer, findDocsUi, serveDocs } from "../openapi/docs/docs-server";
import type { CommandContext } from "../project/command-context";
import { secretsHere } from "../project/env-files";
import { programIn } from "../project/package-manager";
import { readDeployedStage, startLocalStage } from "../stage/local-stage";
import { Interrupted, untilAborted } from "../ui/interrupt";
import type { Terminal } from "../ui/terminal";
import { type AppChanges, watchForChanges } from "./app-watch";
import { runInLocalContext } from "./context";
import { openConsoleByKey } from "./keys";
import {
  type LocalCommandOptions,
  parseDatabaseServer,
  parseEndpoints,
  parseHistory,
  parseIdleMemory,
  parseInspect,
  parsePageOption,
  parsePort,
} from "./options";
import { endOfPermissions, parsePermissionsOption } from "./permissions-at-end";
import { LocalPrinter, type ServedServices } from "./printer";
import { readSeed } from "./seed";
import { type LocalSynthesis, synthesizeForLocal } from "./synthesis";

/** Serves the app until the command is interrupted. Returns the exit status. */
export async function serve(options: LocalCommandOptions): Promise<number> {
  const permissions = parsePermissionsOption(options.permissions);
  const settings = {
    host: options.host,
    port: parsePort(options.port),
    servicesPort:
      options.servicesPort === undefined ? undefined : parsePort(options.servicesPort, "--services-port"),
    endpoints: parseEndpoints(options.endpoint),
    databaseServer: parseDatabaseServer(options.endpoint),
    inspectPort: parseInspect(options.inspect),
    idleMemoryMb: parseIdleMemory(options.idleMemory),
    permissions: permissions.mode,
    ...(permissions.isReported && { countsPermissions: true }),
    historyLimit: parseHistory(options.history),
    consolePort: parsePageOption("--console", options.console),
  };
  checkStateOptions(options);
  const docsPort = parsePageOption("--docs", options.docs);
  const requirements = { command: "local", withoutProject: options.from !== undefined };
  const ending = endOfPermissions(permissions, options);
  const stage = options.state ?? options.stage;
  return endingOnFailure(() =>
    runInLocalContext(
      { ...options, ...(stage !== undefined && { stage }) },
      requirements,
      async (context) => {
        // Checked before the synthesis, which may take long.
        await checkPort(settings);
        const folder = takeServerFolder(localFolder(context.project.root));
        try {
          return await serveInFolder(context, options, settings, folder.path, { docsPort, ending });
        } finally {
          folder.release();
        }
      },
    ),
  );
}

/**
 * The maximum number of requests per second in the history while no client reads it line by line. It covers the clicks of ten
 * people, and a load test loses at most a hundredth of its throughput.
 */
const recordedPerSecond = 50;

/** The time limit for pending logs and processes after a failure. */
const endsWithinMs = 5000;

/** Ends a failed command, even if parts of it are still open. */
async function endingOnFailure(work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    setTimeout(
      contained("local server", () => process.exit()),
      endsWithinMs,
    ).unref();
    throw error;
  }
}

type Settings = Pick<
  Parameters<typeof Local.start>[0],
  | "host"
  | "port"
  | "servicesPort"
  | "endpoints"
  | "databaseServer"
  | "inspectPort"
  | "idleMemoryMb"
  | "permissions"
  | "countsPermissions"
  | "historyLimit"
  | "consolePort"
>;

/** A running server, with emulated services or those of a stage. */
type Served = Pick<Local, "served" | "reload" | "deployed" | "isHandlerSource" | "prepare" | "stop"> &
  Partial<
    Pick<
      Local,
      | "servicesUrl"
      | "serviceAddresses"
      | "userPools"
      | "consoleUrl"
      | "console"
      | "overview"
      | "sources"
      | "model"
      | "usedPermissions"
      | "history"
    >
  >;

/** The facts of a server for the terminal. They are computed on demand. */
function shownOf({
  servicesUrl,
  serviceAddresses,
  userPools,
  consoleUrl,
  overview,
  sources,
}: Served): ServedServices {
  return { servicesUrl, serviceAddresses, userPools, consoleUrl, overview, sources };
}

/** Refuses meaningless combinations of options. */
function checkStateOptions({
  state,
  from,
  data,
  schedules,
  fastRetries,
  servicesPort,
  seed,
  only,
  permissions,
  history,
  facts,
  console: withConsole,
  json,
}: LocalCommandOptions): void {
  if (state === undefined) {
    if (facts === true && json !== true)
      fail("serverform local", "option-needs", "--facts", { other: "--json" });
    if (withConsole !== undefined && history === "0")
      fail("serverform local", "options-exclude", "--console", { other: "--history 0" });
    if (only !== undefined) fail("serverform local", "option-needs", "--only", { other: "--state <stage>" });
    return;
  }
  refuseCombination("serverform local", "--state", {
    "--from": from,
    "--data": data,
    "--schedules": schedules,
    "--fast-retries": fastRetries,
    // The services of a stage are those of AWS.
    "--services-port": servicesPort,
    "--seed": seed,
    // With a stage, AWS decides.
    "--permissions": permissions,
    "--history": history,
    "--facts": facts,
    "--console": withConsole,
  });
}

interface ServedParts {
  /** Called at the end of a run. Returns the exit status. */
  readonly docsPort: number | undefined;
  /** Ends a run. Returns the exit status. */
  readonly ending: (server: Served, terminal: Terminal) => number;
}

async function serveInFolder(
  context: CommandContext,
  options: LocalCommandOptions,
  settings: Settings,
  folder: string,
  { docsPort, ending }: ServedParts,
): Promise<number> {
  const { interrupt, project, terminal } = context;
  const docsUi = docsPort === undefined ? undefined : findDocsUi(project.root);
  let docs: DocsServer | undefined;
  let server: Served | undefined;
  const printer = new LocalPrinter(terminal, options.json ?? false, () => server?.history?.secrets.mask);
  const synthesis = synthesizeForLocal(context, folder, options.from);
  let leaveKeys = (): void => {};
  let watching: Promise<AppChanges | undefined> | undefined;
  const watchOnce = (): Promise<AppChanges | undefined> => {
    watching ??= watchForChanges(context, options, (file) => server?.isHandlerSource(file) ?? false);
    return watching;
  };
  try {
    const stage = options.state === undefined ? undefined : await readDeployedStage(context, options);
    if (!(await synthesizeOrWait(context, synthesis, printer, watchOnce))) return 0;
    const common = {
      ...settings,
      accessKeys: new AccessKeys(signingSecretIn(localFolder(project.root))),
      from: synthesis.output,
      bundlesFile: synthesis.bundlesFile(),
      folder,
      watch: options.watch,
      report: printer.report,
      reportsAccessLog: printer.printsAccessLog,
    };
    server =
      stage === undefined
        ? await Local.start({
            ...common,
            keysFolder: localFolder(project.root),
            dataFolder: options.data === undefined ? undefined : resolve(options.data),
            secrets: await secretsHere(project.root, context.stage),
            runsSchedules: options.schedules ?? false,
            retriesFast: options.fastRetries ?? false,
            reportsFacts: options.facts ?? false,
            ...(options.facts !== true && { recordedPerSecond }),
            seed: options.seed === undefined ? undefined : readSeed(resolve(options.seed)),
          })
        : await startLocalStage(options, common, stage);
    const running = server;
    // Before the addresses are printed, so that an immediate change is not missed.
    const changes = await watchOnce();
    changes?.handle(() => reload(context, synthesis, running, printer));
    await Promise.race([running.deployed(), untilAborted(interrupt.first)]);
    const hasKeys = terminal.interactive && running.console !== undefined;
    printer.ready(running.served, { ...shownOf(running), hasKeys, program: programIn(project.root) });
    if (running.console !== undefined && hasKeys) {
      leaveKeys = openConsoleByKey(terminal, running.console, localFolder(project.root));
    }
    if (docsUi !== undefined) {
      docs = await serveDocs(
        docsUi,
        appDocs(context, options.from, () => running.served),
        docsPort ?? 0,
      );
      terminal.print(`Docs of the API: ${terminal.colors.cyan(docs.url)}`);
    }
    inBackground("local server", running.prepare());
    await untilAborted(interrupt.first);
    printer.flush();
    return ending(running, terminal);
  } finally {
    leaveKeys();
    try {
      await docs?.stop();
      await (await watching)?.close();
      await server?.stop();
    } finally {
      printer.flush();
    }
  }
}

/** Synthesizes the app. After a failure, waits for a change and tries again. False after an interrupt. */
async function synthesizeOrWait(
  { terminal, interrupt }: CommandContext,
  synthesis: LocalSynthesis,
  printer: LocalPrinter,
  watchOnce: () => Promise<AppChanges | undefined>,
): Promise<boolean> {
  for (;;) {
    try {
      await synthesis.run();
      return true;
    } catch (error) {
      if (error instanceof Interrupted) throw error;
      // Before the error is printed, so that an immediate fix is not missed.
      const changes = await watchOnce();
      if (changes === undefined) throw error;
      printer.failed(error);
      terminal.error("Fix the app to start the server, or press Ctrl-C to stop.");
      await Promise.race([changes.next(), untilAborted(interrupt.first)]);
      if (interrupt.first.aborted) return false;
    }
  }
}

/** Synthesizes the app again. After a failure, the server continues with the last output. */
async function reload(
  { terminal, interrupt }: CommandContext,
  synthesis: LocalSynthesis,
  server: Served,
  printer: LocalPrinter,
): Promise<void> {
  try {
    await synthesis.run();
    await server.reload();
    await Promise.race([server.deployed(), untilAborted(interrupt.first)]);
    printer.changed(server.served, shownOf(server));
  } catch (error) {
    if (error instanceof Interrupted) return;
    printer.failed(error);
    terminal.error("Part of the change is not served. The server tries again after the next change.");
  }
}
