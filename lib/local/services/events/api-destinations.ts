import { jsonOf } from "../../../facts/text/json";
import {
  block,
  blocks,
  isValues,
  json,
  type Model,
  requireText,
  text,
  textMap,
  texts,
  type Values,
} from "../../../model";
import { readAtMost } from "../../../runtime/limited-response";

/** The function that sends a request to an API destination. */
export interface ApiDestinationCall {
  readonly model: Model;
  readonly destinationArn: string;
  /** JSON text. */
  readonly body: string;
  /** The target of the rule. */
  readonly target: Values;
  readonly fetch: typeof fetch;
}

/** Whether an attempt has succeeded; if not, whether another one may. */
export type Attempt =
  | { readonly done: true }
  | { readonly done: false; readonly mayRetry: boolean; readonly code: string; readonly message: string };

/** Source: https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-api-destinations.html */
const timeoutMs = 5000;

/** Whether a target is an API destination of the model. */
export function isApiDestination(arn: string): boolean {
  return arn.includes(":api-destination/");
}

/**
 * Sends one request, with the authorization of the connection.
 *
 * Source of the headers: https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-api-destinations.html#eb-api-destination-headers
 */
export async function callApiDestination({
  model,
  destinationArn,
  body,
  target,
  fetch: send,
}: ApiDestinationCall): Promise<Attempt> {
  const destination = model.find("aws_cloudwatch_event_api_destination", "arn", destinationArn)?.values;
  if (destination === undefined) return failed(false, "NO_RESOURCE", `${destinationArn} is not in the app.`);
  const connectionArn = requireText(destination, "connection_arn");
  const connection = model.find("aws_cloudwatch_event_connection", "arn", connectionArn)?.values ?? {};
  const parameters = block(connection, "auth_parameters") ?? {};
  const fixed = block(parameters, "invocation_http_parameters") ?? {};
  const http = block(target, "http_target") ?? {};
  const url = new URL(
    withPath(requireText(destination, "invocation_endpoint"), texts(http, "path_parameter_values")),
  );
  for (const [name, value] of Object.entries(textMap(http, "query_string_parameters"))) {
    url.searchParams.set(name, value);
  }
  for (const [name, value] of pairs(fixed, "query_string")) url.searchParams.set(name, value);
  const method = text(destination, "http_method") ?? "POST";
  try {
    const headers = {
      "content-type": "application/json; charset=utf-8",
      "user-agent": "Amazon/EventBridge/ApiDestinations",
      range: "bytes=0-1048575",
      ...textMap(http, "header_parameters"),
      ...Object.fromEntries(pairs(fixed, "header")),
      ...(await authorization(parameters, send)),
    };
    const hasBody = method !== "GET" && method !== "HEAD";
    const response = await send(url, {
      method,
      headers,
      ...(hasBody && { body: withBody(body, pairs(fixed, "body")) }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    // The answer is not read.
    await response.body?.cancel();
    if (response.ok) return { done: true };
    const mayRetry = [401, 407, 409, 429].includes(response.status) || response.status >= 500;
    return failed(mayRetry, "SDK_CLIENT_ERROR", `${url.origin} answered with status ${response.status}.`);
  } catch (error) {
    return failed(true, "SDK_CLIENT_ERROR", `${url.origin}: ${String(error)}`);
  }
}

function failed(mayRetry: boolean, code: string, message: string): Attempt {
  return { done: false, mayRetry, code, message };
}

/** `https://example.com/orders/*`: each asterisk is a parameter. */
function withPath(endpoint: string, values: readonly string[]): string {
  let used = 0;
  return endpoint.replace(/\*/g, () => encodeURIComponent(values[used++] ?? ""));
}

function pairs(values: Values, name: string): readonly (readonly [string, string])[] {
  return blocks(values, name).map((each) => [requireText(each, "key"), requireText(each, "value")] as const);
}

function withBody(body: string, more: readonly (readonly [string, string])[]): string {
  const value = more.length === 0 ? undefined : jsonOf(body);
  return isValues(value) ? JSON.stringify({ ...value, ...Object.fromEntries(more) }) : body;
}

async function authorization(
  parameters: Values,
  send: typeof fetch,
): Promise<Readonly<Record<string, string>>> {
  const apiKey = block(parameters, "api_key");
  if (apiKey !== undefined) return { [requireText(apiKey, "key")]: requireText(apiKey, "value") };
  const basic = block(parameters, "basic");
  if (basic !== undefined) {
    const pair = `${requireText(basic, "username")}:${requireText(basic, "password")}`;
    return { authorization: `Basic ${Buffer.from(pair).toString("base64")}` };
  }
  const oauth = block(parameters, "oauth");
  if (oauth === undefined) return {};
  const client = block(oauth, "client_parameters") ?? {};
  const more = block(oauth, "oauth_http_parameters") ?? {};
  const response = await send(requireText(oauth, "authorization_endpoint"), {
    method: text(oauth, "http_method") ?? "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      ...Object.fromEntries(pairs(more, "header")),
    },
    body: new URLSearchParams([
      ["grant_type", "client_credentials"],
      ["client_id", requireText(client, "client_id")],
      ["client_secret", requireText(client, "client_secret")],
      ...pairs(more, "body").map(([name, value]): [string, string] => [name, value]),
    ]).toString(),
    signal: AbortSignal.timeout(timeoutMs),
  });
  const token = json({ token: (await readAtMost(response, maxTokenBytes)).toString("utf8") }, "token");
  const accessToken = isValues(token) ? text(token, "access_token") : undefined;
  if (accessToken === undefined) throw new Error("the token endpoint gave no access_token");
  return { authorization: `Bearer ${accessToken}` };
}

/** The answer of a token endpoint is small. */
const maxTokenBytes = 1024 * 1024;
