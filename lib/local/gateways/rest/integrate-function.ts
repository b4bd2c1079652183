import { functionNameInArn } from "../../../facts/aws/function-arn";
import { jsonOf } from "../../../facts/text/json";
import { gatewayInvoker, invokePermitted } from "../../permissions/invoke-permitted";
import { failureReason, notJson, readBodyText, readStatus, type UnusableAnswer } from "../function-response";
import { invokeFunction, isTooLarge, type NotInvoked } from "../invoke-function";
import { noteStreamed, streamResponse } from "../streamed-response";
import {
  beginRestAnswer,
  type Failure,
  HeaderList,
  internalError,
  isFailure,
  isSendable,
  type RestAnswer,
  requestTooLarge,
} from "./answer";
import type { RestExchange } from "./exchange";
import type { FunctionProxyIntegration } from "./integration";
import { proxyEvent } from "./request-event";
import type { RestApiServices } from "./services";

/**
 * Invokes the function of the method and sends its output. Returns a failure, or undefined when the response was sent.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/response-transfer-mode-lambda.html
 */
export async function integrateFunctionStream(
  exchange: RestExchange,
  { context, warnOnce }: RestApiServices,
  integration: FunctionProxyIntegration,
): Promise<Failure | undefined> {
  const { notes, response, api } = exchange;
  const payload = proxyEvent(exchange);
  if (isTooLarge(payload)) return requestTooLarge;
  const { functionArn, roleArn, timeoutMs, part, source } = functionOf(exchange, integration);
  notes.functionName = functionNameInArn(functionArn);
  const begun = exchange.elapsedMs;
  const invoker = gatewayInvoker(api, part, roleArn);
  const result = await streamResponse({
    invoke: (onChunk) => invokePermitted(context, invoker, { functionArn, payload, source, onChunk }),
    clock: context.clock,
    response,
    timeoutMs,
    idleMs: api.idleMs,
    needsHead: true,
    begin: (head) => begin(exchange, head),
  });
  notes.integrationLatencyMs = exchange.elapsedMs - begun;
  const { outcome, hasBegun, problem } = result;
  if (outcome === undefined) notes.integrationError = `The function did not end within ${timeoutMs} ms.`;
  else notes.integrationRequestId = outcome.requestId;
  if (outcome?.status === "error") {
    notes.reason = failureReason(outcome);
    notes.integrationError = "The function failed.";
  }
  if (outcome?.status === "refused") {
    notes.integrationError = outcome.reason;
    warnOnce(`${api.name}, ${source}: ${outcome.reason}`);
  }
  if (hasBegun) {
    notes.integrationStatus = 200;
    noteStreamed(notes, result);
    return undefined;
  }
  if (outcome === undefined) return { failure: "INTEGRATION_TIMEOUT" };
  if (outcome.status === "refused") return internalError;
  if (outcome.status === "ok") {
    notes.reason = `The function returned no usable response: ${problem}`;
    notes.integrationError = "Malformed Lambda proxy response";
  }
  return badGateway;
}

/** Sends status and headers. The body follows, so that there is none here. */
function begin(exchange: RestExchange, head: string | undefined): boolean {
  const given = jsonOf(head ?? "");
  const { cookies, ...rest } = Object(given) as {
    readonly cookies?: unknown;
    readonly multiValueHeaders?: object;
  };
  const multiValueHeaders = { ...rest.multiValueHeaders, "set-cookie": [cookies].flat() };
  const plain = cookies === undefined ? given : { ...rest, multiValueHeaders };
  const answer = readProxyAnswer(exchange, JSON.stringify(plain ?? null));
  if ("problem" in answer || isFailure(answer)) return false;
  exchange.notes.functionStatus = answer.status;
  return beginRestAnswer(exchange, answer);
}

/** The documentation says 504; the deployed gateway responds to a failing function with this. */
const badGateway: Failure = { failure: "INTEGRATION_FAILURE", status: 502 };

/** Invokes the function of the method and returns its response. */
export async function integrateFunctionProxy(
  exchange: RestExchange,
  services: RestApiServices,
  integration: FunctionProxyIntegration,
): Promise<RestAnswer | Failure> {
  const { notes } = exchange;
  const result = await invokeMethod(exchange, services, integration, proxyEvent(exchange));
  if (isFailure(result)) return result;
  if (result.status === "error") {
    notes.reason = failureReason(result);
    notes.integrationError = "The function failed.";
    return badGateway;
  }
  const answer = readProxyAnswer(exchange, result.payload);
  if (isFailure(answer)) return answer;
  if ("problem" in answer) {
    notes.reason = `The function returned no usable response: ${answer.problem}`;
    notes.integrationError = "Malformed Lambda proxy response";
    return badGateway;
  }
  notes.functionStatus = answer.status;
  return answer;
}

