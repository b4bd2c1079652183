import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

export type DeployedHandler = (event: unknown, context: unknown, callback?: unknown) => unknown;

/**
 * Loads the handler that is deployed: `functions/notes.get`.
 *
 * The rules are those of https://github.com/aws/aws-lambda-nodejs-runtime-interface-client.
 */
export async function loadDeployedHandler(folder: string, handler: string): Promise<DeployedHandler> {
  const [, file = "", names = ""] = /^([^.]*)\.(.+)$/.exec(basename(handler)) ?? [];
  const path = resolve(folder, join(dirname(handler), file));
  const found = [".js", ".mjs", ".cjs"].map((ending) => path + ending).find(existsSync);
  if (found === undefined)
    throw lambdaError("Runtime.ImportModuleError", `Error: Cannot find module '${file}'`);
  let value: unknown = await load(found);
  for (const name of names.split(".")) value = (value as Record<string, unknown> | undefined)?.[name];
  if (typeof value !== "function") {
    throw lambdaError("Runtime.HandlerNotFound", `${handler} is undefined or not exported`);
  }
  return value as DeployedHandler;
}

/** Whether a handler streams its response: `awslambda.streamifyResponse` marks it. */
export const streamsResponse = (handler: DeployedHandler): boolean =>
  (handler as unknown as Record<symbol, unknown>)[Symbol.for("aws.lambda.runtime.handler.streaming")] ===
  "response";

async function load(file: string): Promise<unknown> {
  try {
    return createRequire(file)(file);
  } catch (error) {
    const { code } = Object(error) as { code?: unknown };
    if (code !== "ERR_REQUIRE_ESM" && code !== "ERR_REQUIRE_ASYNC_MODULE") throw error;
    return import(pathToFileURL(file).href);
  }
}

function lambdaError(name: string, message: string): Error {
  return Object.assign(new Error(message), { name });
}

/** The context methods with which handlers of Node 22 and older end an invocation. */
export interface ContextMethods {
  succeed(value: unknown): void;
  fail(error: unknown): void;
}

export type Callback = (error?: unknown, value?: unknown) => void;

/** Whether the runtime calls handlers without a callback: `nodejs24.x` and later. */
export const isWithoutCallbacks = (): boolean =>
  Number(/nodejs(\d+)/.exec(process.env.AWS_EXECUTION_ENV ?? "")?.[1] ?? 0) >= 24;

/** Whether Lambda treats a handler as async. Only for those, a promise that never settles is an error. */
export const isAsync = (handler: DeployedHandler): boolean => handler.constructor?.name === "AsyncFunction";

/** Lambda refuses such handlers when it loads them, but it has loaded the wrapper instead. */
export function checkCallback(handler: DeployedHandler): void {
  if (!isWithoutCallbacks() || handler.length < 3) return;
  throw lambdaError(
    "Runtime.CallbackHandlerDeprecated",
    "AWS Lambda has removed support for callback-based function handlers starting with Node.js 24.",
  );
}

/**
 * Runs a handler that may use a callback: Lambda receives the callback, the context and the promise unchanged, and uses the
 * first result.
 *
 * Source: https://github.com/aws/aws-lambda-nodejs-runtime-interface-client/blob/main/src/Runtime.js
 */
export function callHandler(
  handler: DeployedHandler,
  event: unknown,
  context: ContextMethods,
  callback: Callback,
): void {
  try {
    const returned = handler(event, context, callback);
    const { then } = Object(returned) as { then?: unknown };
    if (typeof then !== "function") return;
    (returned as Promise<unknown>).then(context.succeed, context.fail).catch(context.fail);
  } catch (error) {
    callback(error);
  }
}
