import type { FunctionProxy } from "../aws-proxy/function-proxy";
import type { ConsoleServer } from "../console/console-server";
import type { ControlServer } from "../control";
import type { TypesWriter } from "../databases/types-writer";
import type { DevServers } from "../dev-servers";
import type { Gateway, GatewayContext } from "../gateways/gateway";
import type { History } from "../history/history";
import type { LocalIssuers, PoolKeys } from "../identities";
import type { LocalInvocations } from "../invocations/local-invocations";
import type { Bundles, ProcessEnvironment } from "../invoke";
import type { LogSubscriptions } from "../log-subscriptions/log-subscriptions";
import type { PageServers } from "../pages/page-servers";
import type { RunningWork } from "../pending/running-work";
import type { AccessControl } from "../permissions/access-control";
import type { GatewayServers } from "../servers";
import type { EndpointRouter } from "../services/endpoint-router";
import type { DurableFunctions } from "../services/lambda/durable/durable-functions";
import type { LocalServices } from "../services/local-services";
import type { SiteServers } from "../site-servers";
import type { ReadApp } from "./app";

/** The parts of the server, by name. A name that is not in the list of parts, or the other way round, does not compile. */
export interface LocalParts extends Readonly<Record<StepName, void>> {
  /** Releases the data folder; undefined where tables are in memory. */
  readonly dataLock: (() => void) | undefined;
  /** The history, whose facts of earlier runs are read; undefined if nothing is recorded. */
  readonly keptFacts: History | undefined;
  readonly router: EndpointRouter;
  readonly servers: GatewayServers;
  readonly pages: PageServers;
  readonly app: ReadApp;
  readonly bundles: Bundles;
  readonly proxies: FunctionProxy;
  readonly environment: { current: ProcessEnvironment };
  readonly access: AccessControl;
  readonly work: RunningWork;
  readonly logs: LogSubscriptions;
  readonly functions: DurableFunctions;
  readonly keys: PoolKeys;
  readonly issuers: LocalIssuers;
  readonly services: LocalServices;
  readonly siteServers: SiteServers;
  readonly context: GatewayContext;
  readonly types: TypesWriter;
  readonly invocations: LocalInvocations;
  readonly gateways: { all: readonly Gateway[] };
  readonly devServers: DevServers;
  readonly control: ControlServer;
  /** Undefined without `--console`. */
  readonly console: ConsoleServer | undefined;
}

export type PartName = keyof LocalParts;

/** Parts without a value: what they do is done with the parts above them. */
type StepName =
  | "removedInvocations"
  | "logSubscriptions"
  | "notices"
  | "pageContents"
  | "servedApis"
  | "developedSites"
  | "runningSites"
  | "seededUsers"
  | "scriptRuns"
  | "resumedExecutions";
