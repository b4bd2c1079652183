import { AsyncLocalStorage } from "node:async_hooks";
import { isLibraryError, type ServerformError } from "../../facts/errors/error";
import { failTogether, singleProblems } from "../../facts/errors/problems";
import { show } from "../../facts/errors/words";
import { refuseValue } from "../core/errors";
import { explainFault } from "../core/fault";
import type { App } from "./app";
import { fail, problem } from "./errors";
import { lifecycle } from "./scope/lifecycle";
import { isUnitTest } from "./settings/settings";
import { Stack, type StackProps } from "./stack";

/** The input of a stack function. */
export interface StackContext {
  /** The app that the stack belongs to. */
  readonly app: App;
  /** The stack in which the function creates its constructs. */
  readonly stack: Stack;
}

/** A function that declares one stack. Other stack functions get its return value with `use`. */
export type StackFunction<Result = unknown> = (this: Stack, context: StackContext) => Result;

/** Options of `app.stack`. */
export interface StackFunctionProps extends StackProps {
  /**
   * Id of the stack.
   *
   * @default - the name of the function
   */
  readonly id?: string | undefined;
}

interface Registered {
  readonly app: App;
  readonly stack: Stack;
  result?: { readonly value: unknown } | undefined;
  hasFailed?: boolean | undefined;
}

interface Running {
  readonly registry: StackFunctions;
  readonly fn: StackFunction;
  readonly stack: Stack;
}

/** The running stack function, also after an `await` in it. */
const running = new AsyncLocalStorage<Running>();

/** The registrations of each function, oldest first, for calls outside stack functions, which contain no app. */
const registrations = new WeakMap<StackFunction, readonly Registered[]>();
let hasApp = false;

/** Ends a stack function that needs a failed one. As a consequence of the first failure, it is not reported. */
class NeedsFailedStack extends Error {}

export class StackFunctions {
  private readonly registered = new Map<StackFunction, Registered>();
  private readonly found: ServerformError[] = [];
  /** Errors of the caller's own code, by the path of the stack. */
  private readonly thrown = new Map<string, unknown>();

  constructor(private readonly app: App) {
    hasApp = true;
  }

  /** Creates a stack and runs the function in it. Returns a promise if the function does. */
  run(fn: StackFunction, props: StackFunctionProps = {}): undefined | Promise<void> {
    if (typeof fn !== "function") refuseValue("app", "stack(...)", fn, "a function that declares a stack");
    if (isClass(fn)) {
      fail("app", "stack-class", `stack(${fn.name})`, { name: fn.name });
    }
    if (this.registered.has(fn)) fail("app", "StackDuplicates", `stack(${fn.name})`, { name: fn.name });
    const { id = fn.name, ...stackProps } = props;
    if (!id) {
      fail("app", "prop-required", "stack(...).id", {
        remedy: 'Name the function, or pass { id: "Main" }: it has no name.',
      });
    }
    const stack = new Stack(this.app, id, stackProps);
    const entry: Registered = { app: this.app, stack };
    this.registered.set(fn, entry);
    registrations.set(fn, [...(registrations.get(fn) ?? []).filter(isOpen), entry]);
    let value: unknown;
    try {
      value = running.run({ registry: this, fn, stack }, () => fn.call(stack, { app: this.app, stack }));
    } catch (error) {
      this.fail(entry, error);
      return undefined;
    }
    if (isPromise(value)) {
      return value.then(
        (resolved) => this.end(entry, resolved),
        (error: unknown) => this.fail(entry, error),
      );
    }
    this.end(entry, value);
    return undefined;
  }

  /** The problems of the completed stack functions. `synth` reports them together with those of the other steps. */
  get problems(): readonly ServerformError[] {
    const [first] = this.thrown.values();
    // A single error of the caller's own code is rethrown unchanged.
    if (this.thrown.size === 1 && this.found.length === 0) throw first;
    const own = [...this.thrown].map(([path, cause]) =>
      problem(path, "callback-failed", "app.stack(...)", { cause }),
    );
    return [...this.found, ...own];
  }

  private end(entry: Registered, value: unknown): void {
    entry.result = { value };
    this.throwInTest();
  }

