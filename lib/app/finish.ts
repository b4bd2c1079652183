import type { IConstruct } from "constructs";
import { isServerformError, type ServerformError } from "../errors/error";
import { nameReference } from "./stack-dependencies";

/**
 * What a construct does when the whole picture is known, before anything is resolved.
 *
 * It may still create resources. It runs once per synthesis, so a unit test may run it several times: it has to come to
 * the same result again.
 */
export const finish: unique symbol = Symbol.for("serverform.finish");

/** The same, but after every `finish`: for what the others may add to until then. */
export const finishLast: unique symbol = Symbol.for("serverform.finishLast");

/**
 * What a construct does before the handlers are bundled: it writes sources that they may import.
 *
 * Only `app.synth()` calls it, once, when everything is finished and nothing is wrong so far.
 */
export const beforeBundling: unique symbol = Symbol.for("serverform.beforeBundling");

/** Lets every construct of a tree write its sources, and returns all that is wrong. */
export function prepareBundling(root: IConstruct): ServerformError[] {
  return callAll(root, beforeBundling);
}

/** Finishes every construct of a tree, and returns all that is wrong rather than the first. */
export function finishAll(root: IConstruct): ServerformError[] {
  return [...callAll(root, finish), ...callAll(root, finishLast)];
}

type Step = typeof finish | typeof finishLast | typeof beforeBundling;

function callAll(root: IConstruct, step: Step): ServerformError[] {
  const problems: ServerformError[] = [];
  for (const construct of root.node.findAll()) {
    if (!(step in construct)) continue;
    try {
      (construct as unknown as Record<typeof step, () => void>)[step]();
    } catch (thrown) {
      const error = nameReference(thrown, () => construct.node.path);
      if (!isServerformError(error)) throw error;
      problems.push(error);
    }
  }
  return problems;
}
