import { jsonOf } from "../../json";
import { hopByHopHeaders } from "../../wire/request-headers";
import type { HttpAnswer } from "./answer";
import type { PayloadFormat } from "./config";

/**
 * Reads the response that a function returned; undefined when its format is invalid.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */
export function readFunctionAnswer(format: PayloadFormat, payload: string): HttpAnswer | undefined {
  const returned = jsonOf(payload);
  if (returned === undefined) return undefined;
  if (isObject(returned) && returned.statusCode !== undefined) return structured(format, returned);
  if (format === "1.0") return undefined;
  const body = typeof returned === "string" ? returned : payload;
  return { status: 200, headers: { "content-type": "application/json" }, body };
}

function structured(
  format: PayloadFormat,
  returned: Readonly<Record<string, unknown>>,
): HttpAnswer | undefined {
  const status = statusOf(returned.statusCode);
  const body = bodyOf(returned.body, returned.isBase64Encoded === true);
  const headers = format === "2.0" ? headersV2(returned) : headersV1(returned);
  if (status === undefined || body === undefined || headers === undefined) return undefined;
  headers["content-type"] ??= "text/plain;charset=UTF-8";
  return { status, headers, body };
}

function statusOf(value: unknown): number | undefined {
  const status = typeof value === "string" && /^\d{3}$/.test(value) ? Number(value) : value;
  // A 1xx status is not a final response.
  return Number.isInteger(status) && Number(status) >= 200 && Number(status) <= 599
    ? Number(status)
    : undefined;
}

function bodyOf(value: unknown, isBase64: boolean): string | Buffer | undefined {
  if (value === undefined || value === null) return "";
  if (typeof value !== "string") return undefined;
  return isBase64 ? Buffer.from(value, "base64") : value;
}

type Headers = Record<string, string | string[]>;

function headersV2({ headers: given, cookies }: Readonly<Record<string, unknown>>): Headers | undefined {
  const headers: Headers = Object.create(null);
  if (!addHeaders(headers, given)) return undefined;
  if (cookies === undefined || cookies === null) return headers;
  if (!Array.isArray(cookies)) return undefined;
  const texts = cookies.map(headerText);
  if (!texts.every((cookie) => cookie !== undefined && isHeaderValue(cookie))) return undefined;
  if (texts.length > 0) addValues(headers, "set-cookie", texts as string[]);
  return headers;
}

function headersV1(returned: Readonly<Record<string, unknown>>): Headers | undefined {
  const headers: Headers = Object.create(null);
  if (!addHeaders(headers, returned.headers)) return undefined;
  const { multiValueHeaders: given } = returned;
  if (given === undefined || given === null) return headers;
  if (!isObject(given)) return undefined;
  for (const [written, values] of Object.entries(given)) {
    const list = (Array.isArray(values) ? values : [values]).map(headerText);
    const name = written.toLowerCase();
    if (!isHeaderName(name)) return undefined;
    if (!list.every((value) => value !== undefined && isHeaderValue(value))) return undefined;
    // Merge headers and multiValueHeaders; a value in both is sent once.
    const before = headers[name];
    delete headers[name];
    if (typeof before === "string" && !list.includes(before)) addValues(headers, name, [before]);
    addValues(headers, name, list as string[]);
  }
  return headers;
}

function addHeaders(headers: Headers, given: unknown): boolean {
  if (given === undefined || given === null) return true;
  if (!isObject(given)) return false;
  for (const [written, value] of Object.entries(given)) {
    if (value === null) continue;
    const text = headerText(value);
    const name = written.toLowerCase();
    if (text === undefined || !isHeaderName(name) || !isHeaderValue(text)) return false;
    addValues(headers, name, [text]);
  }
  return true;
}

function addValues(headers: Headers, name: string, values: readonly string[]): void {
  // This server sets the headers of the connection and the length.
  if (hopByHopHeaders.has(name) || name === "content-length") return;
  const before = headers[name];
  const all = [...(before === undefined ? [] : Array.isArray(before) ? before : [before]), ...values];
  headers[name] = all.length === 1 && all[0] !== undefined ? all[0] : all;
}

function headerText(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

function isHeaderName(name: string): boolean {
  return /^[!#$%&'*+\-.^_`|~0-9a-z]+$/.test(name);
}

function isHeaderValue(value: string): boolean {
  return !/[^\t\x20-\x7e\x80-\xff]/.test(value);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
