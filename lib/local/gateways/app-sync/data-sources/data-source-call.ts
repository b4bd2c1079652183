import { jsonOf } from "../../../../facts/text/json";
import { isValues, type Values } from "../../../../model";
import type { LocalCredentials } from "../../../wire/local-credentials";
import { needsEmulator } from "../../api-answer";
import type { GatewayContext } from "../../gateway";
import { sendRequest } from "../../send-request";
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
  const text = needsEmulator(service);
  context.report({ event: "warning", text });
  throw new ResolverError(text, "NotEmulated");
}

/** An answer of a service: its members, or its error. */
type ServiceAnswer =
  | { readonly result: Values }
  | { readonly code: string; readonly message: string; readonly details: Values };

/**
 * Calls a service with JSON.
 *
 * @param headers - that name the operation
 */
export async function callService(
  services: DataSourceServices,
  service: string,
  input: object,
  headers: Readonly<Record<string, string>>,
  path = "",
): Promise<ServiceAnswer> {
  const { region, credentials, signal } = services;
  const { status, body } = await sendRequest({
    url: new URL(path, serviceUrl(services, service)),
    method: "POST",
    headers,
    body: JSON.stringify(input),
    signing: { region, service, credentials },
    signal,
  });
  const answer = jsonOf(body.toString("utf8"));
  const result = isValues(answer) ? answer : {};
  if (status === 200) return { result };
  const { __type: type, message, Message, ...details } = result;
  const code = String(type ?? status).replace(/^.*#/, "");
  const told = message ?? Message ?? `${service} failed with ${status}.`;
  return { code, message: String(told), details };
}

/** A request to a data source is an object with an operation. */
export function operationOf(request: Readonly<Record<string, unknown>>, known: readonly string[]): string {
  const { operation } = request;
  if (typeof operation === "string" && known.includes(operation)) return operation;
  const text = `The request has the operation ${JSON.stringify(operation) ?? "undefined"}. Known operations: ${known.join(", ")}.`;
  throw new ResolverError(text, "MappingTemplate");
}
