import { chmodSync, statSync } from "node:fs";
import { join } from "node:path";
import { bundleArtifacts } from "../../../lib/bundle";
import { filesIn, folderWith, messages, nodeArtifact, read } from "../support";

const files = {
  "src/functions/a.ts": "export const handler = () => 1;",
  "src/templates/mail.html": "<p>",
  "src/templates/de/mail.html": "<p>",
  "src/run.sh": "#!/bin/sh",
  "shared/logo.svg": "<svg>",
};

const artifactWith = (app: string, copyFiles: readonly { from: string; to?: string }[]) =>
  nodeArtifact(app, "a", { srcPath: "src", copyFiles });

describe("Copied files", () => {
  test("go to the root of the deployed folder, folders with all that is in them", () => {
    const artifact = artifactWith(folderWith(files), [
      { from: "templates" },
      { from: "../shared/logo.svg", to: "images/logo.svg" },
    ]);
    expect(bundleArtifacts([artifact])).toEqual([]);
    expect(filesIn(artifact.outDir)).toEqual([
      "images/logo.svg",
      "src/functions/a.js",
      "templates/de/mail.html",
      "templates/mail.html",
    ]);
  });

  test("stay executable", () => {
    const app = folderWith(files);
    chmodSync(join(app, "src/run.sh"), 0o700);
    const artifact = artifactWith(app, [{ from: "run.sh", to: "bin/run" }, { from: "templates/mail.html" }]);
    bundleArtifacts([artifact]);
    const modes = ["bin/run", "templates/mail.html"].map(
      (file) => statSync(join(artifact.outDir, file)).mode & 0o777,
    );
    expect(modes).toEqual([0o755, 0o644]);
  });

  test("may be the app's folder, without the output in it", () => {
    const artifact = artifactWith(folderWith(files), [{ from: "..", to: "all" }]);
    bundleArtifacts([artifact]);
    expect(filesIn(join(artifact.outDir, "all"))).toEqual(Object.keys(files).sort());
  });

  test("do not replace the bundle by the source that it was made of", () => {
    const app = folderWith({
      "functions/a.js": "exports.handler = () => 'bundled';",
      "functions/b.txt": "b",
    });
    const artifact = nodeArtifact(app, "a", {
      entry: "functions/a.js",
      minify: true,
      copyFiles: [{ from: "functions" }, { from: "." }],
    });
    expect(bundleArtifacts([artifact])).toEqual([]);
    expect(filesIn(artifact.outDir)).toEqual(expect.arrayContaining(["functions/a.js", "functions/b.txt"]));
    expect(read(artifact.outDir, "functions/a.js")).not.toContain("'bundled'");
  });

  test("may not be put in the place of the bundle by name", () => {
    const app = folderWith({ "functions/a.js": "exports.handler = () => 1;" });
    const copyFiles = [{ from: "functions/a.js" }];
    const artifact = nodeArtifact(app, "a", { entry: "functions/a.js", copyFiles });
    expect(messages(bundleArtifacts([artifact]))).toEqual([
      expect.stringMatching(
        /copyFiles\[0\]\.to is "functions\/a\.js"\.\n.*the bundle of the handler is there/,
      ),
    ]);
  });

  test("that do not exist are reported with the absolute path", () => {
    const app = folderWith(files);
    expect(messages(bundleArtifacts([artifactWith(app, [{ from: "run.sh" }, { from: "gone" }])]))).toEqual([
      expect.stringContaining(`copyFiles[1].from is "gone", but ${join(app, "src/gone")} does not exist.`),
    ]);
  });

  test("go to names with dots at the beginning", () => {
    const artifact = artifactWith(folderWith(files), [{ from: "run.sh", to: "..run/..sh" }]);
    expect(messages(bundleArtifacts([artifact]))).toEqual([]);
    expect(filesIn(artifact.outDir)).toContain("..run/..sh");
  });

  test.each(["/etc", "../x", "a/../../x"])("do not go to %s", (to) => {
    expect(messages(bundleArtifacts([artifactWith(folderWith(files), [{ from: "run.sh", to }])]))).toEqual([
      expect.stringContaining(`copyFiles[0].to is "${to}".`),
    ]);
  });
});
