import { inspect } from "node:util";
import type { ErrorDetails, ReportedError } from "../../events";
import { createCallbacks, onEmptyLoop } from "./callbacks";
import type { HandlerContext } from "./context";
import { type Handler, lambdaError } from "./load-handler";
import { isWithoutCallbacks, nodeVersion } from "./node-version";
import { type Chunk, isStreaming, runStreaming } from "./response-stream";

export interface HandlerResult {
  readonly kind: "response" | "error";
  /** JSON. */
  readonly text: string;
}

/**
 * Runs a handler of any style: it returns a promise, calls its third argument, or streams its response.
 *
 * @param chunk - receives the pieces of a streamed response
 */
export function runHandler(
  handler: Handler,
  body: string,
  context: HandlerContext,
  chunk: Chunk,
): Promise<HandlerResult> {
  if (isStreaming(handler)) return runPromised(() => runStreaming(handler, JSON.parse(body), context, chunk));
  if (isWithoutCallbacks()) return runPromised(() => handler(JSON.parse(body), context));
  return runCallbackHandler(handler, body, context);
}

/**
 * Until Node 22, the first of these is the result: the callback, a method of the context, the promise, or a thrown error.
 *
 * Source: https://github.com/aws/aws-lambda-nodejs-runtime-interface-client/blob/main/src/Runtime.js
 */
function runCallbackHandler(handler: Handler, body: string, given: HandlerContext): Promise<HandlerResult> {
  return new Promise((resolve) => {
    let isFinished = false;
    const finish = (result: HandlerResult): void => {
      // A late result must not become the result of the next invocation.
      if (isFinished) return;
      isFinished = true;
      onEmptyLoop(undefined);
      resolve(result);
    };
    const fail = (error: unknown): void => finish({ kind: "error", text: errorPayload(error) });
    const succeed = (value: unknown): void => finish({ kind: "response", text: jsonOf(value) });
    const { callback, context, end } = createCallbacks(given, { succeed, fail });
    onEmptyLoop(() => {
      end();
      if (isAsync(handler) && failsUnsettled()) fail(unsettled());
      else succeed(null);
    });
    try {
      const returned = handler(JSON.parse(body), context, callback);
      // Like AWS's client, this fails for an object with `then` that is not a promise.
      if (isPromise(returned)) returned.then(context.succeed, context.fail).catch(context.fail);
    } catch (error) {
      callback(error);
    }
  });
}

/** Handlers that stream, and from Node 24 on all others: the promise has the result, and one that never settles ends the process. */
async function runPromised(run: () => unknown): Promise<HandlerResult> {
  try {
    return { kind: "response", text: jsonOf(await run()) };
  } catch (error) {
    return { kind: "error", text: errorPayload(error) };
  }
}

function isPromise(value: unknown): value is Promise<unknown> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === "function";
}

const isAsync = (handler: Handler): boolean => handler.constructor?.name === "AsyncFunction";

/** Source: https://docs.aws.amazon.com/lambda/latest/dg/troubleshooting-invocation.html#troubleshooting-invocation-nodejs-exit */
const failsUnsettled = (): boolean => (nodeVersion() ?? 0) >= 18;

const unsettled = (): Error =>
  lambdaError(
    "Runtime.NodeJsExit",
    "The Lambda runtime client detected an unexpected Node.js exit code. This is most commonly caused by a Promise that was never " +
      "settled. For more information, see https://nodejs.org/docs/latest/api/process.html#exit-codes",
  );

/** @throws if a value cannot be written as JSON */
function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value === undefined ? null : value) ?? "null";
  } catch {
    const name = isWithoutCallbacks() ? "Runtime.JSONStringifyError" : "Error";
    throw lambdaError(name, "Unable to stringify response body");
  }
}

/**
 * An error in the format of Lambda's runtime.
 *
 * Source: https://github.com/aws/aws-lambda-nodejs-runtime-interface-client/blob/main/src/Errors.js
 */
export function errorPayload(error: unknown, type?: string): string {
  try {
    return JSON.stringify(payloadOf(error, type));
  } catch {
    return JSON.stringify({ errorType: "handled", errorMessage: unreadable });
  }
}

/** Throws for a value without a text, and for an error without a stack. */
function payloadOf(error: unknown, type: string | undefined): object {
  if (!isError(error)) {
    const errorMessage = type === undefined ? String(error) : `${type}: ${String(error)}`;
    return { errorType: type ?? typeof error, errorMessage, trace: [] };
  }
  const { name, message, stack } = error;
  const errorMessage = type === undefined ? message : String(error);
  return {
    errorType: type ?? name,
    errorMessage,
    trace: (stack as string).split("\n"),
    details: detailsOf(error),
  };
}

const unreadable =
  "callback called with Error argument, but there was a problem while retrieving one or more of its message, name, and stack";

/** Also for errors of other contexts. */
const isErrorObject = (value: unknown): value is Error =>
  value instanceof Error || Object.prototype.toString.call(value) === "[object Error]";

/** Until Node 22, an object with the properties of an error is taken for one. */
function isError(value: unknown): value is Error {
  if (isErrorObject(value)) return true;
  if (isWithoutCallbacks() || value === undefined || value === null) return false;
  const { name, message, stack } = value as Partial<Record<"name" | "message" | "stack", unknown>>;
  return [name, message, stack].every((each) => typeof each === "string" && each !== "");
}

/** Causes may be circular. */
const maxDepth = 5;
const maxErrors = 20;

/** The properties of an error besides its message; undefined without any. */
export function detailsOf(error: Error, depth = 0): ErrorDetails | undefined {
  try {
    const { code, cause, errors } = error as Error & { code?: unknown; cause?: unknown; errors?: unknown };
    const isDeep = depth >= maxDepth;
    const details: ErrorDetails = {
      ...((typeof code === "string" || typeof code === "number") && { code }),
      ...(cause !== undefined && cause !== null && !isDeep && { cause: reported(cause, depth + 1) }),
      ...(Array.isArray(errors) &&
        !isDeep && { errors: errors.slice(0, maxErrors).map((each) => reported(each, depth + 1)) }),
    };
    return Object.keys(details).length === 0 ? undefined : details;
  } catch {
    // A getter of the error throws.
    return undefined;
  }
}

function reported(value: unknown, depth: number): ReportedError {
  if (!isErrorObject(value)) return { errorType: typeof value, errorMessage: inspect(value), stack: [] };
  const { name, message, stack = "" } = value;
  return { errorType: name, errorMessage: message, stack: stack.split("\n"), ...detailsOf(value, depth) };
}
