import type { HandlerContext } from "./context";
import { detailsOf } from "./error-details";
import { type Handler, isWithoutCallbacks, lambdaError } from "./load-handler";
import { type Chunk, isStreaming, runStreaming } from "./response-stream";

/** The result of one invocation. */
export interface HandlerResult {
  readonly kind: "response" | "error";
  /** JSON. */
  readonly text: string;
}

/** Runs when the event loop is empty and the handler has not finished. */
let whenIdle: (() => void) | undefined;

process.on("beforeExit", () => whenIdle?.());

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
  if (isStreaming(handler)) return runStreamingHandler(handler, body, context, chunk);
  if (isWithoutCallbacks()) return runPromisedHandler(handler, body, context);
  return new Promise((resolve) => {
    let isFinished = false;
    const finish = (result: HandlerResult): void => {
      // A late result must not become the result of the next invocation.
      if (isFinished) return;
      isFinished = true;
      whenIdle = undefined;
      resolve(result);
    };
    const succeed = (value: unknown): void => finish(responseOf(value));
    const failWith = (error: unknown): void => finish({ kind: "error", text: errorPayload(error) });
    // Lambda returns null then.
    whenIdle = () => succeed(null);
    const callback = (error: unknown, value: unknown): void => {
      const settle = (): void => (error === undefined || error === null ? succeed(value) : failWith(error));
      if (!context.callbackWaitsForEmptyEventLoop) settle();
      else if (!isFinished) whenIdle = settle;
    };
    try {
      // Old handlers still use these three methods of the context.
      const legacy = { done: callback, fail: callback, succeed: (value: unknown) => callback(null, value) };
      const returned = handler(JSON.parse(body), Object.assign(context, legacy), callback);
      if (isPromise(returned)) returned.then(succeed, failWith);
    } catch (error) {
      failWith(error);
    }
  });
}

/** From Node 24 on: what the handler returns is the result, and a promise that never settles ends the process. */
async function runPromisedHandler(
  handler: Handler,
  body: string,
  context: HandlerContext,
): Promise<HandlerResult> {
  try {
    return responseOf(await handler(JSON.parse(body), context));
  } catch (error) {
    return { kind: "error", text: errorPayload(error) };
  }
}

async function runStreamingHandler(
  handler: Handler,
  body: string,
  context: HandlerContext,
  chunk: Chunk,
): Promise<HandlerResult> {
  try {
    await runStreaming(handler, JSON.parse(body), context, chunk);
    return responseOf(null);
  } catch (error) {
    return { kind: "error", text: errorPayload(error) };
  }
}

function isPromise(value: unknown): value is Promise<unknown> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === "function";
}

function responseOf(value: unknown): HandlerResult {
  try {
    return { kind: "response", text: JSON.stringify(value === undefined ? null : value) ?? "null" };
  } catch {
    const error = lambdaError("Runtime.MarshalError", "Unable to stringify response body");
    return { kind: "error", text: errorPayload(error) };
  }
}

/** An error in the format of Lambda's runtime. */
export function errorPayload(error: unknown, type?: string): string {
  const isError = error instanceof Error || Object.prototype.toString.call(error) === "[object Error]";
  if (!isError) {
    const errorMessage = type === undefined ? String(error) : `${type}: ${String(error)}`;
    return JSON.stringify({ errorType: type ?? typeof error, errorMessage, trace: [] });
  }
  const { name, message, stack = "" } = error as Error;
  const shown = type === undefined ? message : String(error);
  const details = detailsOf(error as Error);
  return JSON.stringify({ errorType: type ?? name, errorMessage: shown, trace: stack.split("\n"), details });
}
