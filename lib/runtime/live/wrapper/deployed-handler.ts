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

/** Whether a handler streams its response: it is marked by `awslambda.streamifyResponse`. */
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

/** Runs a handler of either style. */
export function callHandler(handler: DeployedHandler, event: unknown, context: unknown): Promise<unknown> {
  return new Promise((resolvePromise, reject) => {
    const callback = (error: unknown, value: unknown): void =>
      error === undefined || error === null ? resolvePromise(value) : reject(error);
    const returned = handler(event, context, callback);
    const { then } = Object(returned) as { then?: unknown };
    if (typeof then === "function") (returned as Promise<unknown>).then(resolvePromise, reject);
  });
}
