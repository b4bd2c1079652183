import { type Context, createContext, Script } from "node:vm";
import { createExtensions } from "../utilities/extensions";
import type { HandlerEffects } from "../utilities/invocation";
import { EarlyReturn, ResolverError, UnauthorizedSignal } from "../utilities/signals";
import { createUtil } from "../utilities/util";
import { functionText, InvalidCode } from "./module-text";
import { dynamodbModule } from "./modules/dynamodb";
import { rdsModule } from "./modules/rds";

/** After this time, a handler does not end by itself. */
const maxHandlerMs = 1000;

/** A handler's code, ready to run. */
export interface JavascriptCode {
  /** Names of the exported functions. */
  has(handler: string): boolean;
  /**
   * Calls an exported function with a context: `request`, or `onPublish.request` of an exported object.
   *
   * Throws `ResolverError`, `UnauthorizedSignal` and `EarlyReturn`. What the handler does to `context.stash` stays.
   */
  call(handler: string, context: Readonly<Record<string, unknown>>, effects: HandlerEffects): HandlerOutcome;
}

export interface HandlerOutcome {
  readonly value: unknown;
  readonly stash: unknown;
}

/**
 * Runs code of the runtime APPSYNC_JS, without anything but the language and AppSync's modules.
 *
 * Handlers keep nothing between two calls, as in AWS.
 */
export class JavascriptEngine {
  private context: Context | undefined;

  /**
   * Reads code; throws `InvalidCode`.
   *
   * @param name - what errors call it: `Query.notes`
   */
  load(code: string, name: string): JavascriptCode {
    const context = this.ready();
    const wrapped = `(function (__import, console) { ${functionText(code, name)}\n})`;
    let make: (load: (module: string) => unknown, console: object) => Record<string, unknown>;
    try {
      make = new Script(wrapped, { filename: name }).runInContext(context);
    } catch (error) {
      throw new InvalidCode(`${name}: ${(error as Error).message}`);
    }
    let known: readonly string[] | undefined;
    return {
      has: (handler) => {
        known ??= Object.keys(make(() => ({}), {}));
        return known.includes(handler);
      },
      call: (handler, input, effects) => this.call(context, { make, name, handler }, input, effects),
    };
  }

  private call(
    context: Context,
    {
      make,
      name,
      handler,
    }: {
      readonly make: (load: (module: string) => unknown, console: object) => Record<string, unknown>;
      readonly name: string;
      readonly handler: string;
    },
    input: Readonly<Record<string, unknown>>,
    effects: HandlerEffects,
  ): HandlerOutcome {
    context.__run = (parse: (text: string) => object) => {
      const given = parse(JSON.stringify(input)) as { stash?: unknown };
      const exported = make((module) => moduleOf(module, effects), consoleOf(effects));
      const value = handlerIn(exported, handler)(given);
      return { value, stash: given.stash };
    };
    try {
      const { value, stash } = run.runInContext(context, { timeout: maxHandlerMs }) as HandlerOutcome;
      return { value: plain(value), stash: plain(stash) ?? {} };
    } catch (error) {
      throw asSignal(error, `${name} ${handler}`, effects);
    } finally {
      context.__run = undefined;
    }
  }

  private ready(): Context {
    this.context ??= createContext(Object.create(null), { codeGeneration: { strings: false, wasm: false } });
    return this.context;
  }
}

/** An exported function, or a member of an exported object: `onPublish.request`. */
function handlerIn(
  exported: Readonly<Record<string, unknown>>,
  handler: string,
): (context: object) => unknown {
  const [name = "", member] = handler.split(".");
  const found = member === undefined ? exported[name] : Object(exported[name])[member];
  return found as (context: object) => unknown;
}

/** Objects of a handler belong to its own world, so JSON is parsed there. */
const run = new Script("__run(JSON.parse)");

/** A plain value of this world; what JSON does not have goes. */
function plain(value: unknown): unknown {
  const text = JSON.stringify(value ?? null);
  return text === undefined ? null : JSON.parse(text);
}

function moduleOf(name: string, effects: HandlerEffects): unknown {
  switch (name) {
    case "@aws-appsync/utils":
      return { util: createUtil(effects), extensions: createExtensions(effects), runtime };
    case "@aws-appsync/utils/dynamodb":
      return dynamodbModule;
    case "@aws-appsync/utils/rds":
      return rdsModule;
    default: {
      const text = `serverform local does not have the module ${name}.`;
      effects.notHere(`the module ${name}`);
      throw new ResolverError(text, "Code");
    }
  }
}

const runtime = {
  earlyReturn: (value: unknown, options?: { readonly skipTo?: unknown }): never => {
    throw new EarlyReturn(plain(value), options?.skipTo === "END" ? "END" : "NEXT");
  },
};

function consoleOf(effects: HandlerEffects): object {
  const write =
    (level: "info" | "error" | "debug" | "warn") =>
    (...values: unknown[]): void =>
      effects.log(level, values.map(shown).join(" "));
  return {
    log: write("info"),
    info: write("info"),
    error: write("error"),
    warn: write("warn"),
    debug: write("debug"),
  };
}

function shown(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? String(value));
}

/** An error of the code itself is told to the caller as AWS tells it; the log has the rest. */
function asSignal(error: unknown, where: string, effects: HandlerEffects): Error {
  if (error instanceof ResolverError || error instanceof UnauthorizedSignal || error instanceof EarlyReturn) {
    return error;
  }
  const { message, stack = "" } = Object(error) as { readonly message?: string; readonly stack?: string };
  const line = /:(\d+):(\d+)\)?$/m.exec(stack);
  const at = line === null ? "" : ` (line ${line[1]}, column ${line[2]})`;
  effects.log("error", `${where} failed: ${message ?? String(error)}${at}`);
  return new ResolverError("Runtime Error", "Code");
}
