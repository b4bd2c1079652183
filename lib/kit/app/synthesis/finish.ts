import type { IConstruct } from "constructs";
import { isLibraryError, type ServerformError } from "../../../facts/errors/error";
import { constructsOfTree, noteChange } from "../../core/constructs-of-tree";
import { notePlace } from "../../core/fault";
import { explainReference } from "../references/stack-references";

/**
 * The step of a construct after all declarations, before anything is resolved.
 *
 * It may still create resources. It runs once per app; later changes are refused (see `lifecycle.ts`).
 */
export const finish: unique symbol = Symbol.for("serverform.finish");

/** Like `finish`, but runs after every `finish`, for constructs to which others add in their `finish`. */
export const finishLast: unique symbol = Symbol.for("serverform.finishLast");

/**
 * The step after all resources except those of `buildFiles` exist: makes resources wait for others, and creates none.
 */
export const orderResources: unique symbol = Symbol.for("serverform.orderResources");

/**
 * The step of a construct before the handlers are bundled: it writes source files that they may import.
 *
 * Each `app.synth()` without problems calls it, when everything is finished.
 */
export const beforeBundling: unique symbol = Symbol.for("serverform.beforeBundling");

/**
 * The step in which a construct creates its files, such as building a site. It may create resources for them.
 *
 * Each `app.synth()` without problems calls it. Unit tests that read a stack do not.
 */
export const buildFiles: unique symbol = Symbol.for("serverform.buildFiles");

/**
 * The step in which a construct writes its files to the assets folder of its stack. Each `app.synth()` calls it, with the
 * previous folder.
 */
export const writeFiles: unique symbol = Symbol.for("serverform.writeFiles");

/** Runs `beforeBundling` of every construct, and returns all problems. */
export function prepareBundling(root: IConstruct): ServerformError[] {
  return callAll(root, beforeBundling);
}

/** Runs `buildFiles` of every construct, and returns all problems. */
export function buildAll(root: IConstruct): ServerformError[] {
  return callAll(root, buildFiles);
}

/** Runs `writeFiles` of every construct. */
export function writeAll(
  root: IConstruct,
  assetsOf: (construct: IConstruct) => { readonly folder: string; readonly former: string },
): void {
  for (const construct of constructsOfTree(root)) {
    if (!(writeFiles in construct)) continue;
    const { folder, former } = assetsOf(construct);
    const writer = construct as unknown as Record<
      typeof writeFiles,
      (folder: string, former: string) => void
    >;
    notePlace(construct.node.path, "synth()");
    writer[writeFiles](folder, former);
  }
}

/** Runs `finish` of every construct, and returns all problems instead of throwing the first. */
export function finishAll(root: IConstruct): ServerformError[] {
  return [...callAll(root, finish), ...callAll(root, finishLast), ...callAll(root, orderResources)];
}

type Step =
  | typeof finish
  | typeof finishLast
  | typeof orderResources
  | typeof beforeBundling
  | typeof buildFiles;

function callAll(root: IConstruct, step: Step): ServerformError[] {
  const problems: ServerformError[] = [];
  const constructs = constructsOfTree(root).filter((each) => step in each);
  for (const construct of constructs) {
    try {
      notePlace(construct.node.path, "synth()");
      (construct as unknown as Record<typeof step, () => void>)[step]();
    } catch (thrown) {
      const error = explainReference(thrown, construct);
      if (!isLibraryError(error)) throw error;
      problems.push(error);
    }
  }
  // Some steps remove constructs.
  if (constructs.length > 0) noteChange(root);
  return problems;
}
