/** @group processes */

import { bundleArtifacts, type DotnetArtifact } from "../../../lib/bundle";
import { base, fakePrograms, filesIn, folderWith, messages, noPrograms } from "../support";

const files = { "api/Api.csproj": "<Project />" };

const artifactOf = (app: string, more: Partial<DotnetArtifact> = {}): DotnetArtifact => ({
  ...base(app, "net", "Api::Api.Function::Handle"),
  kind: "dotnet",
  srcPath: "api",
  runtime: "dotnet8",
  ...more,
});

/** Publishes as the real one does: into the folder after --output. */
const publish = 'while [ "$1" != --output ]; do shift; done; touch "$2/Api.dll"';

describe(".NET artifacts", () => {
  test.each([
    ["dotnet8", "x86_64", "--framework net8.0 --runtime linux-x64"],
    ["dotnet6", "arm64", "--framework net6.0 --runtime linux-arm64"],
    ["dotnetcore3.1", "x86_64", "--framework netcoreapp3.1 --runtime linux-x64"],
  ] as const)("of %s on %s are published for them", (runtime, architecture, expected) => {
    const calls = fakePrograms({ dotnet: publish });
    const app = folderWith(files);
    const artifact = artifactOf(app, { runtime, architecture });
    expect(bundleArtifacts([artifact])).toEqual([]);
    expect(calls()).toEqual([
      `dotnet publish -c Release --self-contained false ${expected} --output ${artifact.outDir} -p:GenerateRuntimeConfigurationFiles=true -p:PathMap=${app}/api=/src`,
    ]);
    expect(filesIn(artifact.outDir)).toEqual(["Api.dll"]);
  });

  test("that do not compile are reported with the compiler's words", () => {
    fakePrograms({ dotnet: "echo 'error CS1002: ; expected'; exit 1" });
    const [message] = messages(bundleArtifacts([artifactOf(folderWith(files))]));
    expect(message).toMatch(/handler is built by "dotnet publish .*failed with exit code 1\..*error CS1002/s);
  });

  test("need a project", () => {
    const [message] = messages(bundleArtifacts([artifactOf(folderWith({ "api/Function.cs": "" }))]));
    expect(message).toContain('srcPath is "api", which has no .csproj, .fsproj or .vbproj.');
  });

  test("need the SDK", () => {
    noPrograms();
    const [message] = messages(bundleArtifacts([artifactOf(folderWith(files))]));
    expect(message).toContain("which needs dotnet, but dotnet is not installed on this machine.");
  });
});
