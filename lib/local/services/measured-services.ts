import { serviceTable } from "./service-table";

/** APIs that gateways serve, and that functions call with their permissions. */
const servedByGateways = ["execute-api", "appsync"];

/** Other services use keys for the caller, and those uses are not decided here. */
const notDecided = ["kms"];

/**
 * Whether the calls of a service are seen by this server, by the prefix of its actions.
 *
 * @param endpoints - the services whose requests go somewhere else
 */
export function isMeasuredService(
  endpoints: ReadonlyMap<string, string> = new Map(),
): (service: string) => boolean {
  const measured = new Set([...serviceTable.keys(), ...servedByGateways]);
  for (const service of [...notDecided, ...endpoints.keys()]) measured.delete(service);
  return (service) => service === "*" || measured.has(service);
}
