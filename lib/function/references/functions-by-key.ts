import type { Construct, IConstruct } from "constructs";
import type { Permissions } from "../../iam/permissions";
import { fail } from "../errors";
import type { Function } from "../function";

/**
 * The functions of a construct that has some, by the key under which the caller wrote them.
 *
 * What is bound or permitted for all of them also reaches those that are added later.
 */
export class FunctionsByKey {
  private readonly parts = new Map<string, Function | undefined>();
  private readonly bound: IConstruct[] = [];
  private readonly permitted: Permissions[] = [];

  constructor(
    private readonly host: Construct,
    /** What a part is called in messages: `route`, `trigger`, ... */
    private readonly part: string,
  ) {}

  /** Adds a part; one without a function of this library is remembered, so that errors can say so. */
  add(key: string, fn: Function | undefined): void {
    this.parts.set(key, fn);
    if (fn === undefined) return;
    if (this.bound.length > 0) fn.bind(this.bound);
    for (const permissions of this.permitted) fn.attachPermissions(permissions);
  }

  get(key: string): Function | undefined {
    return this.parts.get(key);
  }

  get all(): readonly Function[] {
    return [...new Set([...this.parts.values()].filter((fn) => fn !== undefined))];
  }

  bind(constructs: readonly IConstruct[]): void {
    this.bound.push(...constructs);
    for (const fn of this.all) fn.bind(constructs);
  }

  attachPermissions(permissions: Permissions): void {
    this.permitted.push(permissions);
    for (const fn of this.all) fn.attachPermissions(permissions);
  }

  bindTo(method: string, key: string, constructs: readonly IConstruct[]): void {
    this.require(method, key).bind(constructs);
  }

  attachPermissionsTo(method: string, key: string, permissions: Permissions): void {
    this.require(method, key).attachPermissions(permissions);
  }

  /** The function of a part; throws for a part that does not exist or has none. */
  require(method: string, key: string): Function {
    const fn = this.parts.get(key);
    if (fn !== undefined) return fn;
    const withFunction = [...this.parts].filter(([, each]) => each !== undefined).map(([each]) => each);
    if (this.parts.has(key)) {
      return fail(this.host, "part-without-function", method, {
        part: this.part,
        value: key,
        parts: withFunction,
      });
    }
    return fail(this.host, "part-not-found", method, { part: this.part, value: key, parts: withFunction });
  }
}
