/** @group processes */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { type ArtifactHook, bundleArtifacts, type NodeArtifact } from "../../lib/bundle";
import { filesIn, folderWith, messages, nodeArtifact, read } from "./support";

const source = { "src/functions/a.ts": "export const handler = () => 1;" };
const artifactWith = (app: string, hooks: NodeArtifact["hooks"]) =>
  nodeArtifact(app, "a", { srcPath: "src", hooks });

describe("Command hooks", () => {
  test("run in the source folder and receive both folders", () => {
    const app = folderWith(source);
    const told: string[][] = [];
    const artifact = artifactWith(app, {
      afterBundling: (...folders) => {
        told.push(folders);
        return ["pwd > pwd.txt", `cp pwd.txt ${folders[1]}/`];
      },
    });
    expect(bundleArtifacts([artifact])).toEqual([]);
    expect(told).toEqual([[join(app, "src"), artifact.outDir]]);
    expect(read(artifact.outDir, "pwd.txt").trim()).toBe(join(app, "src"));
  });

  test("before bundling may write the code that is bundled", () => {
    const app = folderWith({ "functions/a.ts": `export { handler } from "./generated";` });
    const generate = () => [`echo 'export const handler = () => "made";' > functions/generated.ts`];
    const artifact = nodeArtifact(app, "a", { hooks: { beforeBundling: generate } });
    expect(bundleArtifacts([artifact])).toEqual([]);
    expect(read(artifact.outDir, "functions/a.js")).toContain('"made"');
  });

  test("after bundling find the deployed folder complete", () => {
    const app = folderWith({ ...source, "src/copied.txt": "" });
    const list: ArtifactHook = (_, outputDir) => [`cd ${outputDir}`, "find . -type f | sort > all.txt"];
    const artifact = { ...artifactWith(app, { afterBundling: list }), copyFiles: [{ from: "copied.txt" }] };
    bundleArtifacts([artifact]);
    expect(read(artifact.outDir, "all.txt").split("\n")).toEqual(
      expect.arrayContaining(["./copied.txt", "./src/functions/a.js"]),
    );
  });

  test("that fail are reported with their output, and what comes after does not run", () => {
    const app = folderWith(source);
    const artifact = artifactWith(app, { beforeBundling: () => ["echo no good >&2", "exit 3", "touch ran"] });
    expect(messages(bundleArtifacts([artifact]))).toEqual([
      `dev-app-Main/a: bundle.commandHooks.beforeBundling runs "echo no good >&2 && exit 3 && touch ran", which failed with exit code 3.
  Its output:
  no good
  [hook-failed]`,
    ]);
    expect([existsSync(artifact.outDir), filesIn(join(app, "src"))]).toEqual([false, ["functions/a.ts"]]);
  });

  test.each([
    ["a comment at the end of a command", ["true # first", "touch ran"], true],
    ["an empty command", ["", "touch ran"], true],
    ["only a comment", ["# nothing", "touch ran"], true],
    ["a failure before a comment", ["false # first", "touch ran"], false],
    ["a failure in a list", ["false && true", "touch ran"], false],
    ["a document", ["cat <<END\ntext\nEND", "touch ran"], true],
    ["a variable of the command before", ["NAME=ran", 'touch "$NAME"'], true],
    ["a folder of the command before", ["cd functions", "cd ..", "touch ran"], true],
  ])("with %s run the following commands: %j, %p", (_, commands, runs) => {
    const app = folderWith(source);
    bundleArtifacts([artifactWith(app, { beforeBundling: () => commands })]);
    expect(existsSync(join(app, "src/ran"))).toBe(runs);
  });

  test.each([
    ["a promise", async () => ["echo"]],
    ["a promise", () => Promise.reject(new Error("late"))],
    ["undefined", () => undefined],
    ["an array with values that are not strings", () => [1]],
  ])("that return %s are refused", (found, hook) => {
    const artifact = artifactWith(folderWith(source), { afterBundling: hook as unknown as ArtifactHook });
    expect(messages(bundleArtifacts([artifact]))).toEqual([
      expect.stringContaining(`bundle.commandHooks.afterBundling returned ${found}.`),
    ]);
  });
});
