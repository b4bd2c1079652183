import { jsonOf } from "../../../facts/text/json";
import { isValues, type Values } from "../../../model";
import type { ApiAnswer } from "../api-answer";
import {
  failureReason,
  headerTexts,
  notJson,
  readBodyText,
  readStatus,
  type UnusableAnswer,
  unusableReason,
} from "../function-response";
import { type InvocationRun, invokeFunction, type NotInvoked } from "../invoke-function";
import type { ApiServices } from "../routed-api";
import { type StreamedResult, streamResponse } from "../streamed-response";
import {
  beginRestAnswer,
  type Failure,
  HeaderList,
  internalError,
  isFailure,
  requestTooLarge,
} from "./answer";
import type { RestExchange } from "./config";
import type { FunctionProxyIntegration } from "./integration";
import { proxyEvent } from "./request-event";

/**
 * Invokes the function of the method and returns its response; undefined when the response was sent while the function wrote it.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/response-transfer-mode-lambda.html
 */
export async function integrateFunctionProxy(
  integration: FunctionProxyIntegration,
  exchange: RestExchange,
  services: ApiServices,
): Promise<ApiAnswer | Failure | undefined> {
  const { notes, response, api } = exchange;
  const { timeoutMs, isStreaming } = integration;
  let streamed: StreamedResult | undefined;
  const stream: InvocationRun = async (invoke) => {
    const { clock } = services.context;
    const begins = (head: string | undefined) => begin(exchange, head);
    const sent = { response, notes, timeoutMs, idleMs: api.idleMs, needsHead: true, begin: begins };
    streamed = await streamResponse({ invoke, clock, ...sent });
    return streamed.outcome;
  };
  const run = isStreaming ? stream : undefined;
  const result = await invokeMethod(exchange, services, integration, proxyEvent(exchange), run);
  if (streamed?.hasBegun === true) return undefined;
  if (isFailure(result)) return result;
  if (result.status === "error") {
    notes.reason = failureReason(result);
    notes.integrationError = "The function failed.";
    return badGateway;
  }
  const answer = isStreaming ? { problem: streamed?.problem } : readProxyAnswer(exchange, result.payload);
  if (isFailure(answer)) return answer;
  if ("problem" in answer) {
    notes.reason = unusableReason(answer.problem);
    notes.integrationError = "Malformed Lambda proxy response";
    return badGateway;
  }
  notes.functionStatus = answer.status;
  return answer;
}

/** The documentation says 504; the deployed gateway responds to a failing function with this. */
const badGateway: Failure = { failure: "INTEGRATION_FAILURE", status: 502 };

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
function readProxyAnswer(exchange: RestExchange, payload: string): ApiAnswer | UnusableAnswer | Failure {
  const returned = jsonOf(payload);
  if (returned === undefined) return notJson(payload);
  if (!isValues(returned)) return { problem: "it is not an object with statusCode and body." };
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
function headersOf({ headers: single, multiValueHeaders: multi }: Values): HeaderList | UnusableAnswer {
  const headers = new HeaderList();
  for (const given of [multi, single]) {
    if (given === undefined || given === null) continue;
    if (!isValues(given)) {
      return { problem: `${given === multi ? "multiValueHeaders" : "headers"} is not an object.` };
    }
    for (const [name, value] of Object.entries(given)) {
      if (given === multi && !Array.isArray(value)) {
        return { problem: `multiValueHeaders["${name}"] is not an array.` };
      }
      const values = headerTexts(
        name,
        [value].flat().filter((each) => each !== null),
      );
      if (values === undefined) return { problem: `the header "${name}" cannot be sent.` };
      for (const each of values) {
        if (given === multi || headers.get(name)?.includes(each) !== true) headers.add(name, each);
      }
    }
  }
  return headers;
}

type MethodFunction = Pick<FunctionProxyIntegration, "functionArn" | "roleArn" | "timeoutMs">;

/** The function of a method, for a request. */
function functionOf(
  { method, path, route, stage }: RestExchange,
  { functionArn, roleArn, timeoutMs }: MethodFunction,
) {
  const at = route?.resourcePath ?? path;
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
  services: ApiServices,
  integration: MethodFunction,
  payload: string,
  run?: InvocationRun,
): Promise<Exclude<Awaited<ReturnType<typeof invokeFunction>>, string> | Failure> {
  const outcome = await invokeFunction(exchange, services, functionOf(exchange, integration), payload, run);
  return typeof outcome === "string" ? notInvoked[outcome] : outcome;
}

/** The bytes of a Base64 text, which may have white space; undefined for other text. */
export function decodeBase64(text: string): Buffer | undefined {
  return /^[A-Za-z0-9+/\s]*(?:={1,2}\s*)?$/.test(text) ? Buffer.from(text, "base64") : undefined;
}
