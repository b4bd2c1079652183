import { join } from "node:path";
import { lockFolder } from "../bundle";
import {
  awsEndpoints,
  type Bundles,
  type BundlesOptions,
  createBundles,
  createFunctions,
  type Functions,
  type InvokeOutcome,
  type InvokeRequest,
  type ProcessEnvironment,
  systemClock,
  type Timers,
} from "../invoke";
import { type ApiHosts, apiAddresses, apiHosts, issuerHosts, localAddresses, localHosts } from "./api-hosts";
import { FunctionProxy } from "./aws-proxy/function-proxy";
import { CleanUps } from "./clean-ups";
import { ControlServer } from "./control";
import { createGateways } from "./create-gateways";
import { TypesWriter } from "./databases/types-writer";
import { DevServers } from "./dev-servers";
import { fail } from "./errors";
import { exampleEvent } from "./example-events";
import { findFunction, functionNames } from "./find-function";
import { functionsWithRoles } from "./functions/role-credentials";
import type { Gateway, GatewayContext } from "./gateways/gateway";
import { LocalIssuers, PoolKeys } from "./identities";
import { userPoolDomains } from "./identities/user-pool-domains";
import { LocalInvocations } from "./invocations/local-invocations";
import { withLocalAddresses } from "./local-addresses";
import { LogSubscriptions } from "./log-subscriptions/log-subscriptions";
import type { Model } from "./model/model";
import { readModel } from "./model/read/read-model";
import { notEmulated } from "./not-emulated";
import { PageServers } from "./pages/page-servers";
import { partFailure, step } from "./part-failure";
import { AccessControl } from "./permissions/access-control";
import type { PermissionsMode } from "./permissions/permissions-mode";
import type { Report } from "./report";
import { type ServedUserPool, servedUserPools } from "./served-user-pools";
import { GatewayServers, type ServedGateway } from "./servers";
import {
  performCommand,
  type SeededUser,
  seedUsers,
  type UsersAnswer,
  type UsersCommand,
} from "./services/cognito-idp/commands";
import { EndpointRouter } from "./services/endpoint-router";
import { clientVariables, endpointVariables, serviceAddresses } from "./services/endpoint-variables";
import { DurableFunctions } from "./services/lambda/durable/durable-functions";
import { LocalServices } from "./services/local-services";
import { routeTargets } from "./services/service-table";
import { SiteServers } from "./site-servers";
import { localCredentials } from "./wire/local-credentials";

/** Options of the local server. */
export interface LocalOptions {
  /** Terraform JSON: an output folder of this library, or any folder. */
  readonly from: string;
  /** The list of artifacts that synthesis wrote; undefined: code is read from the paths in the JSON. */
  readonly bundlesFile: string | undefined;
  /** Where the server keeps code, and how to reach it. No other running server has it. */
  readonly folder: string;
  /**
   * Where the keys of user pools are. Servers may share them, so that each accepts the tokens of the others.
   *
   * @default - `folder`
   */
  readonly keysFolder?: string;
  readonly host: string;
  readonly port: number;
  /** Port of the emulated services. @default - any free port */
  readonly servicesPort?: number | undefined;
  /** Folder in which tables outlive the server; undefined: tables are in memory. */
  readonly dataFolder: string | undefined;
  /** Emulators and other addresses that the user gives: by service, or by the URI of an integration. */
  readonly endpoints: ReadonlyMap<string, string>;
  /** URL of a Postgres or MySQL server that the clusters of the app use here. @default - Postgres in this process */
  readonly databaseServer?: string | undefined;
  readonly inspectPort: number | undefined;
  /** @default - a quarter of the memory of this machine */
  readonly idleMemoryMb?: number | undefined;
  readonly runsSchedules: boolean;
  /** Whether failed events of functions are tried again after seconds, in place of minutes. @default false */
  readonly retriesFast?: boolean | undefined;
  /** The value of a secret of `Config.Secret` on this machine, by its name. @default - there are none */
  readonly secrets?: ((name: string) => string | undefined) | undefined;
  /** Users whom the pools have from the start. @default - none */
  readonly seed?: readonly SeededUser[] | undefined;
  /** The treatment of a request that no permission of its role allows. @default "enforce" */
  readonly permissions?: PermissionsMode | undefined;
  /** Whether scripts and migrations run by themselves. @default true */
  readonly runsInvocations?: boolean;
  /** Whether sources are bundled again when they change. */
  readonly watch: boolean;
  readonly report: Report;
  /**
   * Whether lines of access logs are reported.
   *
   * @default true
   */
  readonly reportsAccessLog?: boolean;
  readonly clock?: Timers;
}

