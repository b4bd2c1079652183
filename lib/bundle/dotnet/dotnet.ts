import { readdirSync } from "node:fs";
import { join } from "node:path";
import { findRuntime } from "../../facts/aws/runtimes";
import type { DotnetArtifact } from "../artifact";
import { buildOnce } from "../cache/tool-builds";
import { run } from "../command";
import { type BundleFailure, failure } from "../failure";
import type { Notify } from "../files/copy-source";
import { dotnetInputs } from "./inputs";

const projectEndings = [".csproj", ".fsproj", ".vbproj", ".sln"];

/** Publishes the project of a .NET artifact, if something that it is made of has changed. */
export function bundleDotnet(artifact: DotnetArtifact, notify: Notify): readonly BundleFailure[] {
  const { appPath, srcPath } = artifact;
  const source = join(appPath, srcPath);
  if (!readdirSync(source).some((name) => projectEndings.some((ending) => name.endsWith(ending)))) {
    return [
      failure(artifact, "build-file-missing", "srcPath", { srcPath, file: ".csproj, .fsproj or .vbproj" }),
    ];
  }
  return buildOnce(
    artifact,
    { inputs: () => dotnetInputs(artifact, environment), run: () => publish(artifact, source) },
    notify,
  );
}

const environment = { DOTNET_NOLOGO: "1", DOTNET_CLI_TELEMETRY_OPTOUT: "1" } as const;

function publish(artifact: DotnetArtifact, source: string): readonly BundleFailure[] {
  const { outDir, runtime } = artifact;
  const { ok, missing, command, reason, output } = run("dotnet", publishArguments(artifact, source, outDir), {
    cwd: source,
    env: environment,
  });
  if (missing) {
    const remedy = "Install the .NET SDK, or publish the project yourself and set bundle: false.";
    return [failure(artifact, "tool-missing", "runtime", { value: runtime, tool: "dotnet", remedy })];
  }
  return ok ? [] : [failure(artifact, "build-failed", "handler", { command, reason, output })];
}

function publishArguments(artifact: DotnetArtifact, source: string, outDir: string): readonly string[] {
  const machine = artifact.architecture === "arm64" ? "arm64" : "x64";
  return [
    "publish",
    ...["-c", "Release"],
    ...["--self-contained", "false"],
    ...["--framework", findRuntime(artifact.runtime)?.dotnetFramework ?? artifact.runtime],
    ...["--runtime", `linux-${machine}`],
    ...["--output", outDir],
    // The service needs this file, which libraries do not have by default.
    "-p:GenerateRuntimeConfigurationFiles=true",
    // Removes the paths of this machine from the debug information.
    `-p:PathMap=${source}=/src`,
  ];
}
