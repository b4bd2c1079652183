import type { RestExchange } from "../exchange";
import { failureTypes } from "../values/failure-types";
import { essenceOf } from "../values/media-types";
import type { Failure, RestAnswer } from "./answer";
import type { GatewayResponse } from "./gateway-responses";

/** The response to an error of the gateway. */
export function failureAnswer(exchange: RestExchange, failed: Failure): RestAnswer {
  const { api, notes } = exchange;
  const [usualStatus, message, errorType] = failureTypes[failed.failure];
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
  const template = given === undefined ? undefined : templateFor(exchange, given);
  if (template !== undefined) headers["Content-Type"] = template.type;
  return {
    status: notes.status,
    headers,
    body: template === undefined ? usualBody(failed, notes.errorMessage) : template.text.render(exchange),
  };
}

/** The template for the type that the client accepts, or else for JSON. */
function templateFor({ request }: RestExchange, { templates }: GatewayResponse) {
  if (templates.size === 0) return undefined;
  const accepted = essenceOf((request.headers.accept ?? "").split(",", 1)[0] ?? "");
  for (const type of [accepted, "application/json", ...templates.keys()]) {
    const text = templates.get(type);
    if (text !== undefined) return { type, text };
  }
  return undefined;
}

/** Only this type capitalizes the member. */
function usualBody({ failure }: Failure, message: string | null): string {
  return JSON.stringify(failure === "ACCESS_DENIED" ? { Message: message } : { message });
}
