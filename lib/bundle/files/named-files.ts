import { existsSync, statSync } from "node:fs";
import { isAbsolute, join, normalize } from "node:path";
import type { Artifact } from "../artifact";
import { type BundleFailure, failure } from "../failure";
import { copyFile } from "./copy-files";
import { checkNamedSource, copySource, type Notify } from "./copy-source";

/** Copies the files of `copyFiles` to the deployed folder. */
export function copyNamedFiles(artifact: Artifact, notify: Notify): readonly BundleFailure[] {
  return artifact.copyFiles.flatMap(({ from, to = from }, index): readonly BundleFailure[] => {
    const source = join(artifact.appPath, artifact.srcPath, from);
    const prop = `copyFiles[${index}]`;
    if (!existsSync(source)) {
      return [failure(artifact, "file-not-found", `${prop}.from`, { value: from, absolute: source })];
    }
    if (isAbsolute(to) || normalize(to).startsWith("..")) {
      const expected = "a path relative to the root of the deployed folder";
      return [failure(artifact, "prop-invalid", `${prop}.to`, { value: to, expected })];
    }
    const named = { prop: `${prop}.from`, value: from, from: source, to: join(artifact.outDir, to) };
    const failures = checkNamedSource(artifact, named, notify);
    if (failures.length > 0) return failures;
    const stat = statSync(source);
    if (stat.isDirectory()) return copySource(artifact, named, notify);
    copyFile(source, named.to, (stat.mode & 0o100) !== 0);
    return [];
  });
}
