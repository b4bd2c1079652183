import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { NodePackagesArtifact } from "../artifact";
import { type BundleFailure, failure } from "../failure";
import { copySource, type Notify } from "../files/copy-source";
import { addInstallFiles, findInstaller, removeInternalFiles, withAbsolutePath } from "./install";

const neverDeployed = new Set(["node_modules", ".git", ".DS_Store"]);

/** Copies a folder with a `package.json` to `nodejs`, and installs its dependencies there: Lambda finds both in a layer. */
export function bundleNodePackages(artifact: NodePackagesArtifact, notify: Notify): readonly BundleFailure[] {
  const { appPath, srcPath, architecture, sourceProp = "srcPath" } = artifact;
  const source = join(appPath, srcPath);
  const outDir = join(artifact.outDir, "nodejs");
  const installer = findInstaller(source);
  const dependencies = dependenciesIn(source);
  if (typeof dependencies === "string")
    return [failure(artifact, "manifest-unreadable", sourceProp, { value: srcPath, reason: dependencies })];
  mkdirSync(outDir, { recursive: true });
  const remove = addInstallFiles(outDir, installer, dependencies);
  const outcome = installer.run({ outDir, architecture });
  remove();
  const byHand = `Run ${installer.tool} install in ${srcPath}/nodejs, with the package.json there: a folder that has nodejs is deployed unchanged.`;
  if (outcome.missing)
    return [
      failure(artifact, "tool-missing", sourceProp, { value: srcPath, tool: installer.tool, remedy: byHand }),
    ];
  if (!outcome.ok) {
    const { command, reason, output } = outcome;
    return [failure(artifact, "install-failed", sourceProp, { command, reason, output, remedy: byHand })];
  }
  removeInternalFiles(outDir);
  // The source is copied second, so that its files replace those of the installation.
  const from = { prop: sourceProp, value: srcPath, from: source, to: outDir };
  return copySource(artifact, { ...from, skip: (name) => neverDeployed.has(name) }, notify);
}

/** The dependencies of a `package.json`; a text says why it cannot be read. Those in local folders have absolute paths. */
function dependenciesIn(source: string): Readonly<Record<string, string>> | string {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(source, "package.json"), "utf8"));
    const { dependencies = {} } = Object(manifest) as {
      readonly dependencies?: Readonly<Record<string, string>>;
    };
    return Object.fromEntries(
      Object.entries(dependencies).map(([name, version]) => [
        name,
        withAbsolutePath(source, String(version)),
      ]),
    );
  } catch (error) {
    return (error as Error).message;
  }
}
