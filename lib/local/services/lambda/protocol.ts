import type { Protocol } from "../contract/define-service";
import type { ServiceResponse } from "../contract/service";

/** An invocation that a function asks for. */
export interface LambdaRequest {
  /** Undefined for requests other than an invocation. */
  readonly operation: keyof typeof paths | undefined;
  /** Name or ARN, with a version or alias; undefined for requests other than an invocation. */
  readonly functionArn: string | undefined;
  readonly payload: string;
  /** `RequestResponse`, `Event` or `DryRun` */
  readonly invocationType: string;
  /** Base64 of JSON. */
  readonly clientContext: string | undefined;
  /** Whether the caller wants the end of the log. */
  readonly wantsLog: boolean;
}

const paths = {
  Invoke: /^\/2015-03-31\/functions\/([^/]+)\/invocations$/,
  InvokeWithResponseStream: /^\/2021-11-15\/functions\/([^/]+)\/response-streaming-invocations$/,
};

/** Lambda's REST protocol: method and path select the operation. */
export const lambdaProtocol: Protocol<unknown, LambdaRequest, ServiceResponse> = {
  inputOf: ({ method, url, headers, body }) => {
    const { pathname, searchParams } = new URL(url, "http://lambda");
    const [operation, name] = invocationIn(method, pathname);
    const qualifier = searchParams.get("Qualifier");
    return {
      operation,
      functionArn: name && decodeURIComponent(name) + (qualifier === null ? "" : `:${qualifier}`),
      payload: body.length === 0 ? "{}" : body.toString("utf8"),
      clientContext: headers["x-amz-client-context"],
      wantsLog: headers["x-amz-log-type"] === "Tail",
      invocationType: headers["x-amz-invocation-type"] ?? "RequestResponse",
    };
  },
  operationOf: (_, { operation }) => operation,
  describe: ({ method, url }) => `${method} ${new URL(url, "http://lambda").pathname}`,
  respond: (response) => response,
  refuse: ({ status = 501, code, message }) => ({
    status,
    headers: { "content-type": "application/json", "x-amzn-errortype": code },
    body: JSON.stringify({ Type: "User", Message: message }),
  }),
};

function invocationIn(method: string, path: string): [operation?: keyof typeof paths, name?: string] {
  if (method !== "POST") return [];
  for (const operation of ["Invoke", "InvokeWithResponseStream"] as const) {
    const name = paths[operation].exec(path)?.[1];
    if (name !== undefined) return [operation, name];
  }
  return [];
}
