import { RefusedStatement, rdsModule, runtimeGlobals } from "../../../../facts/app-sync";
import { createExtensions } from "../utilities/extensions";
import type { HandlerEffects } from "../utilities/invocation";
import { rdsToObjects } from "../utilities/rds-result";
import { EarlyReturn, ResolverError, UnauthorizedSignal } from "../utilities/signals";
import { createUtil } from "../utilities/util";
import { dynamodbModule } from "./modules/dynamodb";

/**
 * The handlers' world, evaluated in a context of its own: it has the language and the utilities, and no access to the thread.
 *
 * Every function that a handler reaches is made in here, and only texts pass between it and the outside. Nothing in it can
 * be changed, so that no handler finds what another one has left. Nothing here may use Node: this module is bundled into
 * the text of the context.
 */

/** The functions of the thread that the world calls. */
interface Outside {
  /** Sends a message to the server, which does not answer. */
  send(message: string): void;
  /** Random bytes, as hexadecimal digits. */
  randomHex(bytes: number): string;
  recode(text: string, from: "utf8" | "base64", to: "utf8" | "base64"): string;
}

/** Facts of a request for the utilities. */
export interface RunFacts {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly mode: HandlerEffects["mode"];
  /** The headers that the HTTP response has so far. */
  readonly headers: readonly (readonly [name: string, value: string])[];
}

type Reported = "invalidate" | "setFilter" | "setInvalidationFilter" | "log" | "notHere";
type SignalParts<Signal extends abstract new (...parts: never[]) => Error> = ConstructorParameters<Signal>;

/** An effect of a handler: the name of the effect and what it gets. */
export type HandlerEffect =
  | { [Name in Reported]: readonly [name: Name, ...Parameters<HandlerEffects[Name]>] }[Reported]
  | readonly [name: "append", ...SignalParts<typeof ResolverError>]
  | readonly [name: "setHeader", header: string, value: string];

/** The end of a run: a result, the signal of a utility, or an error of the code. */
export type HandlerEnd =
  | { readonly value?: unknown; readonly stash?: unknown }
  | { readonly error: SignalParts<typeof ResolverError> }
  | { readonly early: SignalParts<typeof EarlyReturn> }
  | { readonly isUnauthorized: true }
  | HandlerFailure;

export interface HandlerFailure {
  readonly message: string;
  readonly stack?: string;
}

type Utility = (...given: readonly unknown[]) => unknown;
/** A module as a function that returns its exports. */
type HandlerModule = (load: Utility, console: object) => Readonly<Record<string, unknown>>;
type Handler = (context: { readonly stash?: unknown }) => unknown;

/** Effects of one run take no more memory of the server. */
const longestEffects = 64 * 1024 * 1024;

const runtime = {
  earlyReturn: (value: unknown, options?: { readonly skipTo?: unknown }): never => {
    throw new EarlyReturn(value ?? null, options?.skipTo === "END" ? "END" : "NEXT");
  },
};

/**
 * Closes the world. The result runs an exported function of a module with a context and `RunFacts`, and returns `HandlerEnd`, all
 * of them as JSON.
 *
 * @param longest - the size of a value that leaves the world
 */
export function createWorld({ send, randomHex, recode }: Outside, longest: number) {
  let facts: RunFacts;
  let headers: Map<string, string>;
  let sent: number;
  const report = (...effect: HandlerEffect): void => {
    const message = JSON.stringify(effect);
    sent += message.length;
    if (message.length > longest) throw new Error("A value of a handler is larger than 5 MB.");
    if (sent > longestEffects) throw new Error("The values of a handler are larger than 64 MB.");
    send(message);
  };
  const effects: HandlerEffects = {
    clock: { now: () => facts.now },
    get mode() {
      return facts.mode;
    },
    responseHeaders: {
      entries: () => headers.entries(),
      set: (name, value) => {
        headers.set(name, value);
        report("setHeader", name, value);
      },
    },
    append: ({ message, errorType, data, errorInfo }) =>
      report("append", message, errorType, data, errorInfo),
    invalidate: (invalidation) => report("invalidate", invalidation),
    setFilter: (filter) => report("setFilter", filter),
    setInvalidationFilter: (filter) => report("setInvalidationFilter", filter),
    log: (level, text) => report("log", level, text),
    notHere: (what) => report("notHere", what),
  };
  const rds = rdsModule((text) => effects.log("warn", text));
  const modules: Readonly<Record<string, unknown>> = closed({
    "@aws-appsync/utils": {
      // A pattern may take for ever, so it runs under the time limit.
      util: createUtil(effects, { randomHex, recode, GivenPattern: RegExp }),
      extensions: createExtensions(effects),
      runtime,
    },
    "@aws-appsync/utils/dynamodb": dynamodbModule,
    "@aws-appsync/utils/rds": { ...rds, toJsonObject: rdsToObjects },
  });
  const load = Object.freeze((name: unknown) => {
    const found = Object.hasOwn(modules, String(name)) ? modules[String(name)] : undefined;
    if (found !== undefined) return found;
    effects.notHere(`the module ${String(name)}`);
    throw new ResolverError(`serverform local does not have the module ${String(name)}.`, "Code");
  });
  const write = (level: "info" | "error" | "debug" | "warn") =>
    Object.freeze((...values: readonly unknown[]) => effects.log(level, values.map(shown).join(" ")));
  const [info, error, warn, debug] = [write("info"), write("error"), write("warn"), write("debug")];
  const console = Object.freeze({ log: info, info, error, warn, debug });
  closeLanguage();

  return (make: HandlerModule, handler: string, input: string, given: string): string => {
    try {
      facts = JSON.parse(given) as RunFacts;
      headers = new Map(facts.headers);
      sent = 0;
      const context = JSON.parse(input) as { readonly stash?: unknown };
      const [name = "", member] = handler.split(".");
      const exported = make(load, console)[name];
      const found = member === undefined ? exported : (exported as Readonly<Record<string, unknown>>)[member];
      const value = (found as Handler)(context);
      return JSON.stringify({ value, stash: context.stash });
    } catch (thrown) {
      return JSON.stringify(endOf(thrown));
    }
  };
}

