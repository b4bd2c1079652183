import { byKind } from "../../../../facts/text/by-kind";
import { jsonOf } from "../../../../facts/text/json";
import { inBackground } from "../../../invoke";
import { integrationCredentials } from "../../integration-credentials";
import type { RestExchange } from "../exchange";
import { type Failure, internalError, isFailure, type RestAnswer, restNotEmulated } from "../response/answer";
import type { RestApiServices } from "../services";
import { IntegrationAnswer } from "../values/integration-answer";
import { callServer, withoutAddress } from "./call-server";
import {
  type HttpServerIntegration,
  type MappedIntegration,
  type RestFunctionIntegration,
  type RestServiceIntegration,
  serviceTargets,
} from "./integration";
import { type MappedRequest, sentHeaders } from "./integration-request";
import { invokeFunction } from "./invoke-function";

/** The response of an integration, and the text that selects the integration response. */
export interface CallResult {
  readonly answer: IntegrationAnswer;
  /** Undefined for a function that did not fail: it gets the default response. */
  readonly selectBy: string | undefined;
}

type Called = CallResult | Failure | RestAnswer;

const noHeaders: ReadonlyMap<string, readonly string[]> = new Map();

/** Calls the target of an integration. */
export const callMapped = byKind<
  MappedIntegration,
  "type",
  [exchange: RestExchange, services: RestApiServices, request: MappedRequest],
  Promise<Called>
>("type", {
  mock: async (_, exchange, __, request) => answerMock(exchange, request),
  function: (integration, exchange, services, request) =>
    callFunction(exchange, services, integration, request),
  http: (integration, exchange, services, request) => callHttp(exchange, services, integration, request),
  service: (integration, exchange, services, request) =>
    callService(exchange, services, integration, request),
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
  exchange: RestExchange,
  services: RestApiServices,
  integration: RestFunctionIntegration,
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
    inBackground("REST API", invokeFunction(exchange, services, integration, payload));
    exchange.notes.integrationStatus = 202;
    return answerOf(202, "", "202");
  }
  const result = await invokeFunction(exchange, services, integration, payload);
  if (isFailure(result)) return result;
  if (result.isError) exchange.notes.reason = result.reason;
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
  exchange: RestExchange,
  services: RestApiServices,
  integration: HttpServerIntegration,
  { body, contentType, parameters }: MappedRequest,
): Promise<Called> {
  const { target, method, timeoutMs, verifiesCertificate } = integration;
  if (target === undefined) return withoutAddress(integration, services);
  const answer = await callServer(exchange, services.context.clock, {
    target: target.render(exchange.stage),
    method: method === "ANY" ? exchange.httpMethod : method,
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
    timeoutMs,
    verifiesCertificate,
  });
  return isFailure(answer) ? answer : { answer, selectBy: String(answer.status) };
}

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/integration-request-basic-setup.html */
async function callService(
  exchange: RestExchange,
  { context, warnOnce }: RestApiServices,
  { service, roleArn, target, method, timeoutMs }: RestServiceIntegration,
  { body, contentType, parameters }: MappedRequest,
): Promise<Called> {
  const { name, kind, rest } = service;
  if (target === undefined) {
    const text = `${name} is not emulated. Start an emulator and give its address: --endpoint ${name}=http://localhost:<port>`;
    warnOnce(text);
    return restNotEmulated(text);
  }
  const prefix = serviceTargets[name];
  const isOperation = kind === "action" && prefix !== undefined;
  const credentials = integrationCredentials(context.accessKeys, roleArn);
  const answer = await callServer(exchange, context.clock, {
    target: kind === "path" ? `${target.replace(/\/$/, "")}/${rest}` : target,
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
    verifiesCertificate: true,
  });
  return isFailure(answer) ? answer : { answer, selectBy: String(answer.status) };
}

function lowerCased(headers: ReadonlyMap<string, string>): Record<string, string> {
  return Object.fromEntries([...headers].map(([name, value]) => [name.toLowerCase(), value]));
}
