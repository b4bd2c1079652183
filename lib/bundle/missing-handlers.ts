import { join } from "node:path";
import { escapePattern } from "../facts/text/escape-pattern";
import type { Artifact, NodeArtifact } from "./artifact";
import type { BundleFailure } from "./failure";
import { findUnexported } from "./node/exports";
import { exportNameOf } from "./node/handler";
import { findUncallable, readSource } from "./node/handler-values";
import { sourceFileOf } from "./node/source-file";
import { findUndefinedHandlers } from "./python/handlers";

/**
 * Finds missing handlers, and handlers that are not functions, without bundling. A synthesis for bundles on demand uses this
 * check.
 *
 * Code that commands generate before the bundling is skipped, because it may not exist yet.
 */
export function findMissingHandlers(artifacts: readonly Artifact[]): readonly BundleFailure[] {
  const checked = artifacts.filter(({ hooks }) => hooks === undefined);
  const node = checked.filter((each) => each.kind === "node");
  const sources = new Map(node.map((artifact) => [artifact, readSource(sourceFileOf(artifact))]));
  const doubtful = node.filter((artifact) => isDoubtful(artifact, sources.get(artifact)));
  return [
    ...(doubtful.length === 0 ? [] : findUnexported(doubtful)),
    ...[...sources].flatMap(([artifact, text]) => (text === undefined ? [] : findUncallable(artifact, text))),
    ...checked.flatMap((each) =>
      // A layer has no handlers.
      each.kind === "python" && each.folder === undefined
        ? findUndefinedHandlers(each, join(each.appPath, each.srcPath))
        : [],
    ),
  ];
}

/** Whether the text of a file does not show the exports of its handlers. */
function isDoubtful(artifact: NodeArtifact, text: string | undefined): boolean {
  if (text === undefined || artifact.isOfPackage === true) return false;
  return artifact.functions.some(({ handler }) => !declares(text, exportNameOf(handler, artifact.entry)));
}

/** Whether a text declares an export of this name: `export const name`, `exports.name =`. */
function declares(text: string, name: string): boolean {
  return new RegExp(
    `^[ \\t]*(?:export\\s+(?:async\\s+)?(?:const|let|var|class|function\\s*\\*?)\\s+|(?:module\\.)?exports\\.)${escapePattern(name)}(?![\\w$])`,
    "m",
  ).test(text);
}