function endOf(thrown: unknown): HandlerEnd {
  if (thrown instanceof ResolverError) {
    return { error: [thrown.message, thrown.errorType, thrown.data, thrown.errorInfo] };
  }
  if (thrown instanceof EarlyReturn) return { early: [thrown.value, thrown.skipTo] };
  if (thrown instanceof UnauthorizedSignal) return { isUnauthorized: true };
  const { message, stack } = Object(thrown) as Partial<Error>;
  return { message: String(message ?? thrown), stack: String(stack ?? "") };
}

const shown = (value: unknown): string =>
  typeof value === "string" ? value : (JSON.stringify(value) ?? String(value));

/** Functions for handlers, in objects that cannot be changed. */
function closed(members: object): Readonly<Record<string, unknown>> {
  const made = Object.entries(members).map(([name, member]: [string, unknown]) => [
    name,
    typeof member === "function" ? guarded(member as Utility) : closed(member as object),
  ]);
  return Object.freeze(Object.fromEntries(made) as Record<string, unknown>);
}

/** Instances of classes, by the object that a handler has for each. */
const instances = new WeakMap<object, object>();

/** Utilities get copies and give copies: no handler holds a part of them. An error of the outside does not come in. */
function guarded(run: Utility): Utility {
  return Object.freeze((...given) => {
    try {
      const result = run(...(copied(given) as readonly unknown[]));
      if (!isInstance(result)) return copied(result);
      const handle = Object.freeze({});
      instances.set(handle, result);
      return handle;
    } catch (thrown) {
      if (thrown instanceof RefusedStatement) throw new ResolverError(thrown.message, "Code");
      const end = endOf(thrown);
      throw "message" in end ? new Error(end.message) : thrown;
    }
  });
}

function isInstance(value: unknown): value is object {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype !== Object.prototype && prototype !== null;
}

function copied(value: unknown): unknown {
  if (typeof value === "function" || typeof value === "symbol") return undefined;
  if (typeof value !== "object" || value === null) return value;
  const instance = instances.get(value);
  if (instance !== undefined) return instance;
  if (Array.isArray(value))
    return value.map((each) => copied(each) ?? (each === undefined ? undefined : null));
  if ("toJSON" in value && typeof value.toJSON === "function") return copied(value.toJSON());
  const members = Object.entries(value).filter(([, member]) => typeof member !== "function");
  return Object.fromEntries(members.map(([key, member]) => [key, copied(member)]));
}

/** Freezes the language, and takes the globals away that the runtime of AWS does not have. */
function closeLanguage(): void {
  // An object may have members of these names, which a frozen one of its prototype would prevent.
  const base: object = Object.prototype;
  for (const [key, { value: member, get }] of ownMembers(base)) {
    if (get !== undefined) continue;
    Object.defineProperty(base, key, {
      get: () => member,
      set(this: object, value: unknown) {
        if (this === base) throw new Error("Object.prototype cannot be changed.");
        Object.defineProperty(this, key, { value, writable: true, enumerable: true, configurable: true });
      },
    });
  }
  const frozen = new Set<unknown>([globalThis]);
  freezeAll(
    [
      ...ownMembers(globalThis).map(([, { value }]) => value),
      [][Symbol.iterator](),
      ""[Symbol.iterator](),
      new Map().entries(),
      new Set().entries(),
      (function* () {})(),
      (async () => {}).constructor,
    ],
    frozen,
  );
  const globals = globalThis as Record<PropertyKey, unknown>;
  for (const name of Reflect.ownKeys(globals)) {
    if (!runtimeGlobals.includes(String(name))) Reflect.deleteProperty(globals, name);
    // Without the value, the context would take undefined for it.
    else Object.defineProperty(globals, name, { value: globals[name], writable: false, configurable: false });
  }
}

function freezeAll(value: unknown, frozen: Set<unknown>): void {
  if ((typeof value !== "object" && typeof value !== "function") || value === null || frozen.has(value))
    return;
  frozen.add(value);
  const members = ownMembers(value);
  Object.freeze(value);
  freezeAll(Object.getPrototypeOf(value), frozen);
  for (const [, { value: member, get, set }] of members)
    for (const each of [member, get, set]) freezeAll(each, frozen);
}

function ownMembers(value: object): readonly (readonly [PropertyKey, PropertyDescriptor])[] {
  return Reflect.ownKeys(value).map((key) => [key, Object.getOwnPropertyDescriptor(value, key) ?? {}]);
}
