import { FunctionProxy } from "../aws-proxy/function-proxy";
import { ConsoleServer } from "../console/console-server";
import { FactStream } from "../console/fact-stream";
import { ControlServer } from "../control";
import { TypesWriter } from "../databases/types-writer";
import { DevServers } from "../dev-servers";
import { functionsWithRoles } from "../functions/role-credentials";
import type { GatewayContext } from "../gateways/gateway";
import { unrecordedId } from "../history/causes";
import { answerHistory, type HistoryCommand } from "../history/query";
import { recordInvocations } from "../history/record-invocations";
import type { RecordedOptions } from "../history/start-history";
import { LocalIssuers, PoolKeys } from "../identities";
import type { InspectCommand } from "../inspect/commands";
import { LocalInvocations } from "../invocations/local-invocations";
import { Bundles, createFunctions, systemClock } from "../invoke";
import { LogSubscriptions } from "../log-subscriptions/log-subscriptions";
import { notEmulated } from "../not-emulated";
import { PageServers } from "../pages/page-servers";
import { RunningWork } from "../pending/running-work";
import { AccessControl } from "../permissions/access-control";
import { countInvocations, PermissionUse } from "../permissions/usage/permission-use";
import { GatewayServers } from "../servers";
import { seedUsers, type UsersCommand } from "../services/cognito-idp/commands";
import { EndpointRouter } from "../services/endpoint-router";
import { clientVariables } from "../services/endpoint-variables";
import { DurableFunctions } from "../services/lambda/durable/durable-functions";
import { LocalServices } from "../services/local-services";
import { routeTargets } from "../services/service-table";
import { type ServerFunctions, SiteServers } from "../site-servers";
import { consoleActions } from "./console-actions";
import { inspect } from "./inspect";
import { invokeByName } from "./invoke-by-name";
import type { LocalParts } from "./local-parts";
import { checkNoIssuer, lockData, prepareKeys, processEnvironment, readApp, usersCommand } from "./prepare";
import type { RunningParts } from "./running-parts";
import { serveGateways } from "./serve-gateways";

