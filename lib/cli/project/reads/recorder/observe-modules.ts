import nodeModule = require("node:module");

import { dirname, isAbsolute, resolve } from "node:path";
import { isMainThread } from "node:worker_threads";
import { before, isCall, type Observed } from "./observe";
import { notePath, noteUrl, pathOfUrl, recordDoubt } from "./writer";

const isPath = (request: string): boolean => /^\.{1,2}(\/|$)/.test(request) || isAbsolute(request);

/** A module that was not found may be added. */
function noteMissing(request: string, error: unknown): void {
  const isOfPackage = typeof error === "object" && error !== null && "path" in error;
  if (request.startsWith("#") || isOfPackage) recordDoubt(`the missing module ${request}`);
}

/** Modules with native code that reads files. */
const nativeModules = /^(?:node:)?(?:sqlite|wasi)$/;

export function noteBuiltin(name: unknown): void {
  if (typeof name === "string" && nativeModules.test(name)) recordDoubt(name);
}

interface ResolveOptions {
  readonly paths?: readonly string[];
}

/** Records what `require` looks for, and finds. */
function observeRequire(owner: Observed): void {
  const original = owner._resolveFilename;
  if (!isCall(original)) return recordDoubt("modules cannot be observed");
  owner._resolveFilename = function (this: unknown, ...args: unknown[]): unknown {
    const [request, parent, , options] = args as [
      string,
      { filename?: string } | undefined,
      unknown,
      unknown,
    ];
    if (isPath(request)) {
      const { paths } = (options ?? {}) as ResolveOptions;
      const { filename } = parent ?? {};
      for (const folder of paths ?? [filename ? dirname(filename) : process.cwd()])
        notePath(resolve(folder, request));
    }
    try {
      const found = Reflect.apply(original, this, args);
      if (typeof found === "string" && isAbsolute(found)) notePath(found);
      return found;
    } catch (error) {
      noteMissing(request, error);
      throw error;
    }
  };
  before(owner, "_load", ([request]) => noteBuiltin(request));
}

/** The module hooks call these, also in a thread of their own. */
const notes = {
  candidate: (specifier: string, parent: string | undefined): void => {
    if (specifier.startsWith("file:")) noteUrl(specifier);
    else if (parent !== undefined && isPath(specifier)) {
      const from = pathOfUrl(parent);
      if (from !== undefined) notePath(resolve(dirname(from), specifier));
      // A URL may have percent-encoded characters, a query and a fragment.
      if (/[%?#]/.test(specifier)) noteUrl(new URL(specifier, parent).href);
    }
  },
  found: (url: string): void => {
    if (url.startsWith("file:")) noteUrl(url);
    else noteBuiltin(url);
  },
  missing: noteMissing,
};

/** Without the notes in its thread, the hooks cannot tell the files that other hooks there read. */
const threadHooks = `
import { appendFileSync } from "node:fs";
const notes = globalThis[Symbol.for("serverform.reads")];
if (notes === undefined)
  appendFileSync(process.env.SERVERFORM_READS_FILE, '{"kind":"doubt","reason":"module hooks"}\\n');
export async function resolve(specifier, context, next) {
  notes?.candidate(specifier, context.parentURL);
  try {
    const result = await next(specifier, context);
    notes?.found(result.url);
    return result;
  } catch (error) {
    notes?.missing(specifier, error);
    throw error;
  }
}`;

interface ResolveContext {
  readonly parentURL?: string;
}

type NextResolve = (specifier: string, context: ResolveContext) => { readonly url: string };

/** Newer functions of `node:module` than those that the library requires. */
interface ModuleHooks {
  /** Node.js has it from 20.6 on. */
  register?: (url: string) => void;
  /** Node.js has it from 22.15 and 23.5 on. */
  registerHooks?: (hooks: {
    resolve: (specifier: string, context: ResolveContext, next: NextResolve) => unknown;
  }) => void;
}

/**
 * Records what `import` looks for, and finds. The returned function says whether `import` is observed.
 *
 * Hooks in the same thread (`registerHooks`) cost nothing. The thread of older hooks (`register`) takes a tenth of the time of a small
 * app, so it is used only if something else starts it, such as tsx.
 */
function observeImports(owner: Observed): () => boolean {
  (globalThis as Observed)[Symbol.for("serverform.reads")] = notes;
  if (!isMainThread) return () => true;
  const { register, registerHooks } = owner as ModuleHooks;
  let isJoined = false;
  before(owner, "register", () => {
    if (isJoined) return;
    isJoined = true;
    register?.(`data:text/javascript,${encodeURIComponent(threadHooks)}`);
  });
  registerHooks?.({
    resolve(specifier, context, next) {
      notes.candidate(specifier, context.parentURL);
      try {
        const result = next(specifier, context);
        notes.found(result.url);
        return result;
      } catch (error) {
        notes.missing(specifier, error);
        throw error;
      }
    },
  });
  return () => isJoined || registerHooks !== undefined;
}

/** Records the modules. The result, called at the end, doubts if ES modules were not observed. */
export function observeModules(): () => void {
  const owner = nodeModule as unknown as Observed;
  observeRequire(owner);
  const seesImports = observeImports(owner);
  return () => {
    if (!seesImports()) recordDoubt("this version of Node.js shows what ES modules read only to loaders");
  };
}
