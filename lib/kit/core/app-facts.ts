import type { IConstruct } from "constructs";

/** The property under which an app keeps its facts. */
export const appFacts: unique symbol = Symbol.for("serverform.facts");

/** A kind of fact about an app, with its type. */
export class FactKey<Value> {
  /**
   * @param name - what the fact is, for a reader in a debugger
   * @param create - makes the value that an app begins with
   */
  constructor(
    readonly name: string,
    readonly create: () => Value,
  ) {}
}

/**
 * The facts that the constructs of an app have noted about one another: names that are taken, domains that are claimed.
 *
 * All of it is here and nowhere else, so that a debugger shows it at the app, and two apps of one process share nothing.
 */
export class AppFacts {
  private readonly values = new Map<FactKey<unknown>, unknown>();

  /** The value of a key, which the caller may change. It is created at its first use. */
  of<Value>(key: FactKey<Value>): Value {
    if (!this.values.has(key)) this.values.set(key, key.create());
    return this.values.get(key) as Value;
  }
}

/**
 * A fact of the app that a construct belongs to.
 *
 * An app of plain CDKTF, of which a construct is refused later or which a unit test declares, gets its facts here.
 */
export function factOf<Value>(construct: IConstruct, key: FactKey<Value>): Value {
  const root = construct.node.root as { [appFacts]?: AppFacts | undefined };
  root[appFacts] ??= new AppFacts();
  return root[appFacts].of(key);
}

/** Whether a construct that has noted a fact is still in the tree. One whose constructor has failed may have been removed. */
export function isInTree(construct: IConstruct): boolean {
  return construct.node.scope?.node.tryFindChild(construct.node.id) === construct;
}
