import type { IConstruct } from "constructs";
import { FactKey, factOf } from "./app-facts";

interface Walk {
  isShared: boolean;
  /** Undefined before the first walk, and after each change. */
  all: readonly IConstruct[] | undefined;
}

/** The walk through the tree of an app that several steps share. */
const walk = new FactKey<Walk>("walk through the tree", () => ({ isShared: false, all: undefined }));

/** All constructs of an app in tree order, as `node.findAll()` returns them. */
export function constructsOfTree(app: IConstruct): readonly IConstruct[] {
  const shared = factOf(app, walk);
  if (!shared.isShared || app.node.scope !== undefined) return app.node.findAll();
  shared.all ??= app.node.findAll();
  return shared.all;
}

/**
 * Runs steps that share one walk through the tree of an app, which is repeated after each `noteChange`. A large app has ten
 * thousand constructs, and its synthesis some thirty steps.
 */
export function walkOnce<Result>(app: IConstruct, steps: () => Result): Result {
  const shared = factOf(app, walk);
  if (shared.isShared) return steps();
  shared.isShared = true;
  try {
    return steps();
  } finally {
    shared.isShared = false;
    shared.all = undefined;
  }
}

/** Must be called after constructs were added to a tree or removed from it. An app calls it for each added construct. */
export function noteChange(app: IConstruct): void {
  factOf(app, walk).all = undefined;
}
