import { existsSync, statSync } from "node:fs";
import Module, { createRequire } from "node:module";
import { basename, dirname, join, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { writtenText } from "../../../../facts/text/written-text";
import { isWithoutCallbacks } from "./node-version";
import { isStreaming, provideStreaming } from "./response-stream";

export type Handler = (event: unknown, context: unknown, callback?: unknown) => unknown;

export function lambdaError(name: string, message: string, cause?: unknown): Error {
  const error = new Error(message);
  error.name = name;
  if (cause instanceof Error && cause.stack !== undefined) error.stack = cause.stack;
  return error;
}

/**
 * Finds the function that `path/file.export` names.
 *
 * The rules and the errors are those of https://github.com/aws/aws-lambda-nodejs-runtime-interface-client.
 */
export async function loadHandler(folder: string, text: string): Promise<Handler> {
  provideStreaming();
  const [, file, names] = /^([^.]*)\.(.+)$/.exec(basename(text)) ?? [];
  if (file === undefined || names === undefined || text.includes("..")) {
    throw lambdaError("Runtime.MalformedHandlerName", "Bad handler");
  }
  ignoreTypeAbove(folder);
  const module = await load(resolve(folder, join(dirname(text), file)), folder);
  let found: unknown = module;
  for (const name of names.split(".")) found = (found as Record<string, unknown> | undefined)?.[name];
  if (found === undefined) {
    throw lambdaError("Runtime.HandlerNotFound", `${text} is undefined or not exported`);
  }
  if (typeof found !== "function") {
    throw lambdaError("Runtime.HandlerNotFound", `${text} is not a function`);
  }
  refuseCallback(found as Handler);
  return found as Handler;
}

function refuseCallback(handler: Handler): void {
  if (!isWithoutCallbacks() || handler.length < 3 || isStreaming(handler)) return;
  throw lambdaError(
    "Runtime.CallbackHandlerDeprecated",
    "ERROR: AWS Lambda has removed support for callback-based function handlers starting with Node.js 24. You need to modify " +
      "this function to use a supported handler signature to use Node.js 24 or later. For more information see " +
      "https://docs.aws.amazon.com/lambda/latest/dg/nodejs-handler.html.",
  );
}

async function load(path: string, folder: string): Promise<unknown> {
  const file = ["", ".js", ".mjs", ".cjs"].map((ending) => path + ending).find(isFile);
  if (file === undefined) {
    throw lambdaError("Runtime.ImportModuleError", `Error: Cannot find module '${basename(path)}'`);
  }
  try {
    return isModule(file, folder) ? await import(pathToFileURL(file).href) : createRequire(file)(file);
  } catch (error) {
    if (error instanceof SyntaxError) {
      throw lambdaError("Runtime.UserCodeSyntaxError", String(error), error);
    }
    const { code } = (error ?? {}) as { code?: unknown };
    const isMissing = code === "MODULE_NOT_FOUND" || code === "ERR_MODULE_NOT_FOUND";
    throw isMissing ? lambdaError("Runtime.ImportModuleError", String(error), error) : error;
  }
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

/** Whether a file is an ES module. Files above the deployed folder are not deployed. */
function isModule(file: string, folder: string): boolean {
  if (!file.endsWith(".js")) return file.endsWith(".mjs");
  return typeFor(dirname(file), folder) === "module";
}

/** The `type` in the nearest package.json, from a folder up to the last one. */
function typeFor(folder: string, last: string): unknown {
  for (let at = folder; ; at = dirname(at)) {
    const description = join(at, "package.json");
    if (existsSync(description)) {
      return (JSON.parse(writtenText(description)) as { type?: unknown }).type;
    }
    if (at === last || at === dirname(at)) return undefined;
  }
}

interface CompiledModule {
  _compile(content: string, file: string, format: "commonjs"): void;
}

type LoadFile = (module: CompiledModule, file: string) => void;

/**
 * Makes Node ignore package.json files above the deployed folder.
 *
 * The folder is in the project here. With `"type": "module"` in the project's package.json, Node would load CommonJS code as ES
 * modules.
 */
function ignoreTypeAbove(folder: string): void {
  if (typeFor(dirname(folder), "/") !== "module") return;
  const { _extensions } = Module as unknown as { readonly _extensions: Record<string, LoadFile> };
  const original = _extensions[".js"];
  _extensions[".js"] = (module, file) => {
    if (!file.startsWith(folder + sep) || isModule(file, folder)) return original?.(module, file);
    module._compile(writtenText(file), file, "commonjs");
  };
}
