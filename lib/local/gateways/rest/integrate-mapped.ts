import { byKind } from "../../../facts/text/by-kind";
import { jsonOf } from "../../../facts/text/json";
import { isValues } from "../../../model";
import { inBackground } from "../../invoke";
import { essenceOf } from "../../wire/request-headers";
import { type ApiAnswer, isSendable, needsEmulator, notEmulated } from "../api-answer";
import { failureReason } from "../function-response";
import type { ApiServices } from "../routed-api";
import { integrationCredentials } from "../send-request";
import { type Failure, HeaderList, internalError, isFailure } from "./answer";
import type { RestExchange } from "./config";
import { decodeBase64, invokeMethod } from "./integrate-function";
import {
  callAddress,
  callTarget,
  type IntegrationParameters,
  mapParameters,
  sentHeaders,
} from "./integrate-server";
import {
  type HttpServerIntegration,
  type IntegrationResponse,
  type MappedIntegration,
  type RestFunctionIntegration,
  type RestIntegration,
  type RestServiceIntegration,
  selectResponse,
  serviceTargets,
} from "./integration";
import { acceptedOf } from "./media-types";
import { IntegrationAnswer } from "./parameter-source";
import { noOverrides, type Overrides } from "./template";

/**
 * Maps a request, calls the target of the integration, and maps its response.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/request-response-data-mappings.html
 */
