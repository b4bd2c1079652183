/** The parts of an event in payload format 2.0 of HTTP APIs and function URLs that are used here. */
export interface GatewayEventV2 {
  readonly version: string;
  readonly rawPath: string;
  readonly rawQueryString: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** One string per cookie; they are not among the headers. */
  readonly cookies?: readonly string[];
  readonly requestContext: { readonly domainName: string; readonly http: { readonly method: string } };
  readonly body?: string | null;
  readonly isBase64Encoded: boolean;
}

/** The parts of an event of a REST API, or an HTTP API in payload format 1.0, that are used here. */
export interface GatewayEventV1 {
  readonly httpMethod: string;
  readonly path: string;
  /** The last value of a header that is repeated. */
  readonly headers: Readonly<Record<string, string | undefined>> | null;
  readonly multiValueHeaders?: Readonly<Record<string, readonly string[] | undefined>> | null;
  readonly queryStringParameters: Readonly<Record<string, string | undefined>> | null;
  readonly multiValueQueryStringParameters?: Readonly<Record<string, readonly string[] | undefined>> | null;
  readonly requestContext: { readonly domainName?: string };
  readonly body: string | null;
  readonly isBase64Encoded: boolean;
}

/** The event of a request, in either payload format. */
export type GatewayEvent = GatewayEventV2 | GatewayEventV1;

/** The result that API Gateway converts to a response, in either payload format. */
export interface GatewayResult {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The context of an invocation, with the properties that all runtime versions have. */
export interface LambdaContext {
  readonly awsRequestId: string;
  readonly functionName: string;
  readonly functionVersion: string;
  readonly invokedFunctionArn: string;
  getRemainingTimeInMillis(): number;
}

/** The request of an event, the same for both payload formats. */
export interface GatewayRequest {
  readonly method: string;
  /** As in the event: with the name of the stage, unless it is `$default` of an HTTP API. */
  readonly path: string;
  /** The host that the client called; undefined for the test console of REST APIs. */
  readonly domainName: string | undefined;
  /** Without a question mark, percent-encoded. */
  readonly query: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Each as `name=value`. */
  readonly cookies: readonly string[];
  readonly body: string;
}

/** Parses an event of either payload format. Events of tests may lack any part. */
export function parseGatewayEvent(event: GatewayEvent): GatewayRequest {
  const body = event.body ?? "";
  const headers = headersOf(event);
  return {
    method: "httpMethod" in event ? event.httpMethod : (event.requestContext?.http?.method ?? ""),
    path: ("httpMethod" in event ? event.path : event.rawPath) ?? "",
    domainName: event.requestContext?.domainName,
    query: "httpMethod" in event ? queryOf(event) : (event.rawQueryString ?? ""),
    headers,
    cookies: ("cookies" in event ? event.cookies : undefined) ?? split(headers.cookie),
    body: event.isBase64Encoded ? Buffer.from(body, "base64").toString("utf8") : body,
  };
}

/** Whether a request has the fields of a form as its body. */
export function isForm({ headers }: Pick<GatewayRequest, "headers">): boolean {
  return /^application\/x-www-form-urlencoded\s*(;|$)/i.test(headers["content-type"] ?? "");
}

/** The cookies of a request, by name. Source: https://www.rfc-editor.org/rfc/rfc6265#section-5.4 */
export function cookiesOf({ cookies }: Pick<GatewayRequest, "cookies">): Readonly<Record<string, string>> {
  return Object.fromEntries(
    cookies.map((cookie) => {
      const [name = "", ...value] = cookie.split("=");
      return [name.trim(), value.join("=").trim()];
    }),
  );
}

/** A result in JSON that no cache keeps. */
export const uncachedJson = (
  statusCode: number,
  content: object,
  headers: GatewayResult["headers"] = {},
): GatewayResult => ({
  statusCode,
  headers: { "content-type": "application/json", "cache-control": "no-store", ...headers },
  body: JSON.stringify(content),
});

function split(header: string | undefined): readonly string[] {
  return header === undefined ? [] : header.split(";");
}

/** In format 1.0, the parameters are already decoded. */
function queryOf({ queryStringParameters, multiValueQueryStringParameters }: GatewayEventV1): string {
  const query = new URLSearchParams();
  const single = Object.entries(queryStringParameters ?? {}).map(([name, value]) => [name, [value]] as const);
  const parameters = multiValueQueryStringParameters
    ? Object.entries(multiValueQueryStringParameters)
    : single;
  for (const [name, values = []] of parameters) {
    for (const value of values) if (value !== undefined) query.append(name, value);
  }
  return query.toString();
}

/**
 * The headers by lower-case name, with all values of those that are repeated, which format 2.0 has as one text.
 *
 * Does not use the class `Headers`, which refuses values that clients send and the gateway forwards.
 */
function headersOf(event: GatewayEvent): Readonly<Record<string, string>> {
  const { multiValueHeaders } = event as Partial<GatewayEventV1>;
  return Object.fromEntries(
    Object.entries(event.headers ?? {}).flatMap(([written, last]) => {
      const name = written.toLowerCase();
      const value = multiValueHeaders?.[written]?.join(name === "cookie" ? "; " : ",") ?? last;
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}
