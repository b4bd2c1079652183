// The handler of a function under `serverform start`, next to the deployed code. While a developer's client has a lease,
// invocations are sent to that machine; otherwise, and after any failure, the deployed code runs.
import { randomUUID } from "node:crypto";
import { LeaseTable } from "../lease-table";
import { payloadsIn } from "../payloads";
import { systemTimers } from "../protocol/clock";
import type { Lease } from "../protocol/leases";
import type { LiveAnswer, LiveChunk, LiveContext, LiveRequest } from "../protocol/messages";
import { newSecret, Seal } from "../protocol/seal";
import { relayAt } from "../socket";
import {
  type Callback,
  type ContextMethods,
  callHandler,
  checkCallback,
  type DeployedHandler,
  isAsync,
  isWithoutCallbacks,
  loadDeployedHandler,
  streamsResponse,
} from "./deployed-handler";
import { functionEnvironment } from "./environment";
import { LeaseCache } from "./lease-cache";
import { WrapperSession } from "./session";

interface LambdaContext extends Omit<LiveContext, "identity" | "clientContext"> {
  readonly awsRequestId: string;
  readonly identity?: unknown;
  readonly clientContext?: unknown;
  getRemainingTimeInMillis(): number;
}

const {
  SERVERFORM_FUNCTION_ID: functionId = "",
  SERVERFORM_DEBUG_ENDPOINT: endpoint = "",
  SERVERFORM_DEBUG_TABLE_NAME: tableName = "",
  SERVERFORM_DEBUG_BUCKET_NAME: bucketName = "",
  SERVERFORM_DEBUG_SRC_HANDLER: deployedHandler = "",
  LAMBDA_TASK_ROOT: folder = process.cwd(),
  AWS_REGION: region = "",
} = process.env;

/** Read before any code of the function runs. It is the same for the lifetime of this environment. */
const environment = functionEnvironment(process.env);

/** Short, because invocations wait for it. */
const tableTimeoutMs = 1500;

const table = new LeaseTable(tableName, { region, timeoutMs: tableTimeoutMs });
const leases = new LeaseCache(functionId, () => table.read(), systemTimers);
let session: WrapperSession | undefined;

// Both run while Lambda starts this environment, which takes longer than either.
void leases.current();
const deployed: Promise<DeployedHandler> = loadDeployedHandler(folder, deployedHandler);
// A handler that cannot be loaded is an error only when it must run.
deployed.catch(() => {});

/** The second argument of a handler that streams its response. */
interface ResponseStream {
  setContentType(contentType: string): void;
  write(bytes: Buffer | string): void;
  end(): void;
}

type Handler = (event: unknown, ...rest: readonly never[]) => unknown;

/** The object that the service provides to handlers in this environment. */
declare const awslambda: { streamifyResponse(handler: Handler): Handler };

/** The handler that is deployed instead of the function's own. It has the same style, which decides when its result is sent. */
export async function createHandler(): Promise<Handler> {
  const isStreaming = await deployed.then(streamsResponse, () => false);
  if (isStreaming) return awslambda.streamifyResponse(streamed);
  const isPromised = isWithoutCallbacks() || (await deployed.then(isAsync, () => true));
  return isPromised ? promised : calledBack;
}

/** Without a third parameter: from Node 24 on, Lambda refuses handlers that have one. */
async function promised(
  event: unknown,
  context: LambdaContext,
  ...rest: readonly unknown[]
): Promise<unknown> {
  const answer = await clientAnswer(event, context);
  if (answer?.status === "ok") return JSON.parse(answer.payload);
  if (answer?.status === "error") throw handlerError(answer.payload);
  const handler = await deployed;
  checkCallback(handler);
  freeEventLoop();
  return handler(event, context, ...rest);
}

function calledBack(event: unknown, context: LambdaContext & ContextMethods, callback: Callback): void {
  const run = async (): Promise<void> => {
    const answer = await clientAnswer(event, context);
    if (answer?.status === "ok") return context.succeed(JSON.parse(answer.payload));
    if (answer?.status === "error") return context.fail(handlerError(answer.payload));
    const handler = await deployed;
    freeEventLoop();
    callHandler(handler, event, context, callback);
  };
  run().catch(context.fail);
}

/** Lambda sends the result of the callback when the event loop is empty. An open connection would delay it. */
function freeEventLoop(): void {
  if (!isWithoutCallbacks()) session?.close();
}

async function clientAnswer(event: unknown, context: LambdaContext): Promise<LiveAnswer | undefined> {
  const lease = await leases.current();
  return lease === undefined ? undefined : askClient(requestOf(event, context), context, lease);
}

async function streamed(event: unknown, response: ResponseStream, context: LambdaContext): Promise<unknown> {
  const lease = await leases.current();
  let hasBegun = false;
  const chunk = ({ contentType, data }: LiveChunk): void => {
    if (!hasBegun) response.setContentType(contentType);
    hasBegun = true;
    if (data !== "") response.write(Buffer.from(data, "base64"));
  };
  const request: LiveRequest = { ...requestOf(event, context), takesStream: true };
  const answer = lease === undefined ? undefined : await askClient(request, context, lease, chunk);
  if (answer?.status === "error") throw handlerError(answer.payload);
  if (answer?.status === "ok") {
    if (!hasBegun) {
      // The developer's handler does not stream.
      response.setContentType("application/json");
      response.write(answer.payload);
    }
    return response.end();
  }
  if (hasBegun) throw new Error("The developer's machine has gone before the end of its streamed response.");
  return (await deployed)(event, response, context);
}

function askClient(
  request: LiveRequest,
  { awsRequestId }: LambdaContext,
  lease: Lease,
  chunk?: (chunk: LiveChunk) => void,
): Promise<LiveAnswer | undefined> {
  session ??= createSession();
  return session.ask(awsRequestId, request, lease, chunk);
}

function createSession(): WrapperSession {
  const secret = newSecret();
  const wrapperId = randomUUID();
  return new WrapperSession({
    functionId,
    wrapperId,
    seal: new Seal(secret),
    register: () => table.storeSecret(functionId, wrapperId, secret, Date.now()),
    latestLease: () => leases.latest(),
    open: relayAt(endpoint, { region }),
    store: payloadsIn(bucketName, { region }),
    timers: systemTimers,
  });
}

function requestOf(event: unknown, context: LambdaContext): LiveRequest {
  const { awsRequestId, functionName, functionVersion, invokedFunctionArn, memoryLimitInMB } = context;
  const { logGroupName, logStreamName, identity, clientContext } = context;
  return {
    event: JSON.stringify(event) ?? "null",
    context: {
      awsRequestId,
      functionName,
      functionVersion,
      invokedFunctionArn,
      memoryLimitInMB,
      logGroupName,
      logStreamName,
      ...(identity !== undefined && { identity: JSON.stringify(identity) }),
      ...(clientContext !== undefined && { clientContext: JSON.stringify(clientContext) }),
    },
    environment,
    remainingMs: context.getRemainingTimeInMillis(),
    sentAt: Date.now(),
  };
}

/** An error with the type, the message and the stack of the handler's error. */
function handlerError(payload: string): Error {
  const { errorType, errorMessage, trace, stackTrace } = Object(JSON.parse(payload)) as Record<
    string,
    unknown
  >;
  const error = new Error(String(errorMessage ?? ""));
  error.name = String(errorType ?? "Error");
  const lines = [trace, stackTrace].find(Array.isArray) ?? [];
  error.stack = (lines as readonly unknown[]).map(String).join("\n");
  return error;
}
