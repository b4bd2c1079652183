import { jsonOf } from "../../json";
import type { RestAnswer } from "./answer";
import { HeaderList, isSendable } from "./answer-headers";
import type { RestExchange } from "./exchange";

const members: ReadonlySet<string> = new Set([
  "statusCode",
  "headers",
  "multiValueHeaders",
  "body",
  "isBase64Encoded",
]);

/**
 * Reads the response of a function behind a proxy integration; undefined when its format is invalid.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-lambda-proxy-integrations.html
 */
export function readProxyAnswer(exchange: RestExchange, payload: string): RestAnswer | undefined {
  const returned = jsonOf(payload);
  if (!isObject(returned) || !Object.keys(returned).every((name) => members.has(name))) return undefined;
  const status = statusOf(returned.statusCode);
  const body = bodyOf(exchange, returned.body, returned.isBase64Encoded);
  const headers = headersOf(returned);
  if (status === undefined || body === undefined || headers === undefined) return undefined;
  if (headers.get("content-type") === undefined) headers.set("Content-Type", ["application/json"]);
  return { status, headers: headers.remapped("proxy").toHeaders(), body };
}

/** Without a status, the function succeeded. */
function statusOf(value: unknown): number | undefined {
  if (value === undefined || value === null) return 200;
  const status = typeof value === "string" && /^\d{3}$/.test(value) ? Number(value) : value;
  // A 1xx status is not a final response.
  return Number.isInteger(status) && Number(status) >= 200 && Number(status) <= 599
    ? Number(status)
    : undefined;
}

/** Base64 is decoded only for clients that accept a binary type of the API. */
function bodyOf(
  { api, request }: RestExchange,
  value: unknown,
  isBase64Encoded: unknown,
): string | Buffer | undefined {
  if (value === undefined || value === null) return "";
  if (typeof value !== "string") return undefined;
  const isBinary = isBase64Encoded === true && api.binaryTypes.areAccepted(request.headers.accept);
  return isBinary ? Buffer.from(value, "base64") : value;
}

/** A header in both members has the values of both, without duplicates. */
function headersOf({
  headers: single,
  multiValueHeaders: multi,
}: Readonly<Record<string, unknown>>): HeaderList | undefined {
  const headers = new HeaderList();
  for (const given of [multi, single]) {
    if (given === undefined || given === null) continue;
    if (!isObject(given)) return undefined;
    for (const [name, value] of Object.entries(given)) {
      const values = (Array.isArray(value) ? value : [value]).filter((each) => each !== null).map(textOf);
      if (!values.every((each) => each !== undefined) || !isSendable(name, values)) return undefined;
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
