import { isWithoutCallbacks } from "./node-version";
import type { ReceivedInvocation } from "./runtime-api-client";

/** The second argument of a handler: https://docs.aws.amazon.com/lambda/latest/dg/nodejs-context.html */
export interface HandlerContext {
  /** Undefined if handlers have no callback. */
  callbackWaitsForEmptyEventLoop?: boolean;
  readonly functionName: string;
  readonly functionVersion: string;
  readonly invokedFunctionArn: string;
  readonly memoryLimitInMB: string;
  readonly awsRequestId: string;
  readonly logGroupName: string;
  readonly logStreamName: string;
  readonly identity: unknown;
  readonly clientContext: unknown;
  getRemainingTimeInMillis(): number;
}

export interface FunctionFacts {
  readonly environment: Readonly<Record<string, string>>;
  readonly memoryMb: number;
  readonly logGroup: string;
}

const now = Date.now;

export function contextOf(
  { requestId, deadlineMs, functionArn, traceId, clientContext, identity }: ReceivedInvocation,
  { environment, logGroup, memoryMb }: FunctionFacts,
): HandlerContext {
  process.env._X_AMZN_TRACE_ID = traceId;
  return {
    ...(!isWithoutCallbacks() && { callbackWaitsForEmptyEventLoop: true }),
    functionName: environment.AWS_LAMBDA_FUNCTION_NAME ?? "",
    functionVersion: environment.AWS_LAMBDA_FUNCTION_VERSION ?? "",
    invokedFunctionArn: functionArn,
    memoryLimitInMB: String(memoryMb),
    awsRequestId: requestId,
    logGroupName: logGroup,
    logStreamName: environment.AWS_LAMBDA_LOG_STREAM_NAME ?? "",
    identity: identity === "" ? undefined : JSON.parse(identity),
    clientContext: clientContext === "" ? undefined : JSON.parse(clientContext),
    getRemainingTimeInMillis: () => Math.max(0, deadlineMs - now()),
  };
}
