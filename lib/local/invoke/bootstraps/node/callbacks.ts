import type { HandlerContext } from "./context";

export interface ResultReceiver {
  /** May throw for a value that cannot be written as JSON. */
  succeed(value: unknown): void;
  fail(error: unknown): void;
}

export interface Callbacks {
  readonly callback: (error?: unknown, value?: unknown) => void;
  readonly context: HandlerContext & CallbackMethods;
  /** Ignores all later calls. */
  end(): void;
}

interface CallbackMethods {
  done(error?: unknown, value?: unknown): void;
  succeed(value?: unknown): void;
  fail(error?: unknown): void;
}

/** Called when the event loop is empty and the invocation has no result yet. */
let whenIdle: (() => void) | undefined;

process.on("beforeExit", () => whenIdle?.());

/** Replaces the action for an empty event loop. */
export function onEmptyLoop(action: (() => void) | undefined): void {
  whenIdle = action;
}

/**
 * Creates the callback and context methods for handlers of Node 22 and older. Only the first call has an effect.
 *
 * A value for `callback` is sent when the event loop is empty, unless the handler has set `callbackWaitsForEmptyEventLoop` to
 * false before. Errors, and all values for the methods of the context, are sent immediately.
 *
 * Source: https://github.com/aws/aws-lambda-nodejs-runtime-interface-client/blob/main/src/CallbackContext.js
 */
export function createCallbacks(context: HandlerContext, { succeed, fail }: ResultReceiver): Callbacks {
  let isDecided = false;
  const decide = (action: () => void): void => {
    if (isDecided) return;
    action();
    // A value that could not be sent does not count: the error that it throws may be the result.
    isDecided = true;
  };
  const done = (error: unknown, value: unknown): void =>
    decide(() => (isMissing(error) ? succeed(value) : fail(error)));
  const callback = (error?: unknown, value?: unknown): void => {
    if (!isMissing(error) || !context.callbackWaitsForEmptyEventLoop) return done(error, value);
    decide(() => onEmptyLoop(() => setImmediate(() => succeed(value))));
  };
  const methods: CallbackMethods = {
    done,
    succeed: (value) => done(undefined, value),
    fail: (error) => done(isMissing(error) ? "handled" : error, undefined),
  };
  const end = (): void => {
    isDecided = true;
  };
  return { callback, context: Object.assign(context, methods), end };
}

const isMissing = (value: unknown): boolean => value === undefined || value === null;