const members: ReadonlySet<string> = new Set([
  "statusCode",
  "headers",
  "multiValueHeaders",
  "body",
  "isBase64Encoded",
]);

/**
 * Reads the response of a function behind a proxy integration, or says why it cannot be used.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-lambda-proxy-integrations.html
 */
function readProxyAnswer(exchange: RestExchange, payload: string): RestAnswer | UnusableAnswer | Failure {
  const returned = jsonOf(payload);
  if (returned === undefined) return notJson(payload);
  if (!isObject(returned)) return { problem: "it is not an object with statusCode and body." };
  const other = Object.keys(returned).find((name) => !members.has(name));
  if (other !== undefined) return { problem: `it has "${other}". Allowed: ${[...members].join(", ")}.` };
  // Without a status, the function succeeded.
  const status = readStatus(returned.statusCode ?? 200);
  if (typeof status !== "number") return status;
  const text = readBodyText(returned.body);
  if (typeof text !== "string") return text;
  const headers = headersOf(returned);
  if (!(headers instanceof HeaderList)) return headers;
  const body = bodyOf(exchange, text, returned.isBase64Encoded);
  if (body === undefined) return notBase64;
  if (headers.get("content-type") === undefined) headers.set("Content-Type", ["application/json"]);
  return { status, headers: headers.remapped("proxy").toHeaders(), body };
}

/** Unlike other unusable responses, this one is status 500. */
const notBase64: Failure = {
  failure: "API_CONFIGURATION_ERROR",
  reason: "The function returned isBase64Encoded: true, but its body is not Base64.",
};

/** Base64 is decoded only for clients that accept a binary type of the API. Undefined for other text. */
function bodyOf(
  { api, request }: RestExchange,
  value: string,
  isBase64Encoded: unknown,
): string | Buffer | undefined {
  const isBinary = isBase64Encoded === true && api.binaryTypes.areAccepted(request.headers.accept);
  return isBinary ? decodeBase64(value) : value;
}

/** A header in both members has the values of both, without duplicates. */
function headersOf({
  headers: single,
  multiValueHeaders: multi,
}: Readonly<Record<string, unknown>>): HeaderList | UnusableAnswer {
  const headers = new HeaderList();
  for (const given of [multi, single]) {
    if (given === undefined || given === null) continue;
    if (!isObject(given)) {
      return { problem: `${given === multi ? "multiValueHeaders" : "headers"} is not an object.` };
    }
    for (const [name, value] of Object.entries(given)) {
      if (given === multi && !Array.isArray(value)) {
        return { problem: `multiValueHeaders["${name}"] is not an array.` };
      }
      const values = (Array.isArray(value) ? value : [value]).filter((each) => each !== null).map(textOf);
      if (!values.every((each) => each !== undefined) || !isSendable(name, values)) {
        return { problem: `the header "${name}" cannot be sent.` };
      }
      for (const each of values) {
        if (given === multi || headers.get(name)?.includes(each) !== true) headers.add(name, each);
      }
    }
  }
  return headers;
}

function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

type MethodFunction = Pick<FunctionProxyIntegration, "functionArn" | "roleArn" | "timeoutMs">;

/** The function of a method, for a request. */
function functionOf(
  { method, path, route, stage }: RestExchange,
  { functionArn, roleArn, timeoutMs }: MethodFunction,
) {
  const at = route?.resource.path ?? path;
  return {
    functionArn: functionArn.render(stage),
    roleArn,
    timeoutMs,
    part: `${stage?.name}/${method}${at}`,
    source: `${method} ${at}`,
  };
}

const notInvoked: Readonly<Record<NotInvoked, Failure>> = {
  "too-large": requestTooLarge,
  timeout: { failure: "INTEGRATION_TIMEOUT" },
  refused: internalError,
};

/** Invokes the function of a method. */
export async function invokeMethod(
  exchange: RestExchange,
  services: RestApiServices,
  integration: MethodFunction,
  payload: string,
): Promise<Exclude<Awaited<ReturnType<typeof invokeFunction>>, string> | Failure> {
  const outcome = await invokeFunction(exchange, services, functionOf(exchange, integration), payload);
  return typeof outcome === "string" ? notInvoked[outcome] : outcome;
}

/** The bytes of a Base64 text, which may have white space; undefined for other text. */
export function decodeBase64(text: string): Buffer | undefined {
  return /^[A-Za-z0-9+/\s]*(?:={1,2}\s*)?$/.test(text) ? Buffer.from(text, "base64") : undefined;
}