/** A running server. */
export class Local {
  private gateways: readonly Gateway[];

  private constructor(
    private readonly options: LocalOptions,
    private model: Model,
    private readonly parts: Parts,
    private readonly cleanUps: CleanUps,
  ) {
    this.gateways = createGateways(model, parts.context);
  }

  /** Reads the JSON and serves it. A function is bundled and started when it is first invoked. */
  static async start(options: LocalOptions): Promise<Local> {
    const cleanUps = new CleanUps();
    try {
      return await Local.startParts(options, cleanUps);
    } catch (error) {
      await cleanUps.run().catch(() => {});
      throw partFailure(error, "serverform local", "the server");
    }
  }

  private static async startParts(options: LocalOptions, cleanUps: CleanUps): Promise<Local> {
    const { report, folder, endpoints, clock = systemClock } = options;
    if (options.dataFolder !== undefined)
      cleanUps.add(lockData(options.dataFolder), async (unlock) => unlock());
    const router = cleanUps.add(await EndpointRouter.start(report, options.servicesPort), (each) =>
      each.close(),
    );
    const servers = cleanUps.add(new GatewayServers(options), (each) => each.close());
    const pages = cleanUps.add(new PageServers({ port: options.port, report }), (each) => each.close());
    const { model, hosts } = await step("the app's Terraform JSON", () =>
      readLocalModel(options, servers, router, pages),
    );
    let invocations: LocalInvocations | undefined;
    const changed = () => invocations?.check();
    const bundles = cleanUps.add(createBundles({ ...bundlesOptions(options), changed }), (each) =>
      each.stop(),
    );
    const proxies = cleanUps.add(
      new FunctionProxy({ folder: options.keysFolder ?? folder, report }),
      (each) => each.close(),
    );
    const environment = await processEnvironment(options, { router, proxies }, model, hosts);
    const { inspectPort, idleMemoryMb } = options;
    const access = new AccessControl({ mode: options.permissions ?? "enforce", model, report, clock });
    router.decideBy(access);
    const logs = new LogSubscriptions({ report, clock });
    const settings = functionsWithRoles(model);
    const processes = createFunctions({
      functions: settings,
      report: logs.report,
      clock,
      bundles,
      inspectPort,
      idleMemoryMb,
      environment,
    });
    const { dataFolder } = options;
    const functions = cleanUps.add(
      new DurableFunctions({ functions: processes, settings, clock, report, dataFolder }),
      (each) => each.stop(),
    );
    logs.serve(model, functions);
    const keys = cleanUps.add(new PoolKeys(options.keysFolder ?? folder), (each) => each.settled());
    const issuers = new LocalIssuers({ model, keys, clock });
    await step("the user pools", () => prepareKeys(issuers, report));
    router.publish((path, base) => issuers.published(path, base));
    const services = cleanUps.add(
      await LocalServices.start(router, {
        model,
        functions,
        report,
        clock,
        keys,
        dataFolder,
        elsewhere: new Set(endpoints.keys()),
        databaseServer: options.databaseServer,
        access,
        secrets: options.secrets,
        runsSchedules: options.runsSchedules,
        retriesFast: options.retriesFast,
      }),
      (each) => each.stop(),
    );
    const { reportsAccessLog } = options;
    const siteServers = cleanUps.add(new SiteServers(report), (each) => each.stop());
    const context = {
      access,
      functions,
      report,
      reportsAccessLog,
      clock,
      issuers,
      endpoints: gatewayEndpoints(router, endpoints),
      authorityOf: (host: string) => servers.authorityOfHost(host) ?? siteServers.authorityOf(host),
    };
    for (const text of notEmulated(model, options.runsSchedules, options.databaseServer))
      report({ event: "notice", text });
    const { from, bundlesFile } = options;
    const types = new TypesWriter({ from, bundlesFile, functions, report });
    const made = (name: string) => types.afterInvocation(local.model, name);
    invocations = cleanUps.add(
      new LocalInvocations({ from, functions, bundles, report, dataFolder, made }),
      (each) => each.stop(),
    );
    pages.serve(services.userPools, issuers);
    const devServers = cleanUps.add(new DevServers(report), (each) => each.stop());
    await step("the development servers of the sites", () => devServers.replace(model));
    await step("the servers of the sites", () => siteServers.replace(model, environment));
    const parts = {
      access,
      servers,
      router,
      pages,
      bundles,
      functions,
      logs,
      issuers,
      services,
      invocations,
      types,
      context,
      devServers,
      siteServers,
      proxies,
    };
    const local: Local = await step("the APIs", () => new Local(options, model, parts, cleanUps));
    await step("the APIs", () => servers.serve(local.gateways));
    const actions = {
      invoke: (request: { readonly function: string; readonly event: unknown }) =>
        local.invoke(request.function, request.event),
      users: (command: object) => local.users(command as UsersCommand),
      variables: async () => clientVariables(model, router.url, endpoints),
      published: (path: string) => issuers.published(path, control.url),
    };
    const control = await ControlServer.start(folder, actions, report);
    cleanUps.add(control, (each) => each.close());
    const { seed } = options;
    const { userPools } = services;
    if (seed !== undefined && userPools !== undefined)
      await step("the users of --seed", () => seedUsers(userPools, seed));
    const runs = invocations;
    if (options.runsInvocations !== false) await step("scripts and migrations", () => runs.take(model));
    functions.resume();
    return local;
  }

