/** @group processes */

import { chmodSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { bundleArtifacts, type PrebuiltArtifact, zipFolder } from "../../lib/bundle";
import { base, filesIn, folderWith, messages } from "./support";

const artifactOf = (
  app: string,
  srcPath: string,
  more: Partial<PrebuiltArtifact> = {},
): PrebuiltArtifact => ({
  ...base(app, "pre", "bootstrap"),
  kind: "prebuilt",
  srcPath,
  runtime: "provided.al2023",
  ...more,
});

const isExecutable = (file: string): boolean => (statSync(file).mode & 0o100) !== 0;

describe("Prebuilt artifacts", () => {
  test("are all that is in the folder, without secrets and links to them", () => {
    const app = folderWith({ "dist/bootstrap": "#!", "dist/node_modules/a/index.js": "", "dist/.env": "" });
    symlinkSync(join(app, "dist/.env"), join(app, "dist/link"));
    const artifact = artifactOf(app, "dist", { copyFiles: [{ from: "../dist/.env", to: "copied" }] });
    expect(bundleArtifacts([artifact])).toEqual([]);
    expect(filesIn(artifact.outDir)).toEqual(["bootstrap", "copied", "node_modules/a/index.js"]);
  });

  test("are all that is in the zip, executable files included", () => {
    const built = folderWith({ bootstrap: "#!", "lib/tool": "#!", "lib/data": "" });
    for (const file of ["bootstrap", "lib/tool"]) chmodSync(join(built, file), 0o755);
    const artifact = artifactOf(folderWith({ "out/fn.zip": zipFolder(built).bytes }), "out/fn.zip");
    expect(bundleArtifacts([artifact])).toEqual([]);
    expect(filesIn(artifact.outDir)).toEqual(["bootstrap", "lib/data", "lib/tool"]);
    expect(zipFolder(artifact.outDir)).toEqual(zipFolder(built));
  });

  test("have the names in the zip, also without the flag for UTF-8 and with dots at the beginning", () => {
    const built = folderWith({ café: "#!", "..odd/...": "" });
    chmodSync(join(built, "café"), 0o755);
    const bytes = Buffer.from(zipFolder(built).bytes);
    // As `zip` of Linux writes it.
    for (const [header, flags] of [
      ["PK\u0001\u0002", 9],
      ["PK\u0003\u0004", 7],
    ] as const) {
      for (let at = bytes.indexOf(header, 0, "latin1"); at >= 0; at = bytes.indexOf(header, at + 1, "latin1"))
        bytes[at + flags] = 0;
    }
    const artifact = artifactOf(folderWith({ "fn.zip": bytes }), "fn.zip");
    expect(messages(bundleArtifacts([artifact]))).toEqual([]);
    expect(zipFolder(artifact.outDir)).toEqual(zipFolder(built));
  });

  test("of a zip may have hooks, which run beside it", () => {
    const app = folderWith({ "out/fn.zip": zipFolder(folderWith({ a: "" })).bytes });
    const afterBundling = (_: string, outputDir: string) => [`cp fn.zip ${outputDir}/`];
    const artifact = artifactOf(app, "out/fn.zip", { hooks: { afterBundling } });
    expect(messages(bundleArtifacts([artifact]))).toEqual([]);
    expect(filesIn(artifact.outDir)).toEqual(["a", "fn.zip"]);
  });

  test("of a custom runtime can always be started", () => {
    const app = folderWith({ "dist/bootstrap": "#!", "dist/other": "#!" });
    const artifact = artifactOf(app, "dist");
    bundleArtifacts([artifact]);
    expect(["bootstrap", "other"].map((file) => isExecutable(join(artifact.outDir, file)))).toEqual([
      true,
      false,
    ]);
  });

  test("that are not a zip are reported", () => {
    const [message] = messages(bundleArtifacts([artifactOf(folderWith({ "fn.zip": "text" }), "fn.zip")]));
    expect(message).toContain('srcPath is "fn.zip", which cannot be read as a zip: ');
  });

  test("that do not exist are reported with the absolute path", () => {
    const app = folderWith();
    expect(messages(bundleArtifacts([artifactOf(app, "gone")]))).toEqual([
      expect.stringContaining(`srcPath is "gone", but ${app}/gone does not exist.`),
    ]);
  });
});
