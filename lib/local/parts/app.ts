import { type Model, readModel } from "../../model";
import { type ApiHosts, apiAddresses, apiHosts, localAddresses, withLocalAddresses } from "../api-hosts";
import { userPoolDomains } from "../identities/user-pool-domains";
import type { LocalOptions } from "../local-options";
import type { LocalParts } from "./local-parts";
import { definePart, defineStep, nothing } from "./part";

/** The app as it was last read. */
export interface ReadApp {
  model: Model;
  /** Where the hosts of its APIs in AWS are served here. */
  hosts: ApiHosts;
}

type Addresses = Pick<LocalParts, "servers" | "router" | "pages">;

/** Reads the JSON, gives each API a port, and puts the local addresses into the model. */
async function readApp(
  { from, report }: LocalOptions,
  { servers, router, pages }: Addresses,
): Promise<ReadApp> {
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

export const app = definePart({
  title: "the app's Terraform JSON",
  needs: ["servers", "router", "pages"],
  start: (given, { options }) => readApp(options, given),
  replace: async (value, given, { options }) => {
    Object.assign(value, await readApp(options, given));
  },
  stop: nothing,
});

/** Removed scripts and migrations run a last time, before the functions that they call change. */
export const removedInvocations = defineStep(
  "the removed scripts and migrations",
  ["app"],
  async (given, { find }) => {
    await find("invocations")?.leave(given.app.model);
  },
);
