import { Script } from "node:vm";
import { RefusedStatement } from "../../../../facts/app-sync";
import type { HandlerEffects } from "../utilities/invocation";
import { EarlyReturn, ResolverError, UnauthorizedSignal } from "../utilities/signals";
import { randomHex } from "../utilities/util";
import { utilitiesFor } from "./handler-modules";
import { type HandlerEnd, HandlerThread, type RunFacts } from "./handler-thread";
import { InvalidCode, readModule } from "./module-text";
import { argumentsOf, type Handles, textForHandler } from "./values-across";

/** A handler's code, ready to run. */
export interface JavascriptCode {
  /** Names of the exported functions. */
  has(handler: string): boolean;
  /**
   * Calls an exported function with a context: `request`, or `onPublish.request` of an exported object.
   *
   * Throws `ResolverError`, `UnauthorizedSignal` and `EarlyReturn`. Changes of the handler to `context.stash` are kept.
   */
  call(handler: string, context: Readonly<Record<string, unknown>>, effects: HandlerEffects): HandlerOutcome;
}

export interface HandlerOutcome {
  readonly value: unknown;
  readonly stash: unknown;
}

/** All handlers of this process run in one thread: they leave nothing in it. */
const thread = new HandlerThread();
let codes = 0;

/**
 * Runs code of the runtime APPSYNC_JS, with only the language and AppSync's modules.
 *
 * Handlers keep nothing between two calls, as in AWS. They run in a world of their own: only JSON passes between it and
 * this server.
 */
export class JavascriptEngine {
  /**
   * Reads code; throws `InvalidCode`. Nothing of it runs.
   *
   * @param name - what errors call it: `Query.notes`
   */
  load(code: string, name: string): JavascriptCode {
    const { body, exported } = readModule(code, name);
    const text = `(function (__import, console) { ${body}\n})`;
    try {
      new Script(text, { filename: name });
    } catch (error) {
      throw new InvalidCode(`${name}: ${(error as Error).message}`);
    }
    codes += 1;
    const id = codes;
    return {
      has: (handler) => exported.includes(handler),
      call: (handler, context, effects) =>
        outcomeOf(
          { text, id, name, handler, input: JSON.stringify(context), facts: factsOf(effects) },
          effects,
        ),
    };
  }
}

/** As many random bytes as four identifiers need. */
const randomBytesOfRun = 64;

function factsOf({ clock, mode }: HandlerEffects): string {
  const facts: RunFacts = { now: clock.now(), mode, random: randomHex(randomBytesOfRun) };
  return JSON.stringify(facts);
}

function outcomeOf(run: Parameters<HandlerThread["run"]>[0], effects: HandlerEffects): HandlerOutcome {
  const handles: Handles = [];
  const utilityOf = utilitiesFor(effects);
  let signal: Error | undefined;
  const end = thread.run(run, (name, given) => {
    try {
      return `v${textForHandler(utilityOf(name)(...argumentsOf(given, handles)), handles)}`;
    } catch (thrown) {
      const error = thrown instanceof RefusedStatement ? new ResolverError(thrown.message, "Code") : thrown;
      if (!isSignal(error)) return `e${(error as Error).message}`;
      signal = error;
      return "s";
    }
  });
  if (end.signal === true && signal !== undefined) throw signal;
  if (end.message === undefined) return { value: end.value ?? null, stash: end.stash ?? {} };
  throw failureOf(end, `${run.name} ${run.handler}`, effects);
}

const isSignal = (error: unknown): error is Error =>
  error instanceof ResolverError || error instanceof UnauthorizedSignal || error instanceof EarlyReturn;

/** The caller gets an error of the code itself as in AWS; the log has the rest. */
function failureOf({ message, stack = "" }: HandlerEnd, where: string, effects: HandlerEffects): Error {
  const line = /:(\d+):(\d+)\)?$/m.exec(stack);
  const at = line === null ? "" : ` (line ${line[1]}, column ${line[2]})`;
  effects.log("error", `${where} failed: ${message}${at}`);
  return new ResolverError("Runtime Error", "Code");
}
