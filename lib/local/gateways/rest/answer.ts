import type { OutgoingHttpHeaders } from "node:http";
import { type GatewayFailure, gatewayFailures } from "../../../facts/aws/gateway-failures";
import { requireText, text } from "../../../model";
import { beginResponse, outgoing, respond } from "../../wire/respond";
import { type ApiAnswer, tooLargeReason } from "../api-answer";
import type { Own } from "../api-config";
import { textParts } from "../text-parts";
import type { RestExchange } from "./config";
import { acceptedOf, readByType } from "./media-types";
import { type NamedSources, parseSource, readSources } from "./parameter-source";
import type { RestRequest } from "./request";

/** An error of the gateway. Its gateway responses determine the response. */
export interface Failure {
  readonly failure: GatewayFailure;
  /** @default - the usual one of the type */
  readonly message?: string | null;
  /** @default - the usual one of the type */
  readonly status?: number;
  /** The value of `x-amzn-ErrorType`. @default - the usual one of the type */
  readonly errorType?: string;
  /** Details of an invalid body, for `$context.error.validationErrorString`. */
  readonly validationError?: string;
  /** Why, for the log of this server. @default - what the exchange or the message says */
  readonly reason?: string;
}

export function isFailure(result: object): result is Failure {
  return "failure" in result;
}

/** The error for a wrong configuration, or for a defect of this server. */
export const internalError: Failure = { failure: "API_CONFIGURATION_ERROR" };

/** A body or an event over the limit. */
export const requestTooLarge: Failure = { failure: "REQUEST_TOO_LARGE", reason: tooLargeReason };

/** The headers of a response, with those that the gateway adds. */
function gatewayHeaders(exchange: RestExchange, headers: ApiAnswer["headers"]): OutgoingHttpHeaders {
  const all = outgoing(headers);
  all["x-amzn-RequestId"] = exchange.id;
  all["x-amz-apigw-id"] = exchange.extendedId;
  if (hasTrace(exchange)) all["X-Amzn-Trace-Id"] = exchange.traceId;
  return all;
}

/**
 * Errors of the gateway have no trace header. A server behind a proxy integration may send its own.
 *
 * Source: recorded answers of AWS, `test/local/recorded/apigateway/rest-apis.json`
 */
function hasTrace({ route, notes }: RestExchange): boolean {
  const type = route?.integration?.type;
  return notes.errorType === undefined && type !== undefined && type !== "mock" && type !== "http-proxy";
}

/** Begins a response whose body follows; returns false for headers that cannot be sent. */
export function beginRestAnswer(exchange: RestExchange, answer: ApiAnswer): boolean {
  return beginResponse(exchange, answer.status, gatewayHeaders(exchange, answer.headers));
}

/** Sends a response with the headers that the gateway adds; never throws. */
export function sendRestAnswer(exchange: RestExchange, given: ApiAnswer | Failure): void {
  const answer = isFailure(given) ? failureAnswer(exchange, given) : given;
  exchange.notes.reason ??= answer.reason;
  const invalid = (): void => {
    const failure = failureAnswer(exchange, internalError);
    // The gateway responses of the API may add invalid headers, too.
    sendRestAnswer(exchange, { ...failure, status: 500, headers: { "Content-Type": "application/json" } });
  };
  respond(exchange, answer, gatewayHeaders(exchange, answer.headers), invalid, "Content-Length");
}

/** The response to an error of the gateway. */
function failureAnswer(exchange: RestExchange, failed: Failure): ApiAnswer {
  const { api, notes } = exchange;
  const [usualStatus, message, errorType] = gatewayFailures[failed.failure];
  const status = failed.status ?? usualStatus;
  const given =
    api.gatewayResponses.get(failed.failure) ??
    api.gatewayResponses.get(status >= 500 ? "DEFAULT_5XX" : "DEFAULT_4XX");
  notes.errorMessage = failed.message === undefined ? message : failed.message;
  notes.errorType = failed.failure;
  notes.validationError = failed.validationError;
  // Every refusal has a reason in the log.
  notes.reason ??=
    failed.reason ??
    failed.validationError ??
    notes.authorizerError ??
    notes.integrationError ??
    notes.errorMessage ??
    failed.failure;
  notes.status = given?.status ?? status;
  const headers: Record<string, string> = {
    "Content-Type": "application/json",
    "x-amzn-ErrorType": failed.errorType ?? errorType,
  };
  for (const [name, source] of given?.headers ?? []) {
    const value = source.value(exchange);
    if (value !== undefined) headers[name] = value;
  }
  const template = given && acceptedOf(given.templates, exchange.request.headers.accept);
  if (template !== undefined) headers["Content-Type"] = template.contentType;
  const body = template?.value(exchange) ?? usualBody(failed, notes.errorMessage);
  return { status: notes.status, headers, body };
}

