import { isValues } from "../../../../model";
import type { RestExchange } from "../exchange";
import { type Failure, internalError, isFailure, type RestAnswer } from "../response/answer";
import { HeaderList, isSendable } from "../response/answer-headers";
import type { RestApiServices } from "../services";
import { decodeBase64 } from "../values/base64";
import type { IntegrationAnswer } from "../values/integration-answer";
import { essenceOf } from "../values/media-types";
import { callMapped } from "./call-mapped";
import type { MappedIntegration } from "./integration";
import { type MappedRequest, mapParameters } from "./integration-request";
import { type IntegrationResponse, templateFor } from "./integration-responses";
import { noOverrides, type Overrides } from "./vtl/template";

/**
 * Maps a request, calls the target of the integration, and maps its response.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/request-response-data-mappings.html
 */
export async function integrateMapped(
  exchange: RestExchange,
  services: RestApiServices,
  integration: MappedIntegration,
): Promise<RestAnswer | Failure> {
  const request = mapRequest(exchange, integration);
  if (isFailure(request)) return request;
  const result = await callMapped(integration, exchange, services, request);
  if ("failure" in result || "headers" in result) return result;
  const response = integration.responses.select(result.selectBy);
  if (response === undefined) {
    exchange.notes.integrationError =
      "No match for output mapping and no default endpoint response mapping configured.";
    return internalError;
  }
  return mapAnswer(exchange, response, result.answer, request.overrides);
}

function mapRequest(exchange: RestExchange, { request }: MappedIntegration): MappedRequest | Failure {
  const rule = request.templates.ruleFor(exchange.contentType);
  if (rule.rule === "refuse") {
    const reason = `No mapping template for the content type ${exchange.contentType ?? "application/json"}.`;
    return { failure: "UNSUPPORTED_MEDIA_TYPE", reason };
  }
  const body = convertedRequest(exchange, request.contentHandling);
  if (rule.rule === "pass") {
    const contentType = exchange.request.headers["content-type"] ?? "application/json";
    return { body, contentType, parameters: mapParameters(exchange, request), overrides: noOverrides() };
  }
  try {
    const { text, overrides } = rule.template.render(exchange, body.toString("utf8"), noOverrides());
    return {
      body: Buffer.from(text),
      contentType: rule.contentType,
      parameters: mapParameters(exchange, request, overrides),
      overrides,
    };
  } catch (error) {
    return templateFailed(exchange, error);
  }
}

function mapAnswer(
  exchange: RestExchange,
  response: IntegrationResponse,
  answer: IntegrationAnswer,
  given: Overrides,
): RestAnswer | Failure {
  const headers = new HeaderList();
  for (const [name, source] of response.headers) {
    const value = source.value(exchange, answer);
    if (value !== undefined && isSendable(name, [value])) headers.set(name, [value]);
  }
  const converted = convertedAnswer(exchange, response, answer);
  if (converted === undefined) {
    exchange.notes.integrationError =
      "The response is not valid base64, so it cannot be converted to binary.";
    return internalError;
  }
  let body: string | Buffer = converted;
  let { contentType } = response;
  let overrides = given;
  const found = templateFor(response, exchange.request.headers.accept);
  if (found !== undefined) {
    try {
      const rendered = found.template.render(exchange, converted.toString("utf8"), given);
      body = rendered.text;
      contentType = found.contentType;
      overrides = rendered.overrides;
    } catch (error) {
      return templateFailed(exchange, error);
    }
  }
  const status = statusOf(overrides) ?? response.status;
  overrideHeaders(headers, overrides);
  if (headers.get("content-type") === undefined) headers.set("Content-Type", [contentType]);
  return { status, headers: headers.remapped("mapped").toHeaders(), body };
}

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-override-request-response-parameters.html */
function overrideHeaders(headers: HeaderList, { responseOverride: { header } }: Overrides): void {
  if (!isValues(header)) return;
  for (const [name, value] of Object.entries(header)) {
    const values = (Array.isArray(value) ? value : [value]).map(String);
    if (isSendable(name, values)) headers.set(name, values);
  }
}

function statusOf({ responseOverride: { status } }: Overrides): number | undefined {
  const given = typeof status === "string" ? Number(status) : status;
  return Number.isInteger(given) && Number(given) >= 200 && Number(given) <= 599 ? Number(given) : undefined;
}

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-payload-encodings-workflow.html */
function convertedRequest(
  { api, body, contentType }: RestExchange,
  handling: MappedIntegration["request"]["contentHandling"],
): Buffer {
  const isBinary = api.binaryTypes.includes(contentType);
  if (handling === "CONVERT_TO_TEXT" && isBinary) return Buffer.from(body.toString("base64"));
  if (handling === "CONVERT_TO_BINARY" && !isBinary) return Buffer.from(body.toString("utf8"), "base64");
  return body;
}

/** Undefined when a text should be base64 but is not. */
function convertedAnswer(
  { api, request }: RestExchange,
  { contentHandling: handling }: IntegrationResponse,
  { headers, body }: IntegrationAnswer,
): Buffer | undefined {
  const type = headers.get("content-type")?.at(-1);
  const isBinary = type !== undefined && api.binaryTypes.includes(essenceOf(type));
  const wantsBinary =
    handling === undefined
      ? api.binaryTypes.areAccepted(request.headers.accept)
      : handling === "CONVERT_TO_BINARY";
  if (isBinary === wantsBinary) return body;
  if (isBinary) return Buffer.from(body.toString("base64"));
  return decodeBase64(body.toString("utf8"));
}

function templateFailed(exchange: RestExchange, error: unknown): Failure {
  exchange.notes.integrationError = `The mapping template fails: ${String(error)}`;
  return internalError;
}
