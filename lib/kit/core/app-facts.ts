import type { IConstruct } from "constructs";

export const appFacts: unique symbol = Symbol.for("serverform.facts");

export class FactKey<Value> {
  /**
   * @param name - the meaning of the fact, for debugging
   * @param create - creates the initial value
   */
  constructor(
    readonly name: string,
    readonly create: () => Value,
  ) {}
}

/**
 * The facts that an app's constructs record about one another: used names, claimed domains.
 *
 * All of them are only here, so that a debugger shows them at the app, and two apps of one process share nothing.
 */
export class AppFacts {
  private readonly values = new Map<FactKey<unknown>, unknown>();

  /** The mutable value of a key. It is created at its first use. */
  of<Value>(key: FactKey<Value>): Value {
    if (!this.values.has(key)) this.values.set(key, key.create());
    return this.values.get(key) as Value;
  }
}

/**
 * A fact of the app of a construct.
 *
 * For an app of plain CDKTF, which a unit test declares or whose construct is refused later, the facts are created here.
 */
export function factOf<Value>(construct: IConstruct, key: FactKey<Value>): Value {
  const root = construct.node.root as { [appFacts]?: AppFacts | undefined };
  root[appFacts] ??= new AppFacts();
  return root[appFacts].of(key);
}

/** Whether a construct that recorded a fact is still in the tree. A construct may have been removed after its constructor failed. */
export function isInTree(construct: IConstruct): boolean {
  return construct.node.scope?.node.tryFindChild(construct.node.id) === construct;
}