  get served(): readonly ServedGateway[] {
    return this.parts.servers.served;
  }

  /** The user pools of the app, with their clients and the addresses of their pages. */
  get userPools(): readonly ServedUserPool[] {
    return servedUserPools(this.parts.services.userPools, this.parts.pages);
  }

  /** Where the SDKs in the functions send their requests: `AWS_ENDPOINT_URL`. */
  get servicesUrl(): string {
    return this.parts.router.url;
  }

  /** The address of each service, by its name: here, or where the user has an emulator. */
  get serviceAddresses(): Readonly<Record<string, string>> {
    return serviceAddresses(this.parts.router.url, this.options.endpoints);
  }

  /** Takes over the result of a new synthesis. Ports, sockets, data and unchanged functions stay. */
  async reload(): Promise<void> {
    const {
      access,
      servers,
      router,
      pages,
      bundles,
      functions,
      logs,
      issuers,
      services,
      invocations,
      context,
      devServers,
      siteServers,
      proxies,
    } = this.parts;
    const { model, hosts } = await step("the app's Terraform JSON", () =>
      readLocalModel(this.options, servers, router, pages),
    );
    await invocations.leave(model);
    bundles.reload();
    this.model = model;
    access.replace(model);
    const environment = await processEnvironment(this.options, { router, proxies }, model, hosts);
    await functions.replace(functionsWithRoles(model), environment);
    logs.serve(model, functions);
    issuers.replace(model);
    prepareKeys(issuers, this.options.report);
    await services.replace(model);
    this.gateways = await step("the APIs", () => createGateways(model, context, this.gateways));
    await step("the APIs", () => servers.serve(this.gateways));
    await step("the development servers of the sites", () => devServers.replace(model));
    await step("the servers of the sites", () => siteServers.replace(model, environment));
    await step("scripts and migrations", () => invocations.take(model));
  }

  /** Settles when scripts and migrations have run that run at the start, or after a change. */
  async deployed(): Promise<void> {
    await this.parts.invocations.settled();
  }

  /**
   * Invokes a function by its name, its construct path, or the end of that path.
   *
   * @param event - undefined: what its schedule or a skill sends, if it has one, else an empty object
   */
  async invoke(
    name: string,
    event: unknown,
    { onChunk }: Pick<InvokeRequest, "onChunk"> = {},
  ): Promise<InvokeOutcome | { readonly unknown: readonly string[] }> {
    const functionArn = findFunction(this.model, name);
    if (functionArn === undefined) return { unknown: functionNames(this.model) };
    const payload =
      event === undefined
        ? (this.parts.services.scheduledInput(functionArn) ??
          exampleEvent(this.model, functionArn, this.parts.context.clock.now()))
        : JSON.stringify(event);
    const { functions, types } = this.parts;
    const outcome = await functions.invoke({
      functionArn,
      payload: payload ?? "{}",
      source: "invoke",
      ...(onChunk !== undefined && { onChunk }),
    });
    if (outcome.status === "ok") await types.afterInvocation(this.model, functionArn);
    return outcome;
  }

