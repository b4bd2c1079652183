import { jsonOf } from "../../../facts/text/json";
import { isValues, type Values } from "../../../model";
import { connectionHeaders } from "../../wire/request-headers";
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
import { invokeFunction, type NotInvoked } from "../invoke-function";
import type { ApiServices } from "../routed-api";
import { gatewayAnswers, remappedName } from "./answer";
import type { HttpFunctionIntegration, PayloadFormat } from "./config";
import type { HttpExchange } from "./exchange";
import { mapHeaders, type ParameterMapping } from "./expressions";
import { requestEvent } from "./request-event";

const notInvoked: Readonly<Record<NotInvoked, ApiAnswer>> = {
  "too-large": gatewayAnswers.tooLarge,
  timeout: gatewayAnswers.unavailable,
  refused: gatewayAnswers.internalError,
};

/** Invokes the function of the route and reads its response. */
export async function integrateFunction(
  { functionArn, roleArn, format, responses, timeoutMs }: HttpFunctionIntegration,
  exchange: HttpExchange,
  services: ApiServices,
): Promise<ApiAnswer> {
  const { notes, route, stage, method } = exchange;
  const body = await exchange.readBody();
  if (body.state !== "complete") return gatewayAnswers.tooLarge;
  const path = route?.resourcePath ?? "$default";
  const invoked = {
    roleArn,
    timeoutMs,
    functionArn: functionArn.render(exchange) ?? functionArn.text,
    part: path === "$default" ? `${stage?.name}/$default` : `${stage?.name}/${method}${path}`,
    source: route?.key ?? method,
  };
  const outcome = await invokeFunction(
    exchange,
    services,
    invoked,
    requestEvent(format, exchange, body.bytes),
  );
  if (typeof outcome === "string") return notInvoked[outcome];
  if (outcome.status === "error") {
    notes.reason = failureReason(outcome);
    notes.integrationError = `The Lambda function returned the following error: ${outcome.errorMessage}. Check your Lambda function code and try again.`;
    return gatewayAnswers.internalError;
  }
  const answer = readFunctionAnswer(format, outcome.payload);
  if ("problem" in answer) {
    notes.reason = unusableReason(answer.problem);
    notes.integrationError =
      "The response from the Lambda function doesn't match the format that API Gateway expects.";
    return gatewayAnswers.internalError;
  }
  notes.functionStatus = answer.status;
  return changedAnswer(exchange, answer, responses.get(String(answer.status)));
}

/** The response of a function, as the integration changes it: `response_parameters`. */
function changedAnswer(
  exchange: HttpExchange,
  answer: ApiAnswer,
  mapping: ParameterMapping | undefined,
): ApiAnswer {
  if (mapping === undefined) return answer;
  const headers: Record<string, string | string[]> = {};
  const joined: Record<string, string> = {};
  for (const [name, value] of Object.entries(answer.headers)) {
    headers[name] = typeof value === "string" ? value : [...value];
    joined[name] = typeof value === "string" ? value : value.join(",");
  }
  const input = { answer: { headers: joined, body: jsonOf(answer.body.toString()) } };
  mapHeaders(headers, mapping, exchange, input);
  return { ...answer, headers, status: Number(mapping.status?.render(exchange, input) ?? answer.status) };
}

/** The content type of a response without one. Function URLs differ. */
const plainText = "text/plain;charset=UTF-8";

/**
 * Reads the response that a function returned, or says why it cannot be used.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */
export function readFunctionAnswer(
  format: PayloadFormat,
  payload: string,
  contentType = plainText,
): ApiAnswer | UnusableAnswer {
  const returned = jsonOf(payload);
  if (returned === undefined) return notJson(payload);
  if (isValues(returned) && returned.statusCode !== undefined)
    return structured(format, returned, contentType);
  if (format === "1.0") return { problem: "it has no statusCode, which payload format 1.0 requires." };
  const body = typeof returned === "string" ? returned : payload;
  return { status: 200, headers: { "content-type": "application/json" }, body };
}

function structured(
  format: PayloadFormat,
  returned: Values,
  contentType: string,
): ApiAnswer | UnusableAnswer {
  const status = readStatus(returned.statusCode);
  if (typeof status !== "number") return status;
  const body = readBodyText(returned.body);
  if (typeof body !== "string") return body;
  const headers: Headers = Object.create(null);
  const problem = format === "2.0" ? addV2(headers, returned) : addV1(headers, returned);
  if (problem !== undefined) return { problem };
  headers["content-type"] ??= contentType;
  return {
    status,
    headers,
    body: returned.isBase64Encoded === true ? Buffer.from(body, "base64") : body,
  };
}

type Headers = Record<string, string | string[]>;
/** Why headers cannot be sent; undefined after a success. */
type HeaderProblem = string | undefined;

function addV2(headers: Headers, { headers: given, cookies }: Values): HeaderProblem {
  const problem = addHeaders(headers, given);
  if (problem !== undefined || cookies === undefined || cookies === null) return problem;
  if (!Array.isArray(cookies)) return "cookies is not an array.";
  const texts = headerTexts("set-cookie", cookies);
  if (texts === undefined) return "cookies has a value that cannot be sent.";
  if (texts.length > 0) addValues(headers, "set-cookie", texts);
  return undefined;
}

function addV1(headers: Headers, returned: Values): HeaderProblem {
  const problem = addHeaders(headers, returned.headers);
  const { multiValueHeaders: given } = returned;
  if (problem !== undefined || given === undefined || given === null) return problem;
  if (!isValues(given)) return "multiValueHeaders is not an object.";
  for (const [written, values] of Object.entries(given)) {
    const list = headerTexts(written, [values].flat());
    if (list === undefined) return `the header "${written}" in multiValueHeaders cannot be sent.`;
    const name = written.toLowerCase();
    // Merge headers and multiValueHeaders; a value in both is sent once.
    const before = headers[name];
    delete headers[name];
    if (typeof before === "string" && !list.includes(before)) addValues(headers, name, [before]);
    addValues(headers, name, list);
  }
  return undefined;
}

function addHeaders(headers: Headers, given: unknown): HeaderProblem {
  if (given === undefined || given === null) return undefined;
  if (!isValues(given)) return "headers is not an object.";
  for (const [written, value] of Object.entries(given)) {
    if (value === null) continue;
    const texts = headerTexts(written, [value]);
    if (texts === undefined) return `the header "${written}" cannot be sent.`;
    addValues(headers, written.toLowerCase(), texts);
  }
  return undefined;
}

function addValues(headers: Headers, given: string, values: readonly string[]): void {
  const name = remappedName(given);
  // This server sets the headers of the connection and the length.
  if (connectionHeaders.has(name) || name === "content-length") return;
  const before = headers[name];
  const all = before === undefined ? [...values] : [before, values].flat(1);
  headers[name] = all.length === 1 && all[0] !== undefined ? all[0] : all;
}
