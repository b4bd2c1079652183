import type { Context } from "./context";
import { type Handler, lambdaError } from "./load-handler";

/** What is sent back for one invocation. */
export interface Answer {
  readonly kind: "response" | "error";
  /** JSON. */
  readonly text: string;
}

/** What happens when nothing can happen any more, and the handler has not answered. */
let whenIdle: (() => void) | undefined;

process.on("beforeExit", () => whenIdle?.());

/** Runs a handler in either of its styles: it returns a promise, or calls its third argument. */
export function runHandler(handler: Handler, body: string, context: Context): Promise<Answer> {
  return new Promise((resolve) => {
    let isAnswered = false;
    const finish = (answer: Answer): void => {
      // What comes later must not touch the next invocation.
      if (isAnswered) return;
      isAnswered = true;
      whenIdle = undefined;
      resolve(answer);
    };
    const succeed = (value: unknown): void => finish(responseOf(value));
    const failWith = (error: unknown): void => finish({ kind: "error", text: errorText(error) });
    // Lambda answers null then.
    whenIdle = () => succeed(null);
    const callback = (error: unknown, value: unknown): void => {
      const answer = (): void => (error === undefined || error === null ? succeed(value) : failWith(error));
      if (!context.callbackWaitsForEmptyEventLoop) answer();
      else if (!isAnswered) whenIdle = answer;
    };
    try {
      // Three ways to answer from before there were callbacks; there is code that still uses them.
      const legacy = { done: callback, fail: callback, succeed: (value: unknown) => callback(null, value) };
      const returned = handler(JSON.parse(body), Object.assign(context, legacy), callback);
      if (isPromise(returned)) returned.then(succeed, failWith);
    } catch (error) {
      failWith(error);
    }
  });
}

function isPromise(value: unknown): value is Promise<unknown> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === "function";
}

function responseOf(value: unknown): Answer {
  try {
    return { kind: "response", text: JSON.stringify(value === undefined ? null : value) ?? "null" };
  } catch {
    const error = lambdaError("Runtime.MarshalError", "Unable to stringify response body");
    return { kind: "error", text: errorText(error) };
  }
}

/** An error as Lambda's runtime writes it. */
export function errorText(error: unknown, type?: string): string {
  const isError = error instanceof Error || Object.prototype.toString.call(error) === "[object Error]";
  if (!isError) {
    const errorMessage = type === undefined ? String(error) : `${type}: ${String(error)}`;
    return JSON.stringify({ errorType: type ?? typeof error, errorMessage, trace: [] });
  }
  const { name, message, stack = "" } = error as Error;
  const shown = type === undefined ? message : String(error);
  return JSON.stringify({ errorType: type ?? name, errorMessage: shown, trace: stack.split("\n") });
}
