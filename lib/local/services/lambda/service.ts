import type { InvokeOutcome } from "../../functions/invoke";
import { isJson } from "../../json";
import type { Model } from "../../model/model";
import type { Service, ServiceContext, ServiceRequest, ServiceResponse } from "../contract/service";

const invocationPath = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/;

/** Functions that invoke functions. */
export class LambdaService implements Service {
  readonly signingName = "lambda";

  constructor(private readonly context: ServiceContext) {}

  /** Source: https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html */
  async handle({ method, url, headers, body }: ServiceRequest): Promise<ServiceResponse> {
    const { pathname, searchParams } = new URL(url, "http://lambda");
    const name = method === "POST" ? invocationPath.exec(pathname)?.[1] : undefined;
    if (name === undefined) {
      return failed(501, "NotEmulated", `serverform local does not emulate ${method} ${pathname} of lambda.`);
    }
    const qualifier = searchParams.get("Qualifier");
    const functionArn = decodeURIComponent(name) + (qualifier === null ? "" : `:${qualifier}`);
    const payload = body.length === 0 ? "{}" : body.toString("utf8");
    if (!isJson(payload))
      return failed(400, "InvalidRequestContentException", "Could not parse request body into json");
    const request = { functionArn, payload, source: "invoke" };
    switch (headers["x-amz-invocation-type"] ?? "RequestResponse") {
      case "DryRun":
        return { status: 204 };
      case "Event":
        void this.context.functions.invoke(request);
        return { status: 202 };
      default:
        return answerOf(await this.context.functions.invoke(request));
    }
  }

  async replace(_model: Model): Promise<void> {}

  async stop(): Promise<void> {}
}

function answerOf(outcome: InvokeOutcome): ServiceResponse {
  if (outcome.status === "refused") return failed(404, "ResourceNotFoundException", outcome.reason);
  return {
    status: 200,
    headers: {
      "content-type": "application/json",
      "x-amzn-requestid": outcome.requestId,
      "x-amz-executed-version": "$LATEST",
      ...(outcome.status === "error" && { "x-amz-function-error": "Unhandled" }),
    },
    body: outcome.payload,
  };
}

function failed(status: number, type: string, message: string): ServiceResponse {
  return {
    status,
    headers: { "content-type": "application/json", "x-amzn-errortype": type },
    body: JSON.stringify({ Type: "User", Message: message }),
  };
}
