import type { Functions, InvokeOutcome } from "../../../invoke";
import { isJson } from "../../json";
import { ServiceError } from "../contract/define-service";
import type { ServiceContext, ServiceResources, ServiceResponse } from "../contract/service";
import type { LambdaRequest } from "./protocol";

/** The functions of the model. */
export class LambdaFunctions implements ServiceResources {
  readonly functions: Functions;

  constructor({ functions }: ServiceContext) {
    this.functions = functions;
  }

  // The functions take over a changed model by themselves.
  async replace(): Promise<void> {}

  async stop(): Promise<void> {}
}

/** Source: https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html */
export async function invoke(
  { functions }: LambdaFunctions,
  { functionArn = "", payload, invocationType }: LambdaRequest,
): Promise<ServiceResponse> {
  if (!isJson(payload)) {
    throw new ServiceError("InvalidRequestContentException", "Could not parse request body into json", 400);
  }
  const request = { functionArn, payload, source: "invoke" };
  switch (invocationType) {
    case "DryRun":
      return { status: 204 };
    case "Event":
      void functions.invoke(request);
      return { status: 202 };
    default:
      return responseOf(await functions.invoke(request));
  }
}

function responseOf(outcome: InvokeOutcome): ServiceResponse {
  if (outcome.status === "refused") {
    throw new ServiceError("ResourceNotFoundException", outcome.reason, 404);
  }
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
