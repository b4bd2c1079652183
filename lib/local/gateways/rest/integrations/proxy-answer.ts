import { jsonOf } from "../../../../facts/text/json";
import { notJson, readBodyText, readStatus, type UnusableAnswer } from "../../function-response";
import type { RestExchange } from "../exchange";
import type { Failure, RestAnswer } from "../response/answer";
import { HeaderList, isSendable } from "../response/answer-headers";
import { decodeBase64 } from "../values/base64";

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
export function readProxyAnswer(
  exchange: RestExchange,
  payload: string,
): RestAnswer | UnusableAnswer | Failure {
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
        return { problem: `multiValueHeaders["${name}"] is not a list.` };
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
