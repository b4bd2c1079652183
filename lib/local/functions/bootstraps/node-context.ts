/** What a handler gets as its second argument: https://docs.aws.amazon.com/lambda/latest/dg/nodejs-context.html */
export interface Context {
  callbackWaitsForEmptyEventLoop: boolean;
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

const now = Date.now;

export function contextOf(
  headers: Readonly<Record<string, string>>,
  { logGroup, memoryMb }: { readonly logGroup: string; readonly memoryMb: number },
): Context {
  const header = (name: string): string | undefined => headers[`lambda-runtime-${name}`];
  const traceId = header("trace-id");
  if (traceId !== undefined) process.env._X_AMZN_TRACE_ID = traceId;
  const deadlineMs = Number(header("deadline-ms"));
  return {
    callbackWaitsForEmptyEventLoop: true,
    functionName: process.env.AWS_LAMBDA_FUNCTION_NAME ?? "",
    functionVersion: process.env.AWS_LAMBDA_FUNCTION_VERSION ?? "",
    invokedFunctionArn: header("invoked-function-arn") ?? "",
    memoryLimitInMB: String(memoryMb),
    awsRequestId: header("aws-request-id") ?? "",
    logGroupName: logGroup,
    logStreamName: process.env.AWS_LAMBDA_LOG_STREAM_NAME ?? "",
    identity: parse(header("cognito-identity")),
    clientContext: parse(header("client-context")),
    getRemainingTimeInMillis: () => Math.max(0, deadlineMs - now()),
  };
}

const parse = (text: string | undefined): unknown =>
  text === undefined || text === "" ? undefined : (JSON.parse(text) as unknown);
