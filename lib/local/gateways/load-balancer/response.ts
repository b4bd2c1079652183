import { jsonOf } from "../../../facts/text/json";
import { isValues } from "../../../model/resources/values";
import { connectionHeaders } from "../../wire/request-headers";
import { readBodyText, readStatus } from "../function-response";

/** The response to the client. */
export interface BalancerResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Buffer;
}

/**
 * Reads the response of a function; a text says what is wrong with it.
 *
 * Source: https://docs.aws.amazon.com/elasticloadbalancing/latest/application/lambda-functions.html
 */
export function readBalancerResponse(
  payload: string,
  hasMultiValueHeaders: boolean,
): BalancerResponse | string {
  const answer = jsonOf(payload);
  if (!isValues(answer)) return "it is not an object. Return { statusCode, headers, body }.";
  const status = readStatus(answer.statusCode);
  if (typeof status !== "number") return status.problem;
  const body = readBodyText(answer.body);
  if (typeof body !== "string") return body.problem;
  const key = hasMultiValueHeaders ? "multiValueHeaders" : "headers";
  const given = answer[key] ?? {};
  if (!isValues(given)) return `${key} is not an object.`;
  const headers = Object.entries(given).map(([name, value]): readonly [string, string | string[]] => [
    name.toLowerCase(),
    // The load balancer sends several values in reverse order: https://github.com/dougmoscrop/serverless-http/issues/244
    Array.isArray(value) ? value.map(String).reverse() : String(value),
  ]);
  return {
    status,
    headers: Object.fromEntries(headers.filter(([name]) => !connectionHeaders.has(name))),
    body: Buffer.from(body, answer.isBase64Encoded === true ? "base64" : "utf8"),
  };
}