  /** Records the error of a stack function, so that the next one runs. */
  private fail(entry: Registered, thrown: unknown): void {
    entry.hasFailed = true;
    if (thrown instanceof NeedsFailedStack) return this.throwInTest();
    const error = explainFault(thrown);
    // After an internal error of the library, other results are unreliable.
    if (isLibraryError(error) && error.code === "internal") throw error;
    if (isLibraryError(error)) this.found.push(...singleProblems(error));
    else this.thrown.set(entry.stack.node.path, error);
    this.throwInTest();
  }

  /** In a unit test, the call of the stack function throws: the test may read the stack without a synthesis. */
  private throwInTest(): void {
    if (!isUnitTest()) return;
    try {
      failTogether(this.problems);
    } finally {
      this.found.length = 0;
      this.thrown.clear();
    }
  }

  get unfinished(): string[] {
    const isRunning = ({ result, hasFailed }: Registered) => result === undefined && hasFailed !== true;
    return [...this.registered].filter(([, entry]) => isRunning(entry)).map(([fn]) => fn.name);
  }

  find(fn: StackFunction): Registered | undefined {
    return this.registered.get(fn);
  }
}

/** Only a class has a `prototype` that is not writable; an arrow function has none. */
function isClass(fn: StackFunction): boolean {
  return Object.getOwnPropertyDescriptor(fn, "prototype")?.writable === false;
}

function isPromise(value: unknown): value is Promise<unknown> {
  return typeof (value as { then?: unknown } | undefined)?.then === "function";
}

/**
 * The return value of another stack function.
 *
 * References between stacks are read from remote state, and the stacks are deployed in that order.
 */
export function use<Result>(fn: (this: Stack, context: StackContext) => Result): Awaited<Result> {
  return requireFinished("use", fn).value as Awaited<Result>;
}

/** The stack that a stack function declared. */
export function getStack<Result>(fn: (this: Stack, context: StackContext) => Result): Stack {
  return requireFinished("getStack", fn).stack;
}

/** Makes the current stack depend on the stack of another stack function without using anything of it. */
export function dependsOn<Result>(fn: (this: Stack, context: StackContext) => Result): void {
  const { stack } = requireFinished("dependsOn", fn);
  const current = running.getStore();
  if (current === undefined) {
    return fail("app", "stack-function-outside", `dependsOn(${fn.name})`, { call: "dependsOn" });
  }
  current.stack.addDependency(stack);
}

function requireFinished(
  call: string,
  fn: StackFunction,
): { readonly stack: Stack; readonly value: unknown } {
  const name = typeof fn === "function" ? fn.name : show(fn);
  if (!hasApp) return fail("app", "stack-function-no-app", `${call}(${name})`, { call });
  const store = running.getStore();
  const entry = store === undefined ? findLatest(call, fn) : store.registry.find(fn);
  if (entry?.hasFailed === true) {
    if (store === undefined) failTogether(entry.app.declarationProblems);
    throw new NeedsFailedStack(`${call}(${name}) needs a stack function that has failed.`);
  }
  if (entry?.result === undefined) {
    const current = store?.fn.name;
    const isPending = entry !== undefined;
    return fail(current ?? "app", "StackWrongOrder", `${call}(${name})`, { name, current, isPending });
  }
  return { stack: entry.stack, value: entry.result.value };
}

/**
 * The latest registration of a function, for a call outside stack functions.
 *
 * Unit tests create a new app for each case and register the same functions again, so an app and stage may have many
 * registrations. Different apps or stages at the same time are ambiguous.
 */
function findLatest(call: string, fn: StackFunction): Registered | undefined {
  const all = registrations.get(fn) ?? [];
  const latest = all.at(-1);
  if (latest === undefined) return undefined;
  const others = [latest, ...all.filter(isOpen)].map(({ app }) => app.logicalPrefixedName(""));
  const apps = [...new Set(others)];
  if (apps.length > 1) fail("app", "stack-function-ambiguous", `${call}(${fn.name})`, { call, apps });
  return latest;
}

function isOpen({ app }: Registered): boolean {
  return !app[lifecycle].isClosed;
}
