import { existsSync, statSync } from "node:fs";
import { isAbsolute, join, relative } from "node:path";
import type { Artifact } from "../artifact";
import { type BundleFailure, failure } from "../failure";
import { checkNamedSource, copyFile, copySource, isInside, type Notify } from "./copy-source";
import type { Skip } from "./list-files";

/**
 * Copies the files of `copyFiles` to the deployed folder.
 *
 * @param bundle - a file of the deployed folder that they do not replace
 */
export function copyNamedFiles(
  artifact: Artifact,
  notify: Notify,
  bundle?: string,
): readonly BundleFailure[] {
  return artifact.copyFiles.flatMap(({ from, to = from }, index): readonly BundleFailure[] => {
    const source = join(artifact.appPath, artifact.srcPath, from);
    const prop = `copyFiles[${index}]`;
    if (!existsSync(source)) {
      return [failure(artifact, "file-not-found", `${prop}.from`, { value: from, absolute: source })];
    }
    const target = join(artifact.outDir, to);
    if (isAbsolute(to) || !isInside(target, artifact.outDir)) {
      const expected = "a path relative to the root of the deployed folder";
      return [failure(artifact, "prop-invalid", `${prop}.to`, { value: to, expected })];
    }
    const named = { prop: `${prop}.from`, value: from, from: source, to: target };
    const failures = checkNamedSource(artifact, named, notify);
    if (failures.length > 0) return failures;
    const stat = statSync(source);
    if (stat.isDirectory()) {
      // The folder contains sources, which would replace the bundle made from them.
      const skip: Skip = (_name, path) => join(named.to, relative(source, path)) === bundle;
      return copySource(artifact, { ...named, skip }, notify);
    }
    if (named.to === bundle) {
      const expected = "another path: the bundle of the handler is there";
      return [failure(artifact, "prop-invalid", `${prop}.to`, { value: to, expected })];
    }
    copyFile(source, named.to, (stat.mode & 0o100) !== 0);
    return [];
  });
}
