import { Script } from "node:vm";
import type { HandlerEffects } from "../utilities/invocation";
import { EarlyReturn, ResolverError, UnauthorizedSignal } from "../utilities/signals";
import { HandlerThread } from "./handler-thread";
import { InvalidCode, readModule } from "./module-text";
import type { HandlerEffect, HandlerEnd, HandlerFailure } from "./world-program";

export interface HandlerOutcome {
  readonly value: unknown;
  readonly stash: unknown;
}

/** All handlers of this process run in one thread: they leave nothing in it. */
const thread = new HandlerThread();

/**
 * Reads code of the runtime APPSYNC_JS, which has only the language and AppSync's modules. Nothing of it runs.
 *
 * Handlers keep nothing between two calls, as in AWS. They run in a world of their own: only JSON passes between it and
 * this server. Throws `InvalidCode`.
 *
 * @param name - what errors call it: `Query.notes`
 */
export function readHandlerCode(code: string, name: string) {
  const { body, exported } = readModule(code, name);
  const text = `(function (__import, console) { ${body}\n})`;
  try {
    new Script(text, { filename: name });
  } catch (error) {
    throw new InvalidCode(`${name}: ${(error as Error).message}`);
  }
  return {
    /** Names of the exported functions. */
    has: (handler: string): boolean => exported.includes(handler),
    /**
     * Calls an exported function with a context: `request`, or `onPublish.request` of an exported object.
     *
     * Throws `ResolverError`, `UnauthorizedSignal` and `EarlyReturn`. Changes of the handler to `context.stash` are kept.
     */
    call(
      handler: string,
      context: Readonly<Record<string, unknown>>,
      effects: HandlerEffects,
    ): HandlerOutcome {
      const { clock, mode, responseHeaders } = effects;
      const facts = { now: clock.now(), mode, headers: [...responseHeaders.entries()] };
      const run = thread.run({ text, handler, input: JSON.stringify(context), facts });
      for (const effect of run.effects) apply(effect, effects);
      return outcomeOf(run.end, `${name} ${handler}`, effects);
    },
  };
}

/** A handler's code, ready to run. */
export type HandlerCode = Readonly<ReturnType<typeof readHandlerCode>>;

function apply([name, ...given]: HandlerEffect, effects: HandlerEffects): void {
  const { responseHeaders } = effects;
  const applied = {
    ...effects,
    append: (...parts: ConstructorParameters<typeof ResolverError>) =>
      effects.append(new ResolverError(...parts)),
    setHeader: (header: string, value: string) => responseHeaders.set(header, value),
  };
  (applied[name] as (...given: readonly unknown[]) => unknown)(...given);
}

function outcomeOf(end: HandlerEnd, where: string, effects: HandlerEffects): HandlerOutcome {
  if ("error" in end) throw new ResolverError(...end.error);
  if ("early" in end) throw new EarlyReturn(...end.early);
  if ("isUnauthorized" in end) throw new UnauthorizedSignal();
  if ("message" in end) throw failureOf(end, where, effects);
  return { value: end.value ?? null, stash: end.stash ?? {} };
}

/** The caller gets an error of the code itself as in AWS; the log has the rest. */
function failureOf({ message, stack = "" }: HandlerFailure, where: string, effects: HandlerEffects): Error {
  // An error of a utility begins in its code.
  const line = /\bhandler:(\d+):(\d+)\)?$/m.exec(stack);
  const at = line === null ? "" : ` (line ${line[1]}, column ${line[2]})`;
  effects.log("error", `${where} failed: ${message}${at}`);
  return new ResolverError("Runtime Error", "Code");
}
