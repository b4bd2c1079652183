import { isArn } from "../../facts/aws/arns";
import { servicePrefixes } from "../../facts/aws/service-prefixes";
import {
  isDatabaseServer,
  type PermissionsMode,
  permissionsModes,
  servicesWithEndpoints,
  signingNameOf,
} from "../../local";
import { fail } from "../errors";
import type { GlobalOptions } from "../project/command-context";

/** The options of `serverform local`, which its subcommands share. */
export interface LocalCommandOptions extends GlobalOptions {
  readonly port: string;
  readonly servicesPort?: string;
  readonly host: string;
  readonly from?: string;
  readonly data?: string;
  readonly seed?: string;
  readonly endpoint?: readonly string[];
  readonly inspect?: string | true;
  readonly idleMemory?: string;
  readonly schedules?: boolean;
  readonly fastRetries?: boolean;
  readonly console?: string | true;
  readonly docs?: string | true;
  readonly history?: string;
  readonly facts?: boolean;
  readonly permissions?: string;
  readonly failOn?: string;
  readonly watch: boolean;
  readonly state?: string;
  readonly only?: readonly string[];
  readonly yes?: boolean;
}

/** The port on which Node.js listens for a debugger by default. */
const nodeInspectPort = "9229";

export function parsePort(value: string, option = "--port", where = "serverform local"): number {
  const port = Number(value);
  if (/^\d+$/.test(value) && port <= 65_535) return port;
  return fail(where, "local-port-invalid", option, { value });
}

/** The first port for debuggers. `--inspect` without a value selects the default port of Node.js. */
export function parseInspect(given: string | true | undefined, where?: string): number | undefined {
  if (given === undefined) return undefined;
  return parsePort(given === true ? nodeInspectPort : given, "--inspect", where);
}

/** A whole number; undefined: the default of the server. */
const wholeNumber =
  (code: "local-memory-invalid" | "local-history-invalid", option: string) =>
  (given: string | undefined): number | undefined => {
    if (given === undefined) return undefined;
    return /^\d+$/.test(given) ? Number(given) : fail("serverform local", code, option, { value: given });
  };

/** The memory that idle processes may use together, in MB. */
export const parseIdleMemory = wholeNumber("local-memory-invalid", "--idle-memory");

/** The maximum number of facts in the history. */
export const parseHistory = wholeNumber("local-history-invalid", "--history");

/** The port of a page, or any port. Undefined without the page. */
export function parsePageOption(
  option: "--console" | "--console-page" | "--docs" | "--http",
  given: string | true | undefined,
  where?: string,
): number | undefined {
  return given === undefined ? undefined : given === true ? 0 : parsePort(given, option, where);
}

/** The treatment of a call that no permission allows. Undefined: the default of the server. */
export function parsePermissions(
  given: string | undefined,
  where = "serverform local",
): PermissionsMode | undefined {
  const found = permissionsModes.find((mode) => mode === given);
  if (given === undefined || found !== undefined) return found;
  return fail(where, "literal-unknown", "--permissions", {
    value: given,
    allowed: permissionsModes,
  });
}

/** Parses `sqs=http://127.0.0.1:9324`: a service or the URI of an integration, and the URL that replaces it. */
export function parseEndpoints(
  given: readonly string[] = [],
  where = "serverform local",
): ReadonlyMap<string, string> {
  return new Map(
    given
      .filter((text) => databaseServerIn(text) === undefined)
      .map((text) => {
        const [, name = "", url = ""] = /^(.+?)=(https?:\/\/[^\s]+)$/.exec(text) ?? [];
        if (name === "" || !URL.canParse(url)) {
          fail(where, "local-endpoint-invalid", "--endpoint", { value: text });
        }
        if (!isEndpointName(name)) {
          fail(where, "local-endpoint-unknown", "--endpoint", {
            value: name,
            names: servicesWithEndpoints,
          });
        }
        return [name, url.replace(/\/$/, "")] as const;
      }),
  );
}

/** The database server in `rds-data=postgres://...` or `rds-data=mysql://...`; the last one applies. */
export function parseDatabaseServer(given: readonly string[] = []): string | undefined {
  return given.map(databaseServerIn).findLast((url) => url !== undefined);
}

function databaseServerIn(text: string): string | undefined {
  const [, url = ""] = /^rds-data=(\S+)$/.exec(text) ?? [];
  return isDatabaseServer(url) && URL.canParse(url) ? url : undefined;
}

/** Services that have a different name in routes of an HTTP API than in IAM. */
const knownServices: ReadonlySet<string> = new Set([
  ...servicePrefixes,
  ...servicesWithEndpoints,
  "stepfunctions",
]);

/** Whether a name is a service, a call of one such as `SQS-SendMessage`, or the URI of an integration. */
function isEndpointName(name: string): boolean {
  const isUri = /^https?:\/\//.test(name) || isArn(name);
  return isUri || [name, name.split("-", 1)[0] ?? ""].some((each) => knownServices.has(signingNameOf(each)));
}