/** Starts the parts of the server, from top to bottom: each uses only those above it. */
export async function startParts(running: RunningParts, options: RecordedOptions): Promise<LocalParts> {
  const { from, folder, keysFolder = folder, dataFolder, bundlesFile, report, history } = options;
  const { accessKeys, endpoints, inspectPort, idleMemoryMb, runsSchedules, clock = systemClock } = options;
  // Parts that others call while the server runs.
  const later: { invocations?: LocalInvocations; control?: ControlServer } = {};

  // The files of tables do not allow two writers.
  await running.part("the data folder", () => (dataFolder === undefined ? undefined : lockData(dataFolder)), {
    stop: (unlock) => unlock?.(),
  });
  // Facts of earlier runs are read, and new ones written, while no other process writes to the folder.
  await running.part("the history", () => history?.restore(), { stop: () => history?.stop() });
  const router = await running.part(
    "the address of the services",
    () => EndpointRouter.start(report, options.servicesPort, history),
    { stop: (value) => value.close() },
  );
  // Reading the app opens the ports of these two.
  const servers = await running.part("the ports of the APIs", () => new GatewayServers(options), {
    stop: (value) => value.close(),
  });
  const pages = await running.part(
    "the ports of the sign-in pages",
    () => new PageServers({ port: options.port, report }),
    { stop: (value) => value.close() },
  );
  const app = await running.part(
    "the app's Terraform JSON",
    () => readApp(options, { servers, router, pages }),
    {
      replace: async (value) => {
        Object.assign(value, await readApp(options, { servers, router, pages }));
      },
    },
  );
  // Removed scripts and migrations run a last time, before the functions that they call change.
  await running.step("the removed scripts and migrations", () => later.invocations?.leave(app.model));
  const bundles = await running.part(
    "the code of the functions",
    () =>
      new Bundles({
        file: bundlesFile,
        folder,
        report,
        isDebugged: inspectPort !== undefined,
        ...(!options.watch && { watch: false }),
        changed: () => later.invocations?.check(),
      }),
    { replace: (value) => value.reload(), stop: (value) => value.stop() },
  );
  const proxies = await running.part(
    "the proxy of functions with an old SDK",
    () => new FunctionProxy({ folder: keysFolder, report }),
    { stop: (value) => value.close() },
  );
  const access = await running.part(
    "the permissions",
    () => {
      // The console shows the use of permissions.
      const { countsPermissions = options.consolePort !== undefined } = options;
      const value = new AccessControl({
        accessKeys,
        mode: options.permissions ?? "enforce",
        model: app.model,
        report,
        clock,
        verdict: history?.addVerdict,
        use: countsPermissions ? new PermissionUse(app.model) : undefined,
      });
      router.decideBy(value);
      return value;
    },
    { replace: (value) => value.replace(app.model) },
  );
  const environment = await running.part(
    "the environment of the functions",
    async () => ({ current: await processEnvironment(options, { app, router, proxies }) }),
    {
      replace: async (value) => {
        value.current = await processEnvironment(options, { app, router, proxies });
      },
    },
  );
  const work = await running.part("the work that runs", () => new RunningWork());
  const logs = await running.part("the logs", () => new LogSubscriptions({ report, clock }));
  const functions = await running.part(
    "the functions",
    () => {
      const settings = functionsWithRoles(app.model, accessKeys);
      const processes = createFunctions({
        functions: settings,
        report: logs.report,
        clock,
        bundles,
        inspectPort,
        idleMemoryMb,
        environment: environment.current,
        ...(history !== undefined && { traceParent: unrecordedId }),
      });
      const recorded = history === undefined ? processes : recordInvocations(processes, history);
      const { use } = access;
      const functions = work.ofFunctions(use === undefined ? recorded : countInvocations(recorded, use));
      return new DurableFunctions({ functions, settings, clock, report, dataFolder });
    },
    {
      replace: (value) => value.replace(functionsWithRoles(app.model, accessKeys), environment.current),
      stop: (value) => value.stop(),
    },
  );
  await running.step("the subscriptions of logs", () => logs.serve(app.model, functions));
  const keys = await running.part("the keys of the user pools", () => new PoolKeys(keysFolder), {
    stop: (value) => value.settled(),
  });
  const issuers = await running.part(
    "the user pools",
    () => {
      checkNoIssuer(app.model, endpoints);
      const value = new LocalIssuers({ model: app.model, keys, clock });
      prepareKeys(value, report);
      router.publish((path, base) => value.published(path, base));
      return value;
    },
    {
      replace: (value) => {
        value.replace(app.model);
        prepareKeys(value, report);
      },
    },
  );
  const services = await running.part(
    "the services",
    () =>
      LocalServices.start(router, {
        model: app.model,
        functions,
        report,
        clock,
        keys,
        accessKeys,
        dataFolder,
        elsewhere: new Set(endpoints.keys()),
        databaseServer: options.databaseServer,
        access,
        secrets: options.secrets,
        runsSchedules,
        scheduleClock: options.scheduleClock ?? clock,
        work,
        retriesFast: options.retriesFast,
        history,
      }),
    { replace: (value) => value.replace(app.model), stop: (value) => value.stop() },
  );
  const siteServers = await running.part("the servers of the sites", () => new SiteServers(report), {
    stop: (value) => value.stop(),
  });
  const context = await running.part(
    "the APIs",
    (): GatewayContext => ({
      access,
      accessKeys,
      functions,
      report,
      reportsAccessLog: options.reportsAccessLog,
      clock,
      history,
      issuers,
      // Routes that call a service directly use the local one, unless the user configures another address.
      endpoints: new Map([...routeTargets().map((name) => [name, router.url] as const), ...endpoints]),
      authorityOf: (host) => servers.authorityOfHost(host) ?? siteServers.authorityOf(host),
    }),
  );
  await running.part("the list of what is not emulated", () => {
    for (const text of notEmulated(app.model, runsSchedules, options.databaseServer))
      report({ event: "notice", text });
  });
  const types = await running.part(
    "the types of the databases",
    () => new TypesWriter({ from, bundlesFile, functions, report }),
  );
  const invocations = await running.part(
    "scripts and migrations",
    () => {
      const made = (name: string) => types.afterInvocation(app.model, name);
      return new LocalInvocations({ from, functions, bundles, report, dataFolder, made });
    },
    { stop: (value) => value.stop() },
  );
  later.invocations = invocations;
  await running.part("the sign-in pages", () => pages.serve(services.userPools, issuers));
  await serveGateways(running, app, context, servers);
  const devServers = await running.part(
    "the development servers of the sites",
    () => new DevServers(report),
    { stop: (value) => value.stop() },
  );
  const ofServers = (): ServerFunctions => ({
    settings: functionsWithRoles(app.model, accessKeys),
    environment: environment.current,
  });
  await running.step("the development servers of the sites", () =>
    devServers.replace(app.model, ofServers()),
  );
  await running.step("the servers of the sites", () => siteServers.replace(app.model, ofServers()));
  const parts = {
    app,
    router,
    servers,
    pages,
    bundles,
    access,
    work,
    functions,
    keys,
    issuers,
    services,
    types,
    invocations,
    devServers,
  };
  later.control = await running.part(
    "the address for commands in other terminals",
    () => {
      history?.secrets.from(() => services.secretValues());
      return ControlServer.start(
        folder,
        {
          invoke: (request) => invokeByName({ ...parts, clock }, request.function, request.event),
          users: (command) => usersCommand(services, command as UsersCommand),
          inspect: (command) => inspect({ parts, from, history, clock }, command as InspectCommand),
          history: async (command) => answerHistory(history, command as HistoryCommand),
          variables: async () => clientVariables(app.model, router.url, endpoints, accessKeys),
          published: async (path) => issuers.published(path, later.control?.url ?? ""),
        },
        report,
      );
    },
    { stop: (value) => value.close() },
  );
  const console = await running.part(
    "the console",
    () => {
      const { consolePort: port } = options;
      if (port === undefined || history === undefined) return undefined;
      const actions = consoleActions(parts, history, clock, options);
      return ConsoleServer.start({ port, actions, stream: new FactStream(history), report });
    },
    { stop: (value) => value?.close() },
  );
  await running.part("the users of --seed", async () => {
    const { seed } = options;
    if (seed !== undefined && services.userPools !== undefined) await seedUsers(services.userPools, seed);
  });
  await running.part(
    "scripts and migrations",
    () => {
      if (options.runsInvocations !== false) invocations.take(app.model);
    },
    { replace: () => invocations.take(app.model) },
  );
  // Executions of an earlier run continue when all their dependencies are served.
  await running.part("the executions of durable functions", () => functions.resume());
  return { ...parts, console, clock };
}
