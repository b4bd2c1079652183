import { types } from "node:util";
import { isLibraryError, type ServerformError } from "../../facts/errors/error";
import { makeStandIn } from "../../facts/errors/stand-in";
import { collectedProblems, singleProblems } from "./collected-problems";
import { faultError } from "./fault";
import { replaceConstruct } from "./replaced-construct";

/** A class of the library, which may be abstract and have a protected constructor. */
type AnyClass = { readonly prototype: object; readonly name: string; readonly length: number };
/** An error with which parts of the library talk to each other through CDKTF. It stays unchanged. */
export class LibrarySignal extends Error {}

type AnyFunction = (this: unknown, ...args: unknown[]) => unknown;

/** The place of a bare error: the construct that was made or called, and what was called. */
interface Place {
  readonly path: string;
  readonly prop: string;
}

/** The number of guarded calls under way. Only the outermost one reports an error: the library may catch inner ones. */
let depth = 0;
/** Places by error: an error passes several calls, and is thrown without an app. */
const places = new WeakMap<object, Place>();

/**
 * Decorates a public class: bare errors of its constructor, methods and accessors become errors of the library, with a place.
 *
 * The class keeps its prototype, statics, name and `instanceof`, and can be extended. Nothing but a `try` is added to a call.
 * The decorator works as TypeScript's older form and as the standard one: tools differ in which they compile.
 */
export function guarded<Class extends AnyClass>(target: Class): Class {
  const { name, length } = target;
  const make = function (this: unknown, ...args: unknown[]): object {
    const made: unknown = new.target;
    if (made === undefined) throw new TypeError(`Class constructor ${name} cannot be invoked without 'new'`);
    // V8 gives the objects of a class one hidden class. With `make`, which is not a class, each object would have one of its own.
    const newTarget = made === make ? target : made;
    const construct = (given: readonly unknown[]) =>
      Reflect.construct(target as never, given, newTarget as never) as object;
    return run(
      () => construct(args),
      () => ({ path: pathOfNew(args), prop: "props" }),
      (problems) => replaceConstruct(construct, args, problems),
    );
  };
  Object.setPrototypeOf(make, target);
  const { prototype } = target;
  // As in a class: that tells one from a function.
  Object.defineProperty(make, "prototype", { value: prototype, writable: false });
  Object.defineProperties(make, { name: { value: name }, length: { value: length } });
  guardMembers(prototype, ["constructor"], (owner) => pathOf(owner));
  guardMembers(target, ["prototype", "name", "length"], (_, args) => pathOf(args[0]));
  Object.defineProperty(prototype, "constructor", { value: make, writable: true, configurable: true });
  return make as unknown as Class;
}

/** Runs code of the caller, such as a stack function: each call of the library in it is an outermost one. */
export function outsideGuard<Result>(work: () => Result): Result {
  const before = depth;
  depth = 0;
  try {
    return work();
  } finally {
    depth = before;
  }
}

/** Runs a step of the synthesis that belongs to a construct, which an error that leaves it names. */
export function guardStep<Result>(construct: object, work: () => Result): Result {
  return run(work, () => ({ path: pathOf(construct), prop: "synth()" }));
}

/** Runs a public function that belongs to no construct: a bare error of it becomes an error of the library. */
export function guardFunctionCall<Result>(name: string, work: () => Result): Result {
  return run(
    work,
    () => ({ path: "app", prop: `${name}()` }),
    () => makeStandIn() as Result,
  );
}

/**
 * @param replace - makes a result in place of an error of the outermost call, where problems are collected. It gets the list, with the
 *   problems of the error, and may add others
 */
function run<Result>(
  work: () => Result,
  place: () => Place,
  replace?: (problems: ServerformError[]) => Result,
): Result {
  depth += 1;
  try {
    return work();
  } catch (thrown) {
    const error = explain(thrown, place);
    const collected = depth === 1 ? collectedProblems() : undefined;
    // After a fault of the library itself nothing can be trusted.
    const isRefusal = isLibraryError(error) && error.code !== "internal";
    if (replace === undefined || collected === undefined || !isRefusal) throw error;
    const problems = [...singleProblems(error)];
    const result = replace(problems);
    collected.push(...problems);
    return result;
  } finally {
    depth -= 1;
  }
}

function explain(error: unknown, place: () => Place): unknown {
  if (isLibraryError(error) || error instanceof LibrarySignal || !types.isNativeError(error)) return error;
  const known = notePlace(error, place());
  return depth === 1 ? faultError(error, known.path, known.prop) : error;
}

/** The innermost construct counts, and of that the call that came first, which is the one that the caller has written. */
function notePlace(error: Error, place: Place): Place {
  const known = places.get(error);
  if (known !== undefined && known.path !== place.path) return known;
  places.set(error, place);
  return place;
}

function guardMembers(
  owner: object,
  left: readonly string[],
  pathFor: (self: unknown, args: readonly unknown[]) => string,
): void {
  for (const [key, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(owner))) {
    if (left.includes(key) || descriptor.configurable !== true) continue;
    const { value, get, set } = descriptor;
    const guard = (member: unknown, prop: string) =>
      typeof member === "function" ? guardFunction(member as AnyFunction, prop, pathFor) : undefined;
    const isMethod = typeof value === "function" && !/^[A-Z]/.test(key);
    if (isMethod) Object.defineProperty(owner, key, { ...descriptor, value: guard(value, `${key}()`) });
    else if (get !== undefined || set !== undefined)
      Object.defineProperty(owner, key, {
        ...descriptor,
        get: guard(get, key),
        set: guard(set, key),
      } as never);
  }
}

function guardFunction(
  member: AnyFunction,
  prop: string,
  pathFor: (self: unknown, args: readonly unknown[]) => string,
): AnyFunction {
  const guardedMember = function (this: unknown, ...args: unknown[]): unknown {
    return run(
      () => member.apply(this, args),
      () => ({ path: pathFor(this, args), prop }),
      () => makeStandIn(),
    );
  };
  return Object.defineProperties(guardedMember, {
    name: { value: member.name },
    length: { value: member.length },
  });
}

/** The path of a construct that could not be made, from the arguments of its constructor. */
function pathOfNew([scope, id]: readonly unknown[]): string {
  const parts = [pathOf(scope), typeof id === "string" ? id : ""].filter(
    (part) => part !== "" && part !== "app",
  );
  return parts.join("/") || "app";
}

function pathOf(construct: unknown): string {
  const { node } = Object(construct) as { readonly node?: { readonly path?: unknown } | undefined };
  return typeof node?.path === "string" && node.path !== "" ? node.path : "app";
}
