import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import type { GoArtifact } from "../artifact";
import { buildOnce } from "../cache/tool-builds";
import { run } from "../command";
import { type BundleFailure, failure } from "../failure";
import type { Notify } from "../files/copy-source";
import { goInputs } from "./inputs";

/** The file that a custom runtime starts. */
const program = "bootstrap";

/** Compiles the program of a Go artifact, if it or its settings changed. Equal sources give equal bytes, in any folder. */
export function bundleGo(artifact: GoArtifact, notify: Notify): readonly BundleFailure[] {
  const { appPath, srcPath, architecture } = artifact;
  if (!existsSync(join(appPath, srcPath, "go.mod"))) {
    return [failure(artifact, "build-file-missing", "srcPath", { srcPath, file: "go.mod" })];
  }
  const env = { CGO_ENABLED: "0", GOOS: "linux", GOARCH: architecture === "arm64" ? "arm64" : "amd64" };
  return buildOnce(
    artifact,
    { inputs: () => goInputs(artifact, env), run: () => compile(artifact, env) },
    notify,
  );
}

function compile(artifact: GoArtifact, env: Readonly<Record<string, string>>): readonly BundleFailure[] {
  const { appPath, srcPath, outDir, runtime } = artifact;
  const args = ["build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w", "-o", join(outDir, program)];
  const { ok, missing, command, reason, output } = run("go", [...args, target(artifact)], {
    cwd: join(appPath, srcPath),
    env,
  });
  if (missing) {
    const remedy = "Install Go, or build the program yourself and set bundle: false and a provided runtime.";
    return [failure(artifact, "tool-missing", "runtime", { value: runtime, tool: "go", remedy })];
  }
  return ok ? [] : [failure(artifact, "build-failed", "handler", { command, reason, output })];
}

/** A folder or a file. The examples of the service omit the extension. */
function target({ appPath, srcPath, functions }: GoArtifact): string {
  const handler = functions[0]?.handler ?? ".";
  const path = join(appPath, srcPath, handler);
  const ending = !existsSync(path) && existsSync(`${path}.go`) ? ".go" : "";
  // Without the dot, Go looks in its standard library.
  return `./${posix.normalize(handler)}${ending}`;
}
