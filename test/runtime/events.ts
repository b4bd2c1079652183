import type { APIGatewayProxyEvent, APIGatewayProxyEventV2, Context } from "aws-lambda";

/** The parts of a request that a test sets; API Gateway's defaults are the rest. */
export interface RequestParts {
  readonly method?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly isBase64Encoded?: boolean;
}

/** An event of an HTTP API in payload format 2.0. */
export function eventV2(parts: RequestParts): APIGatewayProxyEventV2 {
  const { method = "POST", query = {}, headers = {}, body, isBase64Encoded = false } = parts;
  return {
    version: "2.0",
    routeKey: `${method} /graphql`,
    rawPath: "/graphql",
    rawQueryString: new URLSearchParams(query).toString(),
    headers: {
      accept: "*/*",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      host: "id.execute-api.us-east-1.amazonaws.com",
      ...headers,
    },
    ...(Object.keys(query).length > 0 && { queryStringParameters: { ...query } }),
    requestContext: {
      accountId: "123456789012",
      apiId: "id",
      domainName: "id.execute-api.us-east-1.amazonaws.com",
      domainPrefix: "id",
      http: { method, path: "/graphql", protocol: "HTTP/1.1", sourceIp: "192.0.2.1", userAgent: "test" },
      requestId: "request",
      routeKey: `${method} /graphql`,
      stage: "$default",
      time: "01/Jan/2026:00:00:00 +0000",
      timeEpoch: 1767225600000,
    },
    body,
    isBase64Encoded,
  };
}

/** An event of a REST API, which an HTTP API sends in payload format 1.0, too. Header names keep the client's case. */
export function eventV1(parts: RequestParts): APIGatewayProxyEvent {
  const { method = "POST", query = {}, headers = {}, body, isBase64Encoded = false } = parts;
  const all = {
    Accept: "*/*",
    ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    Host: "id.execute-api.us-east-1.amazonaws.com",
    ...headers,
  };
  const hasQuery = Object.keys(query).length > 0;
  const lists = (values: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, [value]]));
  return {
    resource: "/graphql",
    path: "/graphql",
    httpMethod: method,
    headers: all,
    multiValueHeaders: lists(all),
    queryStringParameters: hasQuery ? { ...query } : null,
    multiValueQueryStringParameters: hasQuery ? lists(query) : null,
    pathParameters: null,
    stageVariables: null,
    requestContext: {
      accountId: "123456789012",
      apiId: "id",
      authorizer: undefined,
      domainName: "id.execute-api.us-east-1.amazonaws.com",
      httpMethod: method,
      identity: { sourceIp: "192.0.2.1" } as APIGatewayProxyEvent["requestContext"]["identity"],
      path: "/prod/graphql",
      protocol: "HTTP/1.1",
      requestId: "request",
      requestTimeEpoch: 1767225600000,
      resourceId: "resource",
      resourcePath: "/graphql",
      stage: "prod",
    },
    body: body ?? null,
    isBase64Encoded,
  };
}

/** The second argument of a handler. */
export function lambdaContext(): Context {
  return {
    callbackWaitsForEmptyEventLoop: true,
    functionName: "graphql",
    functionVersion: "$LATEST",
    invokedFunctionArn: "arn:aws:lambda:us-east-1:123456789012:function:graphql",
    memoryLimitInMB: "1024",
    awsRequestId: "request",
    logGroupName: "/aws/lambda/graphql",
    logStreamName: "stream",
    getRemainingTimeInMillis: () => 10_000,
    done: () => {},
    fail: () => {},
    succeed: () => {},
  };
}
