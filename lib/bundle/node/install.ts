import { join } from "node:path";
import type { NodeArtifact } from "../artifact";
import type { BundleFailure } from "../failure";
import { copyFolder } from "../files/copy-files";
import { runHook } from "../hooks";
import { installInto } from "./install-into";

/** Installs the packages that are not bundled. Equal installations of several artifacts run only once. */
export function installNodeModules(
  artifacts: readonly NodeArtifact[],
  warn: (text: string) => void,
): readonly BundleFailure[] {
  const done = new Map<string, { readonly outDir: string; readonly failures: readonly BundleFailure[] }>();
  return artifacts
    .filter(({ nodeModules }) => nodeModules.length > 0)
    .flatMap((artifact) => {
      const before = runHook(artifact, "beforeInstall");
      if (before.length > 0) return before;
      const key = installationKey(artifact);
      const twin = done.get(key);
      if (twin === undefined) {
        const failures = install(artifact, warn);
        done.set(key, { outDir: artifact.outDir, failures });
        return failures;
      }
      const owners = artifact.functions.map(({ owner }) => owner);
      if (twin.failures.length > 0) return twin.failures.map((each) => ({ ...each, owners }));
      copyFolder(join(twin.outDir, "node_modules"), join(artifact.outDir, "node_modules"));
      return [];
    });
}

/** Equal for artifacts whose packages are the same. */
function installationKey({
  appPath,
  srcPath,
  architecture,
  nodeModules,
  hooks,
  outDir,
}: NodeArtifact): string {
  // A hook may write settings to the folder, so its installation is not shared.
  const own = hooks?.beforeInstall === undefined ? "" : outDir;
  return JSON.stringify([appPath, srcPath, architecture, [...nodeModules].sort(), own]);
}

function install(artifact: NodeArtifact, warn: (text: string) => void): readonly BundleFailure[] {
  const { appPath, srcPath, outDir, nodeModules } = artifact;
  const request = {
    artifact,
    prop: "bundle.nodeModules",
    value: nodeModules.join(", "),
    source: join(appPath, srcPath),
    names: nodeModules,
    outDir,
    remedy: "Check that the packages exist in these versions.",
  };
  return installInto(request, warn);
}
