import type { Timers } from "../../../invoke";
import { contained } from "../../../invoke";
import { signedHeadersFor } from "../../../wire/signature";
import type { RequestSigning } from "../../send-request";
import type { RestExchange } from "../exchange";
import { type Failure, type RestAnswer, restNotEmulated } from "../response/answer";
import type { RestApiServices } from "../services";
import type { IntegrationAnswer } from "../values/integration-answer";
import type { ServerTarget } from "./integration";
import { addressOf } from "./integration-request";
import { askServer } from "./server-request";

/** A request to a server. */
export interface ServerCall {
  readonly target: string;
  readonly method: string;
  readonly path: ReadonlyMap<string, string>;
  readonly query: Iterable<readonly [name: string, value: string]>;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: Buffer;
  readonly timeoutMs: number;
  readonly verifiesCertificate: boolean;
  /** @default - the request is not signed */
  readonly signing?: RequestSigning;
}

/** Sends a request to a server, and notes the result. */
export async function callServer(
  exchange: RestExchange,
  clock: Timers,
  call: ServerCall,
): Promise<IntegrationAnswer | Failure> {
  const { notes, response } = exchange;
  const url = addressOf(call.target, call.path, call.query);
  if (url === undefined) {
    notes.integrationError = `${call.target} is not a valid address.`;
    return { failure: "API_CONFIGURATION_ERROR", message: "Invalid endpoint address" };
  }
  const hangUp = new AbortController();
  const closed = contained("REST API", (): void => hangUp.abort());
  response.on("close", closed);
  const begun = exchange.elapsedMs;
  const { method, body, timeoutMs, verifiesCertificate, signing } = call;
  const headers =
    signing === undefined
      ? call.headers
      : signedHeadersFor({ url, method, headers: call.headers, body }, signing.credentials, signing);
  const asked = { url, method, headers, body, timeoutMs, verifiesCertificate, signal: hangUp.signal };
  const result = await askServer(clock, asked);
  response.off("close", closed);
  notes.integrationLatencyMs = exchange.elapsedMs - begun;
  switch (result.result) {
    case "answer":
      notes.integrationStatus = result.answer.status;
      return result.answer;
    case "timeout":
      notes.integrationError = `No answer within ${timeoutMs} ms.`;
      notes.reason = `${url.origin} did not answer within ${timeoutMs} ms.`;
      return { failure: "INTEGRATION_TIMEOUT" };
    default:
      notes.integrationError = result.reason;
      notes.reason = `${url.origin} cannot be reached: ${result.reason}`;
      return { failure: "INTEGRATION_FAILURE", message: "Network error communicating with endpoint" };
  }
}

/** The response for a server behind a VPC link without a given address. */
export function withoutAddress({ uri }: ServerTarget, { warnOnce }: RestApiServices): RestAnswer {
  // All routes of a load balancer have its origin.
  const origin = /^https?:\/\/[^/]+/i.exec(uri)?.[0] ?? uri;
  const text = `${uri} is behind a VPC link, which is not emulated. Give its address: --endpoint ${origin}=http://localhost:<port>`;
  warnOnce(text);
  return restNotEmulated(text);
}
