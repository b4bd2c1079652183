import type { APIGatewayProxyEventV2WithJWTAuthorizer, Context } from "aws-lambda";

/** The parts of a request that a test chooses. */
interface Request {
  readonly body?: unknown;
  readonly pathParameters?: Record<string, string>;
  /** The claims of the token of a signed-in user. */
  readonly claims?: Record<string, string>;
}

/** Calls a handler as API Gateway does: `call(list, "GET /notes?limit=10")`. */
export function call<Result>(
  handler: (event: APIGatewayProxyEventV2WithJWTAuthorizer, context: Context) => Result,
  route: `${string} /${string}`,
  { body, pathParameters, claims = {} }: Request = {},
): Result {
  const [method = "", url = ""] = route.split(" ");
  const { pathname, search } = new URL(url, "http://localhost");
  const event = {
    version: "2.0",
    rawPath: pathname,
    rawQueryString: search.slice(1),
    headers: { "content-type": "application/json" },
    requestContext: {
      domainName: "localhost",
      http: { method, path: pathname },
      authorizer: { jwt: { claims, scopes: [] } },
    },
    pathParameters,
    body: body === undefined ? undefined : JSON.stringify(body),
    isBase64Encoded: false,
  };
  return handler(event as unknown as APIGatewayProxyEventV2WithJWTAuthorizer, {} as Context);
}
