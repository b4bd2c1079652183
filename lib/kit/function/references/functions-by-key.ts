import { Construct } from "constructs";
import { checkOpen } from "../../app";
import { checkPartKey } from "../../app/names/ids";
import { type Permissions, resolvePermissions } from "../../iam/permissions";
import { type BindingEntry, checkBindings } from "../binding-entry";
import { fail } from "../errors";
import type { Function } from "../function";

/**
 * The functions of a construct, by the key that the caller chose.
 *
 * Bindings and permissions for all of them also apply to functions that are added later.
 */
export class FunctionsByKey {
  private readonly parts = new Map<string, Function | undefined>();
  private readonly bound: BindingEntry[] = [];
  private readonly permitted: Permissions[] = [];

  constructor(
    private readonly owner: Construct,
    /** The word for a part in messages: `route`, `trigger`, ... */
    private readonly part: string,
    /** The key as it is kept, from the key that the caller of a method wrote. @default - as it is written */
    private readonly keyOf: (written: string, method: string) => string = (written) => written,
  ) {}

  /** Adds a part. A part without a function of this library is kept too, so that errors can name it. */
  add(key: string, fn: Function | undefined): void {
    this.parts.set(key, fn);
    if (fn === undefined) return;
    if (this.bound.length > 0) fn.bind(this.bound);
    for (const permissions of this.permitted) fn.attachPermissions(permissions);
  }

  get(key: string): Function | undefined {
    return this.parts.get(key);
  }

  /** Like `get`, with the key as the caller of a method wrote it. */
  find(method: string, written: string): Function | undefined {
    return this.parts.get(this.keyOf(written, method));
  }

  get all(): readonly Function[] {
    return [...new Set([...this.parts.values()].filter((fn) => fn !== undefined))];
  }

  bind(constructs: readonly BindingEntry[]): void {
    checkBindings(this.owner, "bind", constructs);
    this.bound.push(...constructs);
    for (const fn of this.all) fn.bind(constructs);
  }

  attachPermissions(permissions: Permissions): void {
    resolvePermissions(this.owner, "attachPermissions", permissions);
    for (const fn of this.all) fn.attachPermissions(permissions);
    this.permitted.push(permissions);
  }

  /** Binds constructs to one function, for the method of that name. */
  bindTo(method: string, key: string, constructs: readonly BindingEntry[]): void {
    checkOpen(this.owner, method);
    this.require(method, key).bind(constructs);
  }

  /** Gives one function more permissions, for the method of that name. */
  attachPermissionsTo(method: string, key: string, permissions: Permissions): void {
    checkOpen(this.owner, method);
    this.require(method, key).attachPermissions(permissions);
  }

  /** The function of a part; throws if the part does not exist, or if it has no function of this library. */
  require(method: string, written: string): Function {
    const key = this.keyOf(written, method);
    checkPartKey(this.owner, method, key);
    const fn = this.parts.get(key);
    if (fn !== undefined) return fn;
    const withFunction = [...this.parts].filter(([, each]) => each !== undefined).map(([each]) => each);
    if (this.parts.has(key)) {
      return fail(this.owner, "part-without-function", method, {
        part: this.part,
        value: key,
        parts: withFunction,
      });
    }
    return fail(this.owner, "part-not-found", method, { part: this.part, value: key, parts: withFunction });
  }
}

/** A construct with functions by keys that the caller chooses: routes, subscribers, notifications, ... */
export abstract class ConstructWithFunctions extends Construct {
  protected abstract readonly functions: FunctionsByKey;

  /** Binds constructs to all functions of this construct, also to those added later. */
  bind(constructs: readonly BindingEntry[]): void {
    checkOpen(this, "bind");
    this.functions.bind(constructs);
  }

  /** Gives all functions of this construct more permissions, also those added later. */
  attachPermissions(permissions: Permissions): void {
    checkOpen(this, "attachPermissions");
    this.functions.attachPermissions(permissions);
  }
}
