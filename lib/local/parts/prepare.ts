import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { lockFolder } from "../../bundle";
import { type Model, readModel } from "../../model";
import {
  type ApiHosts,
  apiAddresses,
  apiHosts,
  issuerHosts,
  localAddresses,
  localHosts,
  withLocalAddresses,
} from "../api-hosts";
import type { FunctionProxy } from "../aws-proxy/function-proxy";
import { fail } from "../errors";
import { privateFolder } from "../files/private-files";
import { functionsWithRoles } from "../functions/role-credentials";
import { issuerKeysPath, type LocalIssuers, tokenIssuersOf, verifiesTokens } from "../identities";
import { userPoolDomains } from "../identities/user-pool-domains";
import { awsEndpoints, contained, type ProcessEnvironment } from "../invoke";
import type { LocalOptions } from "../local-options";
import type { Report } from "../report";
import { performCommand, type UsersAnswer, type UsersCommand } from "../services/cognito-idp/commands";
import { endpointVariables } from "../services/endpoint-variables";
import type { LocalServices } from "../services/local-services";
import type { LocalParts } from "./local-parts";

/** Locks the data folder, and returns how to release it. */
export function lockData(folder: string): () => void {
  const fileName = "serverform.lock";
  mkdirSync(folder, privateFolder);
  return (
    lockFolder(folder, fileName) ??
    fail("serverform local", "local-data-in-use", "--data", { folder, file: join(folder, fileName) })
  );
}

export interface ReadApp {
  model: Model;
  /** The local addresses of the hosts of its APIs in AWS. */
  hosts: ApiHosts;
}

/** Reads the JSON, assigns a port to each API, and puts the local addresses into the model. */
export async function readApp(
  { from, report }: LocalOptions,
  { servers, router, pages }: Pick<LocalParts, "servers" | "router" | "pages">,
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

/** Functions in AWS have temporary credentials. Some libraries require their token. */
const sessionToken = "LOCALSESSIONTOKEN";

/** The settings of functions' processes besides their own variables. */
export async function processEnvironment(
  { endpoints, accessKeys }: LocalOptions,
  { app, router, proxies }: Pick<LocalParts, "app" | "router"> & { readonly proxies: FunctionProxy },
): Promise<ProcessEnvironment> {
  const authority = new URL(router.url).host;
  // SDKs that do not read AWS_ENDPOINT_URL use the endpoints of AWS.
  const hosts = {
    ...localHosts(app.hosts),
    ...issuerHosts(app.model, authority),
    [awsEndpoints]: authority,
  };
  return {
    credentials: { ...accessKeys.administrator, sessionToken },
    variables: {
      ...endpointVariables(router.url, endpoints),
      ...(verifiesTokens(app.model) && { SERVERFORM_ISSUER_KEYS: router.url + issuerKeysPath }),
    },
    hosts,
    proxy: await proxies.settingsFor(functionsWithRoles(app.model, accessKeys), hosts),
  };
}

/** Only requests of the app can be redirected. Keys of an issuer are always fetched from the issuer. */
export function checkNoIssuer(model: Model, endpoints: ReadonlyMap<string, string>): void {
  const found = tokenIssuersOf(model).find(
    ({ issuer }) => endpoints.has(issuer.replace(/\/$/, "")) || endpoints.has(issuer),
  );
  if (found !== undefined)
    fail("serverform local", "local-endpoint-issuer", "--endpoint", {
      issuer: found.issuer,
      authorizer: found.name,
    });
}

/** Creates keys in the background, since it takes a moment. */
export function prepareKeys(issuers: LocalIssuers, report: Report): void {
  issuers.prepare().catch(
    contained("keys of the user pools", (error: unknown) => {
      report({ event: "warning", text: `The keys of the user pools cannot be saved: ${String(error)}` });
    }),
  );
}

export async function usersCommand(
  { userPools }: LocalServices,
  command: UsersCommand,
): Promise<UsersAnswer> {
  if (userPools === undefined) return { problem: "Another emulator has the user pools." };
  return performCommand(userPools, command);
}
