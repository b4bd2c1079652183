import type { IConstruct } from "constructs";
import { isServerformError, type ServerformError } from "../shared/errors";

/**
 * What a construct does when the whole picture is known, before anything is resolved.
 *
 * It may still create resources. It runs once per synthesis, so a unit test may run it several times: it has to come to
 * the same result again.
 */
export const finish = Symbol.for("serverform.finish");

interface Finishing extends IConstruct {
  [finish](): void;
}

function isFinishing(construct: IConstruct): construct is Finishing {
  return finish in construct;
}

/** Finishes every construct of a tree, and returns all that is wrong rather than the first. */
export function finishAll(root: IConstruct): ServerformError[] {
  const problems: ServerformError[] = [];
  for (const construct of root.node.findAll()) {
    if (!isFinishing(construct)) continue;
    try {
      construct[finish]();
    } catch (error) {
      if (!isServerformError(error)) throw error;
      problems.push(error);
    }
  }
  return problems;
}