export async function integrateMapped(
  integration: MappedIntegration,
  exchange: RestExchange,
  services: ApiServices,
): Promise<ApiAnswer | Failure> {
  const request = mapRequest(exchange, integration);
  if (isFailure(request)) return request;
  const result = await callMapped(integration, exchange, services, request);
  if ("failure" in result || "headers" in result) return result;
  const response = selectResponse(integration.responses, result.selectBy);
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
): ApiAnswer | Failure {
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
  const found = acceptedOf(response.templates, exchange.request.headers.accept);
  if (found !== undefined) {
    try {
      const rendered = found.value.render(exchange, converted.toString("utf8"), given);
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

/** The response of an integration, and the text that selects the integration response. */
interface CallResult {
  readonly answer: IntegrationAnswer;
  /** Undefined for a function that did not fail: it gets the default response. */
  readonly selectBy: string | undefined;
}

type Called = CallResult | Failure | ApiAnswer;

const noHeaders: ReadonlyMap<string, readonly string[]> = new Map();

/** Calls the target of an integration. */
const callMapped = byKind<
  MappedIntegration,
  "type",
  [exchange: RestExchange, services: ApiServices, request: MappedRequest],
  Promise<Called>
>("type", {
  mock: async (_, exchange, __, request) => answerMock(exchange, request),
  function: callFunction,
  http: callHttp,
  service: callService,
});

/**
 * The mapped request selects the response by its statusCode; it need not be strict JSON.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/how-to-mock-integration.html
 */
function answerMock(exchange: RestExchange, { body }: MappedRequest): CallResult | Failure {
  const status = /["']?statusCode["']?\s*:\s*["']?(\d{3})\b/.exec(body.toString("utf8"))?.[1];
  if (status === undefined) {
    exchange.notes.integrationError = "The mapped request of a mock must contain a statusCode.";
    return internalError;
  }
  return {
    answer: new IntegrationAnswer(Number(status), noHeaders, Buffer.alloc(0)),
    selectBy: status,
  };
}

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-lambda-custom-integrations.html */
async function callFunction(
  integration: RestFunctionIntegration,
  exchange: RestExchange,
  services: ApiServices,
  { body, parameters }: MappedRequest,
): Promise<Called> {
  const payload = body.length === 0 ? "{}" : body.toString("utf8");
  if (jsonOf(payload) === undefined) {
    exchange.notes.integrationStatus = 400;
    const error = "Could not parse request body into json.";
    exchange.notes.integrationError = error;
    return answerOf(400, JSON.stringify({ message: error, Type: "User" }), "400");
  }
  const invocationType = [...parameters.headers].find(([name]) => /^x-amz-invocation-type$/i.test(name))?.[1];
  if (invocationType === "Event") {
    inBackground("REST API", invokeMethod(exchange, services, integration, payload));
    exchange.notes.integrationStatus = 202;
    return answerOf(202, "", "202");
  }
  const result = await invokeMethod(exchange, services, integration, payload);
  if (isFailure(result)) return result;
  if (result.status === "error") exchange.notes.reason = failureReason(result);
  return answerOf(200, result.payload, errorMessageOf(result.payload));
}

function answerOf(status: number, body: string, selectBy: string | undefined): CallResult {
  return { answer: new IntegrationAnswer(status, noHeaders, Buffer.from(body)), selectBy };
}

/** The error message of a failed function, or of a function that returns such an object. */
function errorMessageOf(payload: string): string | undefined {
  const value = jsonOf(payload);
  if (typeof value !== "object" || value === null || !("errorMessage" in value)) return undefined;
  return typeof value.errorMessage === "string" ? value.errorMessage : undefined;
}

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/setup-http-integrations.html */
async function callHttp(
  integration: HttpServerIntegration,
  exchange: RestExchange,
  services: ApiServices,
  { body, contentType, parameters }: MappedRequest,
): Promise<Called> {
  const answer = await callTarget(exchange, services, integration, {
    path: parameters.path,
    query: parameters.query,
    headers: {
      accept: "application/json",
      "content-type": contentType,
      "user-agent": `AmazonAPIGateway_${exchange.api.id}`,
      "x-amzn-apigateway-api-id": exchange.api.id,
      "x-amzn-trace-id": exchange.traceId,
      ...sentHeaders(parameters),
    },
    body,
  });
  return selectedBy(answer);
}

/** The status selects the response. */
function selectedBy(answer: IntegrationAnswer | Failure | ApiAnswer): Called {
  return answer instanceof IntegrationAnswer ? { answer, selectBy: String(answer.status) } : answer;
}

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/integration-request-basic-setup.html */
async function callService(
  { service, roleArn, target, method, timeoutMs }: RestServiceIntegration,
  exchange: RestExchange,
  services: ApiServices,
  { body, contentType, parameters }: MappedRequest,
): Promise<Called> {
  const { name, kind, rest } = service;
  if (target === undefined) return notEmulated(needsEmulator(name), services);
  const prefix = serviceTargets[name];
  const isOperation = kind === "action" && prefix !== undefined;
  const credentials = integrationCredentials(services.context.accessKeys, roleArn);
  const address = kind === "path" ? `${target.replace(/\/$/, "")}/${rest}` : target;
  const answer = await callAddress(exchange, services, address, {
    method,
    path: parameters.path,
    query: kind === "action" && !isOperation ? [["Action", rest], ...parameters.query] : parameters.query,
    headers: {
      // Services with the query protocol answer in JSON then, and templates read `$.SendMessageResponse`.
      accept: "application/json",
      "content-type": isOperation ? "application/x-amz-json-1.0" : contentType,
      ...(isOperation && { "x-amz-target": `${prefix}.${rest}` }),
      ...lowerCased(parameters.headers),
    },
    signing: { credentials, region: exchange.api.region, service: name },
    body,
    timeoutMs,
  });
  return selectedBy(answer);
}

function lowerCased(headers: ReadonlyMap<string, string>): Record<string, string> {
  return Object.fromEntries([...headers].map(([name, value]) => [name.toLowerCase(), value]));
}

/** A request after mapping, as the integration receives it. */
interface MappedRequest {
  readonly body: Buffer;
  readonly contentType: string;
  readonly parameters: IntegrationParameters;
  /** Overrides of the template, which apply to the response, too. */
  readonly overrides: Overrides;
}

/** Headers that no mapping may set. */
const everywhere = ["content-length", "transfer-encoding"];
const ofAws = [...everywhere, "authorization", "connection", "expect", "proxy-authenticate", "te"];

/** Source: recorded answers of AWS, `test/local/recorded/apigateway/rest-apis.json` */
const refused = {
  http: everywhere,
  "http-proxy": everywhere,
  function: ofAws,
  "function-proxy": ofAws,
  service: ofAws,
  // A mock calls nothing.
  mock: [],
} satisfies Record<RestIntegration["type"], readonly string[]>;

/** The error for a request parameter that sets a header which AWS refuses; undefined without one. */
export function refusedHeader(
  exchange: RestExchange,
  { type, request }: RestIntegration,
): Failure | undefined {
  const names: readonly string[] = refused[type];
  for (const [name, source] of request.headers) {
    if (!names.includes(name.toLowerCase()) || source.value(exchange) === undefined) continue;
    exchange.notes.integrationError = `A request parameter sets the header ${name}, which API Gateway does not allow.`;
    return internalError;
  }
  return undefined;
}
