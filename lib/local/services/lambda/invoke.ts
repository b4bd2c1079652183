import type { Functions, InvokeOutcome } from "../../../invoke";
import { isJson } from "../../json";
import type { Report } from "../../report";
import { NotHereError, ServiceError } from "../contract/define-service";
import { missingResource } from "../contract/missing-resource";
import type { ServiceContext, ServiceResources, ServiceResponse } from "../contract/service";
import type { LambdaRequest } from "./protocol";

/** The functions of the model. */
export class LambdaFunctions implements ServiceResources {
  readonly functions: Functions;
  readonly report: Report;
  readonly invokeLater: ServiceContext["invokeLater"];

  constructor({ functions, report, invokeLater }: ServiceContext) {
    this.functions = functions;
    this.report = report;
    this.invokeLater = invokeLater;
  }

  // The functions take over a changed model by themselves.
  async replace(): Promise<void> {}

  async stop(): Promise<void> {}
}

/** Source: https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html */
export async function invoke(
  { functions, report, invokeLater }: LambdaFunctions,
  given: LambdaRequest,
): Promise<ServiceResponse> {
  const { functionArn = "", payload, invocationType, wantsLog } = given;
  const context = checkRequest(given);
  const lines: string[] = [];
  const request = {
    functionArn,
    payload,
    source: "invoke",
    ...(context !== undefined && { clientContext: context }),
    ...(wantsLog && { onLog: (line: string) => void lines.push(line) }),
  };
  switch (invocationType) {
    case "DryRun":
      return { status: 204 };
    case "Event":
      void invokeLater(request).then((outcome) => {
        if (outcome.status !== "refused") return;
        report({ event: "warning", text: `An event for ${functionArn} is lost: ${outcome.reason}` });
      });
      return { status: 202 };
    default:
      return responseOf(functionArn, await functions.invoke(request), wantsLog ? logTail(lines) : undefined);
  }
}

/** Refuses what is not JSON; returns the context of the client as text. */
export function checkRequest({ payload, clientContext }: LambdaRequest): string | undefined {
  if (!isJson(payload)) {
    throw new ServiceError("InvalidRequestContentException", "Could not parse request body into json", 400);
  }
  const context =
    clientContext === undefined ? undefined : Buffer.from(clientContext, "base64").toString("utf8");
  if (context !== undefined && !isJson(context)) {
    throw new ServiceError(
      "InvalidRequestContentException",
      "Client context must be a valid Base64-encoded JSON object.",
      400,
    );
  }
  return context;
}

/** The last 4 KB: https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html#lambda-Invoke-response-LogResult */
const maxTailBytes = 4096;

export function logTail(lines: readonly string[]): string {
  const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(""));
  return bytes.subarray(Math.max(0, bytes.length - maxTailBytes)).toString("base64");
}

export function refusedInvocation(
  functionArn: string,
  { isUnknown, reason }: Extract<InvokeOutcome, { readonly status: "refused" }>,
): NotHereError {
  const text = isUnknown ? missingResource("lambda", "function", functionArn) : reason;
  return new NotHereError("ResourceNotFoundException", text, 404);
}

function responseOf(functionArn: string, outcome: InvokeOutcome, log: string | undefined): ServiceResponse {
  if (outcome.status === "refused") throw refusedInvocation(functionArn, outcome);
  return {
    status: 200,
    headers: {
      "content-type": "application/json",
      "x-amzn-requestid": outcome.requestId,
      "x-amz-executed-version": "$LATEST",
      ...(log !== undefined && { "x-amz-log-result": log }),
      ...(outcome.status === "error" && { "x-amz-function-error": "Unhandled" }),
    },
    body: (outcome.status === "ok" ? outcome.bytes : undefined) ?? outcome.payload,
  };
}
