import { isUtf8 } from "node:buffer";
import { type GatewayEvent, type GatewayResult, parseGatewayEvent } from "./gateway-event";

/** The response in the payload format of the event. */
export interface FetchResult extends GatewayResult {
  readonly isBase64Encoded: boolean;
  /** The cookies, for payload format 2.0. */
  readonly cookies?: readonly string[];
  /** The cookies, for payload format 1.0. */
  readonly multiValueHeaders?: Readonly<Record<string, readonly string[]>>;
}

/** The address of a request, without the stage that HTTP APIs add to the path in payload format 2.0. */
export function requestUrlOf(event: GatewayEvent): string {
  const { path, query, domainName = "localhost" } = parseGatewayEvent(event);
  const { stage } = event.requestContext as { readonly stage?: string };
  const begin = `/${stage}/`;
  const own = !("httpMethod" in event) && `${path}/`.startsWith(begin) ? path.slice(begin.length - 1) : path;
  return `https://${domainName}${own === "" ? "/" : own}${query === "" ? "" : `?${query}`}`;
}

/** The request of an event. Undefined for invalid headers. */
export function fetchRequestOf(event: GatewayEvent, url: string): Request | undefined {
  const { method, headers, cookies } = parseGatewayEvent(event);
  const body = Buffer.from(event.body ?? "", event.isBase64Encoded ? "base64" : "utf8");
  const cookie = cookies.map((each) => each.trim()).join("; ");
  try {
    return new Request(url, {
      method,
      headers: { ...headers, ...(cookie !== "" && { cookie }) },
      ...(method !== "GET" && method !== "HEAD" && { body }),
    });
  } catch {
    return undefined;
  }
}

/** Bodies of these types are text; the gateway gets others in Base64. */
const isText =
  /^(text\/|application\/([\w.-]+\+)?(json|xml|javascript)\b|application\/x-www-form-urlencoded)/;

export async function resultOf(event: GatewayEvent, response: Response): Promise<FetchResult> {
  const body = Buffer.from(await response.arrayBuffer());
  const type = response.headers.get("content-type") ?? "text/plain";
  // Text that is compressed, or in another charset, is bytes.
  const isBase64Encoded = body.length > 0 && !(isText.test(type) && isUtf8(body));
  const { "set-cookie": _, ...headers } = Object.fromEntries(response.headers);
  const cookies = response.headers.getSetCookie();
  return {
    statusCode: response.status,
    headers,
    body: body.toString(isBase64Encoded ? "base64" : "utf8"),
    isBase64Encoded,
    ...(cookies.length > 0 &&
      ("httpMethod" in event ? { multiValueHeaders: { "set-cookie": cookies } } : { cookies })),
  };
}
