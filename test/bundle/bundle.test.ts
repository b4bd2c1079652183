/** @group processes */

import { existsSync } from "node:fs";
import { type Artifact, bundleArtifacts } from "../../lib/bundle";
import { base, filesIn, folderWith, messages, nodeArtifact, noPrograms } from "./support";

describe("Bundling artifacts of several kinds", () => {
  const app = () =>
    folderWith({
      "functions/a.ts": "export const handler = () => 1;",
      "go/go.mod": "module x",
      "java/build.gradle": "",
      "python/main.py": "def handler(event, context): pass",
      "dist/bootstrap": "",
    });

  const artifactsOf = (path: string): readonly Artifact[] => [
    nodeArtifact(path, "a"),
    { ...base(path, "go", "main.go"), kind: "go", runtime: "go1.x", srcPath: "go" },
    {
      ...base(path, "java", "A::b"),
      kind: "java",
      runtime: "java21",
      srcPath: "java",
      buildTask: "build",
      buildOutputDir: "distributions",
    },
    { ...base(path, "python", "main.handler"), kind: "python", runtime: "python3.13", srcPath: "python" },
    { ...base(path, "pre", "bootstrap"), kind: "prebuilt", runtime: "provided.al2", srcPath: "dist" },
  ];

  test("reports the tools that are missing, and bundles what does not need them", () => {
    noPrograms();
    const artifacts = artifactsOf(app());
    expect(messages(bundleArtifacts(artifacts))).toEqual([
      expect.stringContaining("dev-app-Main/go: runtime is"),
      expect.stringContaining("dev-app-Main/java: runtime is"),
    ]);
    expect(artifacts.map(({ outDir }) => existsSync(outDir))).toEqual([true, false, false, true, true]);
  });

  test("reports a failure for every function of the folder", () => {
    const path = app();
    const functions = ["One", "Two"].map((owner) => ({ owner, handler: "functions/gone.handler" }));
    const artifact = nodeArtifact(path, "gone", { functions });
    expect(bundleArtifacts([artifact])).toEqual([expect.objectContaining({ owners: ["One", "Two"] })]);
    expect(existsSync(artifact.outDir)).toBe(false);
  });

  test("reports a handler that imports the library, which would deploy all of it", () => {
    const path = folderWith({
      "functions/large.ts": `export const handler = () => "serverform.App${"x".repeat(300_000)}";`,
      "functions/small.ts": 'export const handler = () => "serverform.App";',
    });
    const [large, small] = ["large", "small"].map((name) =>
      bundleArtifacts([
        nodeArtifact(path, name, { functions: [{ owner: name, handler: `functions/${name}.handler` }] }),
      ]),
    );
    expect(messages(large ?? [])).toEqual([
      expect.stringMatching(/^large: handler is "functions\/large\.handler".*\[handler-imports-library\]/s),
    ]);
    expect(small).toEqual([]);
  });

  test("leaves nothing in the folder of the source", () => {
    const path = app();
    const before = filesIn(path);
    bundleArtifacts(artifactsOf(path).filter(({ kind }) => kind === "node" || kind === "python"));
    expect(filesIn(path).filter((file) => !/^(cdktf\.out|\.serverform\/cache)\//.test(file))).toEqual(before);
  });

  test("does nothing for none", () => {
    expect(bundleArtifacts([])).toEqual([]);
  });
});
