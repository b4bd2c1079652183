import type { LocalCredentials } from "../../../wire/local-credentials";
import type { GatewayContext } from "../../gateway";
import { ResolverError } from "../utilities/signals";

/** The services that a call of a data source needs. */
export interface DataSourceServices {
  readonly context: GatewayContext;
  readonly region: string;
  /** Ends calls when the time of the operation is over. */
  readonly signal: AbortSignal;
  /** The credentials of the data source's role. */
  readonly credentials: LocalCredentials;
  /** The caller, for the log: `Query.notes`. */
  readonly caller: string;
}

/** The local address of a service; throws where the service is not here. */
export function serviceUrl({ context }: DataSourceServices, service: string): string {
  const url = context.endpoints.get(service);
  if (url !== undefined) return url;
  const text = `${service} is not emulated. Start an emulator and give its address: --endpoint ${service}=http://localhost:<port>`;
  context.report({ event: "warning", text });
  throw new ResolverError(text, "NotEmulated");
}

/** A request to a data source is an object with an operation. */
export function operationOf(request: Readonly<Record<string, unknown>>, known: readonly string[]): string {
  const { operation } = request;
  if (typeof operation === "string" && known.includes(operation)) return operation;
  const text = `The request has the operation ${JSON.stringify(operation) ?? "undefined"}. Known operations: ${known.join(", ")}.`;
  throw new ResolverError(text, "MappingTemplate");
}
