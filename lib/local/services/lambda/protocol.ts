import type { Protocol } from "../contract/define-service";
import type { ServiceResponse } from "../contract/service";

/** An invocation that a function asks for. */
export interface LambdaRequest {
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

const invocationPath = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/;

/** Lambda's REST protocol: method and path select the operation. */
export const lambdaProtocol: Protocol<unknown, LambdaRequest, ServiceResponse> = {
  inputOf: ({ method, url, headers, body }) => {
    const { pathname, searchParams } = new URL(url, "http://lambda");
    const name = method === "POST" ? invocationPath.exec(pathname)?.[1] : undefined;
    const qualifier = searchParams.get("Qualifier");
    return {
      functionArn: name && decodeURIComponent(name) + (qualifier === null ? "" : `:${qualifier}`),
      payload: body.length === 0 ? "{}" : body.toString("utf8"),
      clientContext: headers["x-amz-client-context"],
      wantsLog: headers["x-amz-log-type"] === "Tail",
      invocationType: headers["x-amz-invocation-type"] ?? "RequestResponse",
    };
  },
  operationOf: (_, { functionArn }) => (functionArn === undefined ? undefined : "Invoke"),
  describe: ({ method, url }) => `${method} ${new URL(url, "http://lambda").pathname}`,
  respond: (response) => response,
  refuse: ({ status = 501, code, message }) => ({
    status,
    headers: { "content-type": "application/json", "x-amzn-errortype": code },
    body: JSON.stringify({ Type: "User", Message: message }),
  }),
};