  /** Does something with the users of the app's pools, for a command in another terminal. */
  async users(command: UsersCommand): Promise<UsersAnswer> {
    const { userPools } = this.parts.services;
    if (userPools === undefined) return { problem: "Another emulator has the user pools." };
    return performCommand(userPools, command);
  }

  /** Whether a file is bundled into functions, or belongs to a site whose development server follows its changes. */
  isHandlerSource(file: string): boolean {
    return this.parts.bundles.isSource(file) || this.parts.devServers.follows(file);
  }

  /** Prepares the first request of a function while nothing else is to do. */
  async prepare(): Promise<void> {
    await this.parts.bundles.prepare();
  }

  /** Ends everything that was started. */
  async stop(): Promise<void> {
    await this.cleanUps.run();
  }
}

/** The files of tables do not bear two writers. */
function lockData(folder: string): () => void {
  const fileName = "serverform.lock";
  const unlock = lockFolder(folder, fileName);
  return (
    unlock ??
    fail("serverform local", "local-data-in-use", "--data", { folder, file: join(folder, fileName) })
  );
}

function bundlesOptions({ bundlesFile, folder, report, watch, inspectPort }: LocalOptions): BundlesOptions {
  const isDebugged = inspectPort !== undefined;
  return { file: bundlesFile, folder, report, isDebugged, ...(!watch && { watch: false }) };
}

interface Parts {
  readonly access: AccessControl;
  readonly servers: GatewayServers;
  readonly router: EndpointRouter;
  readonly pages: PageServers;
  readonly bundles: Bundles;
  readonly functions: Functions;
  readonly logs: LogSubscriptions;
  readonly issuers: LocalIssuers;
  readonly services: LocalServices;
  readonly invocations: LocalInvocations;
  readonly types: TypesWriter;
  readonly context: GatewayContext;
  readonly devServers: DevServers;
  readonly siteServers: SiteServers;
  readonly proxies: FunctionProxy;
}

/** Creates keys in the background, since it takes a moment. */
function prepareKeys(issuers: LocalIssuers, report: Report): void {
  issuers.prepare().catch((error: unknown) => {
    report({ event: "warning", text: `The keys of the user pools cannot be saved: ${String(error)}` });
  });
}

/** Addresses for routes that call a service directly: the local service, unless the user gives another address. */
function gatewayEndpoints(
  router: EndpointRouter,
  given: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  return new Map([...routeTargets().map((name) => [name, router.url] as const), ...given]);
}

/** Reads the JSON, gives each API a port, and puts the local addresses into the model. */
async function readLocalModel(
  { from, report }: LocalOptions,
  servers: GatewayServers,
  router: EndpointRouter,
  pages: PageServers,
): Promise<{ readonly model: Model; readonly hosts: ApiHosts }> {
  const read = readModel(from, { report });
  await servers.open(apiAddresses(read, from));
  const domains = userPoolDomains(read);
  await pages.open(domains.map(({ poolId }) => poolId));
  const hosts = apiHosts(read, servers);
  servers.acceptHosts(hosts);
  return {
    model: withLocalAddresses(read, [
      ...domains.flatMap(({ poolId, host }) => {
        const url = pages.urlOf(poolId);
        return url === undefined ? [] : [[`https://${host}`, url] as const];
      }),
      ...localAddresses(read, hosts, router.url),
    ]),
    hosts,
  };
}

/** Functions in AWS have temporary credentials. Some libraries do not work without the token of those. */
const sessionToken = "LOCALSESSIONTOKEN";

async function processEnvironment(
  { endpoints }: LocalOptions,
  { router, proxies }: { readonly router: EndpointRouter; readonly proxies: FunctionProxy },
  model: Model,
  given: ApiHosts,
): Promise<ProcessEnvironment> {
  const authority = new URL(router.url).host;
  // SDKs that do not read AWS_ENDPOINT_URL send to the endpoints of AWS.
  const hosts = { ...localHosts(given), ...issuerHosts(model, authority), [awsEndpoints]: authority };
  return {
    credentials: { ...localCredentials, sessionToken },
    variables: endpointVariables(router.url, endpoints),
    hosts,
    proxy: await proxies.settingsFor(functionsWithRoles(model), hosts),
  };
}
