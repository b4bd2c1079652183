import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { NodePackagesArtifact } from "../artifact";
import { type BundleFailure, failure } from "../failure";
import { copySource, type Notify } from "../files/copy-source";
import { installInto } from "./install-into";
import { fieldsOf, textsOf } from "./locks/lock-text";

const neverDeployed = new Set(["node_modules", ".git", ".DS_Store"]);

/** Copies a folder with a `package.json` to `nodejs`, and installs its dependencies there: Lambda finds both in a layer. */
export function bundleNodePackages(artifact: NodePackagesArtifact, notify: Notify): readonly BundleFailure[] {
  const { appPath, srcPath, sourceProp = "srcPath" } = artifact;
  const source = join(appPath, srcPath);
  const outDir = join(artifact.outDir, "nodejs");
  const names = dependenciesIn(source);
  if (typeof names === "string")
    return [failure(artifact, "manifest-unreadable", sourceProp, { value: srcPath, reason: names })];
  const remedy = `Run npm install in ${srcPath}/nodejs, with the package.json there: a folder that has nodejs is deployed unchanged.`;
  const request = { artifact, prop: sourceProp, value: srcPath, source, names, outDir, remedy };
  const failures = installInto(request, notify);
  if (failures.length > 0) return failures;
  // The source is copied second, so that its files replace those of the installation.
  const from = { prop: sourceProp, value: srcPath, from: source, to: outDir };
  return copySource(artifact, { ...from, skip: (name) => neverDeployed.has(name) }, notify);
}

/** The names of the dependencies of a `package.json`; a text says why it cannot be read. */
function dependenciesIn(source: string): readonly string[] | string {
  try {
    const manifest = fieldsOf(JSON.parse(readFileSync(join(source, "package.json"), "utf8")));
    return Object.keys({ ...textsOf(manifest.dependencies), ...textsOf(manifest.optionalDependencies) });
  } catch (error) {
    return (error as Error).message;
  }
}