/** Only this type capitalizes the member. */
function usualBody({ failure }: Failure, message: string | null): string {
  return JSON.stringify(failure === "ACCESS_DENIED" ? { Message: message } : { message });
}

/** A type of gateway response; the defaults apply to all types without their own. */
export type ResponseType = GatewayFailure | "DEFAULT_4XX" | "DEFAULT_5XX";

/** A gateway response of an API. */
export interface GatewayResponse {
  readonly status: number | undefined;
  readonly headers: NamedSources;
  /** By content type. */
  readonly templates: ReadonlyMap<string, SimpleTemplate>;
}

/** Reads the `aws_api_gateway_gateway_response` of an API. */
export function readGatewayResponses(own: Own): ReadonlyMap<ResponseType, GatewayResponse> {
  return new Map(
    own("aws_api_gateway_gateway_response").map((values) => [
      requireText(values, "response_type") as ResponseType,
      {
        status: Number(text(values, "status_code") ?? "") || undefined,
        headers: readSources(values, "response_parameters", "gatewayresponse.header."),
        templates: readByType(values, "response_templates", parseSimpleTemplate),
      },
    ]),
  );
}

/** A template of a gateway response: text with variables. */
type SimpleTemplate = (exchange: RestRequest) => string;

const name = "(?:context|stageVariables|method\\.request)\\.[\\w:-]+(?:\\.[\\w:-]+)*";
const variable = new RegExp(`\\$\\{(${name})\\}|\\$(${name})`, "g");

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-gatewayResponse-definition.html */
function parseSimpleTemplate(text: string): SimpleTemplate {
  const parts = textParts(text, variable, ([, inBraces, plain = ""]) => parseSource(inBraces ?? plain));
  return (exchange) =>
    parts.map((part) => (typeof part === "string" ? part : (part.value(exchange) ?? ""))).join("");
}

/** Headers of a response; names are not case-sensitive. */
export class HeaderList {
  private readonly entries = new Map<string, { readonly name: string; values: string[] }>();

  /** Replaces the values of a header. */
  set(name: string, values: readonly string[]): void {
    const key = name.toLowerCase();
    this.entries.set(key, { name: this.entries.get(key)?.name ?? name, values: [...values] });
  }

  add(name: string, value: string): void {
    const known = this.entries.get(name.toLowerCase());
    if (known === undefined) this.set(name, [value]);
    else known.values.push(value);
  }

  get(name: string): readonly string[] | undefined {
    return this.entries.get(name.toLowerCase())?.values;
  }

  /** Renames the headers that the gateway sets itself, and removes some. */
  remapped(of: "proxy" | "mapped"): this {
    for (const key of [...this.entries.keys()]) {
      const entry = this.entries.get(key);
      if (entry === undefined || !(usual.has(key) || (of === "mapped" && mapped.has(key)))) continue;
      this.entries.delete(key);
      if (key !== "transfer-encoding") this.set(`x-amzn-Remapped-${entry.name}`, entry.values);
    }
    return this;
  }

  toHeaders(): ApiAnswer["headers"] {
    return Object.fromEntries(
      [...this.entries.values()].map(({ name, values }) => {
        const [first] = values;
        return [name, values.length === 1 && first !== undefined ? first : values];
      }),
    );
  }
}

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-known-issues.html */
const usual: ReadonlySet<string> = new Set([
  "connection",
  "content-length",
  "date",
  "server",
  "transfer-encoding",
  "www-authenticate",
]);
const mapped: ReadonlySet<string> = new Set([
  "authorization",
  "content-md5",
  "expect",
  "host",
  "max-forwards",
  "proxy-authenticate",
  "trailer",
  "upgrade",
  "user-agent",
]);
