import type { IConstruct } from "constructs";

/** The constructs of trees that are walked once for several steps. */
const walked = new WeakMap<IConstruct, { all: readonly IConstruct[] | undefined }>();

/** All constructs of a tree in tree order, as `node.findAll()` returns them. */
export function constructsOfTree(root: IConstruct): readonly IConstruct[] {
  const known = walked.get(root);
  if (known === undefined) return root.node.findAll();
  known.all ??= root.node.findAll();
  return known.all;
}

/**
 * Runs steps for which the tree is walked once, and again after each `noteChange`. A large app has ten thousand constructs, and its
 * synthesis some thirty steps.
 */
export function walkOnce<Result>(root: IConstruct, steps: () => Result): Result {
  if (walked.has(root)) return steps();
  walked.set(root, { all: undefined });
  try {
    return steps();
  } finally {
    walked.delete(root);
  }
}

/** Must be called when constructs were added to a tree or removed from it. An app calls it for each that is added. */
export function noteChange(root: IConstruct): void {
  const known = walked.get(root);
  if (known !== undefined) known.all = undefined;
}
