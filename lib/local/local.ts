import type { Model } from "../model";
import type { ConsoleServer } from "./console/console-server";
import type { History } from "./history/history";
import { type RecordedOptions, withHistory } from "./history/start-history";
import type { InvokeOutcome, InvokeRequest } from "./invoke";
import type { LocalOptions } from "./local-options";
import { handlerSources } from "./overview/handler-sources";
import { type Overview, overviewOf } from "./overview/overview";
import { invokeByName } from "./parts/invoke-by-name";
import type { LocalParts } from "./parts/local-parts";
import { usersCommand } from "./parts/prepare";
import { RunningParts } from "./parts/running-parts";
import { startParts } from "./parts/start-parts";
import { allPending, type PendingWork } from "./pending/pending-work";
import type { RecordedUse } from "./permissions/usage/recorded-use";
import { type ServedUserPool, servedUserPools } from "./served-user-pools";
import type { ServedGateway } from "./servers";
import type { UsersAnswer, UsersCommand } from "./services/cognito-idp/commands";
import { serviceAddresses } from "./services/endpoint-variables";
import type { SqsQueues } from "./services/sqs/queues";

/** A running server. Its parts are in `parts/start-parts`. */
export class Local {
  private constructor(
    private readonly options: RecordedOptions,
    private readonly running: RunningParts,
    private readonly parts: LocalParts,
  ) {}

  /** Reads the JSON and serves it. A function is bundled and started when it is first invoked. */
  static async start(options: LocalOptions): Promise<Local> {
    const recorded = withHistory(options);
    const started = await RunningParts.start(recorded.report, (running) => startParts(running, recorded));
    return new Local(recorded, started.running, started.parts);
  }

  /** The history; undefined if nothing is recorded. */
  get history(): History | undefined {
    return this.options.history;
  }

  /** The address of the console, with its secret; undefined without a console. */
  get consoleUrl(): string | undefined {
    return this.console?.url;
  }

  /** The console; undefined without one. */
  get console(): Pick<ConsoleServer, "url" | "openingUrl"> | undefined {
    return this.parts.console;
  }

  get served(): readonly ServedGateway[] {
    return this.parts.servers.served;
  }

  /** The user pools of the app, with their clients and the addresses of their pages. */
  get userPools(): readonly ServedUserPool[] {
    return servedUserPools(this.parts.services.userPools, this.parts.pages);
  }

  /** Everything that runs beside the APIs and user pools. */
  get overview(): Overview {
    const { sources } = this;
    return overviewOf(this.parts.app.model, (name) => sources.get(name), this.options.secrets);
  }

  /** The source of each function, by its name in AWS: `functions/notes.ts list`. */
  get sources(): ReadonlyMap<string, string> {
    return handlerSources(this.parts.app.model, this.options.bundlesFile);
  }

  /** Where the SDKs in the functions send their requests: `AWS_ENDPOINT_URL`. */
  get servicesUrl(): string {
    return this.parts.router.url;
  }

  /** The address of each service, by its name: here, or where the user has an emulator. */
  get serviceAddresses(): Readonly<Record<string, string>> {
    return serviceAddresses(this.servicesUrl, this.options.endpoints);
  }

  /** The model of the app that is served. */
  get model(): Model {
    return this.parts.app.model;
  }

  /** The permissions that functions have used so far; undefined if nothing counts them. */
  get usedPermissions(): RecordedUse | undefined {
    return this.parts.access.use?.recorded;
  }

  /** Takes over the result of a new synthesis. Ports, sockets, data and unchanged functions stay. */
  async reload(): Promise<void> {
    await this.running.replace();
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
    options?: Pick<InvokeRequest, "onChunk">,
  ): Promise<InvokeOutcome | { readonly unknown: readonly string[] }> {
    return invokeByName(this.parts, name, event, options);
  }

  /** Does something with the users of the app's pools, for a command in another terminal. */
  async users(command: UsersCommand): Promise<UsersAnswer> {
    return usersCommand(this.parts.services, command);
  }

  /** The work of invocations, deliveries, consumers and retries that is not done yet. */
  pending(): PendingWork {
    const { isBusy } = this.parts.work;
    return allPending([{ isBusy, dueAt: undefined }, this.parts.services.pending()]);
  }

  /** The queues of the app; undefined where an emulator has them. */
  get queues(): SqsQueues | undefined {
    return this.parts.services.queues;
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
    await this.running.stop();
  }
}
