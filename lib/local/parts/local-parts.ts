import type { ConsoleServer } from "../console/console-server";
import type { TypesWriter } from "../databases/types-writer";
import type { DevServers } from "../dev-servers";
import type { LocalIssuers, PoolKeys } from "../identities";
import type { LocalInvocations } from "../invocations/local-invocations";
import type { Bundles, Timers } from "../invoke";
import type { PageServers } from "../pages/page-servers";
import type { RunningWork } from "../pending/running-work";
import type { AccessControl } from "../permissions/access-control";
import type { GatewayServers } from "../servers";
import type { EndpointRouter } from "../services/endpoint-router";
import type { DurableFunctions } from "../services/lambda/durable/durable-functions";
import type { LocalServices } from "../services/local-services";
import type { ReadApp } from "./prepare";

export interface LocalParts {
  readonly router: EndpointRouter;
  readonly servers: GatewayServers;
  readonly pages: PageServers;
  readonly app: ReadApp;
  readonly bundles: Bundles;
  readonly access: AccessControl;
  readonly work: RunningWork;
  readonly functions: DurableFunctions;
  readonly keys: PoolKeys;
  readonly issuers: LocalIssuers;
  readonly services: LocalServices;
  readonly types: TypesWriter;
  readonly invocations: LocalInvocations;
  readonly devServers: DevServers;
  /** Undefined without `--console`. */
  readonly console: ConsoleServer | undefined;
  readonly clock: Timers;
}
