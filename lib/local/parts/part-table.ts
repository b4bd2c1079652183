import type { RecordedOptions } from "../history/start-history";
import { app, removedInvocations } from "./app";
import { console } from "./console";
import { control } from "./control";
import {
  bundles,
  environment,
  functions,
  logSubscriptions,
  logs,
  proxies,
  resumedExecutions,
} from "./functions";
import {
  context,
  developedSites,
  devServers,
  gateways,
  runningSites,
  servedApis,
  siteServers,
} from "./gateways";
import { invocations, scriptRuns, types } from "./invocations";
import { dataLock, keptFacts, pages, router, servers } from "./listeners";
import type { LocalParts, PartName } from "./local-parts";
import type { PartTable } from "./part";
import { access, issuers, keys, notices, pageContents, seededUsers, services } from "./services";
import { work } from "./work";

/** The parts of the server. */
export const partTable: PartTable<LocalParts, RecordedOptions> = {
  dataLock,
  keptFacts,
  router,
  servers,
  pages,
  app,
  removedInvocations,
  bundles,
  proxies,
  access,
  environment,
  work,
  logs,
  functions,
  logSubscriptions,
  keys,
  issuers,
  services,
  siteServers,
  context,
  notices,
  types,
  invocations,
  pageContents,
  gateways,
  servedApis,
  devServers,
  developedSites,
  runningSites,
  control,
  console,
  seededUsers,
  scriptRuns,
  resumedExecutions,
};

export const partNames = Object.keys(partTable) as readonly PartName[];
