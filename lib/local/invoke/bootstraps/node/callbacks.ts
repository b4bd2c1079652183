import type { HandlerContext } from "./context";

/** Receives the result of an invocation. */
export interface ResultReceiver {
  /** May throw for a value that cannot be written as JSON. */
  succeed(value: unknown): void;
  fail(error: unknown): void;
}

/** The callback of a handler, and the old methods of its context. */
export interface Callbacks {
  readonly callback: (error?: unknown, value?: unknown) => void;
  readonly context: HandlerContext & CallbackMethods;
  /** Makes later calls change nothing. */
  end(): void;
}

interface CallbackMethods {
  done(error?: unknown, value?: unknown): void;
  succeed(value?: unknown): void;
  fail(error?: unknown): void;
}

/** Runs when the event loop is empty and the invocation has no result yet. */
let whenIdle: (() => void) | undefined;

process.on("beforeExit", () => whenIdle?.());

/** Sets the action for an empty event loop, in place of the one before. */
export function onEmptyLoop(action: (() => void) | undefined): void {
  whenIdle = action;
}

/**
 * Creates the means by which handlers of Node 22 and older call back. The first call decides, and later ones change nothing.
 *
 * A value that is passed to `callback` is sent when the event loop is empty, unless the handler has set
 * `callbackWaitsForEmptyEventLoop` to false before. Errors, and everything passed to the methods of the context, are sent at once.
 *
 * Source: https://github.com/aws/aws-lambda-nodejs-runtime-interface-client/blob/main/src/CallbackContext.js
 */
export function createCallbacks(context: HandlerContext, { succeed, fail }: ResultReceiver): Callbacks {
  let isDecided = false;
  const decide = (action: () => void): void => {
    if (isDecided) return;
    action();
    // A value that could not be sent has decided nothing: the error that it throws may be the result.
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
