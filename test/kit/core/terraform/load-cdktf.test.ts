/** @group processes */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { compiledLibrary } from "../../../support/compiled";
import { project } from "../../../support/environment";
import { filesIn } from "../../../support/files";

/** Runs a program in a process of its own, and returns the JSON that it prints. */
function outputOf(program: string, folder = compiledLibrary()): unknown {
  const setup = `
    const library = ${JSON.stringify(compiledLibrary())};
    const { createRequire } = require("node:module");
    const fromLibrary = createRequire(library + "/index.js");
    const fromCdktf = createRequire(fromLibrary.resolve("cdktf"));
    const leftOut = () => Object.keys(require.cache).filter((file) => /node_modules.(archiver|lodash|readable-stream|semver|json-stable-stringify|call-bind)\\b/.test(file)).length;
    `;
  const output = execFileSync(process.execPath, ["-e", setup + program], { cwd: folder, encoding: "utf8" });
  return JSON.parse(output.trim().split("\n").at(-1) ?? "");
}

describe("CDKTF is loaded without packages that a synthesis does not need", () => {
  test("by an app that imports the library first", () => {
    const program = `const { App } = fromLibrary("./index.js"); console.log(JSON.stringify([typeof App, leftOut()]));`;
    expect(outputOf(program)).toEqual(["function", 0]);
  });

  test("and compares versions and writes JSON", () => {
    const program = `
      fromLibrary("./index.js").App;
      const { ValidateBinaryVersion } = fromCdktf("./validations/validate-binary-version");
      const validate = (range) => new ValidateBinaryVersion("node", range, "node --version").validate().length;
      console.log(JSON.stringify([leftOut(), validate(">=1.0.0"), validate("<1.0.0"), leftOut() > 20]));`;
    expect(outputOf(program)).toEqual([0, 0, 1, true]);
  });

  test("and others still get those packages", () => {
    const program = `
      fromLibrary("./index.js").App;
      const archiver = fromCdktf("archiver");
      console.log(JSON.stringify([typeof archiver("zip").finalize, leftOut() > 50]));`;
    expect(outputOf(program)).toEqual(["function", true]);
  });

  test("unless the app has loaded it before", () => {
    const program = `
      const before = fromLibrary("cdktf");
      fromLibrary("./index.js").App;
      console.log(JSON.stringify([fromLibrary("cdktf") === before, leftOut() > 50]));`;
    expect(outputOf(program)).toEqual([true, true]);
  });

  test("and assets of CDKTF are zipped", () => {
    const folder = project({ "cdktf.json": "{}", "page/index.html": "<p>Notes</p>" });
    const program = `
      const { App, Stack } = fromLibrary("./index.js");
      const { AssetType, TerraformAsset } = fromLibrary("cdktf");
      const app = new App({ name: "notes", stage: "dev", region: "us-east-1", outdir: "out" });
      new TerraformAsset(new Stack(app, "Main"), "Page", { path: "page", type: AssetType.ARCHIVE });
      app.synth();
      console.log("[]");`;
    outputOf(program, folder);
    const zips = Object.entries(filesIn(join(folder, "out"))).filter(([file]) => file.endsWith(".zip"));
    expect(zips.map(([, content]) => String(content).startsWith("PK"))).toEqual([true]);
  });
});
