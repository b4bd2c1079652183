/** @group processes */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compiledLibrary } from "../../../support/compiled";
import { temporaryFolder } from "../../../support/stack";

/** A build that empties its output and takes a while, as Vite does. It fails if another one runs. */
const slowBuild = `
  const fs = require("fs");
  fs.mkdirSync("../running");
  fs.rmSync("dist", { recursive: true, force: true });
  fs.mkdirSync("dist");
  fs.writeFileSync("dist/index.html", "");
  setTimeout(() => {
    fs.writeFileSync("dist/index.html", "whole");
    fs.rmdirSync("../running");
  }, 300);`;

test("two processes that build one site at the same time leave two whole outputs", async () => {
  const root = temporaryFolder();
  mkdirSync(join(root, "web"));
  writeFileSync(join(root, "cdktf.json"), JSON.stringify({ language: "typescript", app: "none" }));
  writeFileSync(join(root, "web/build.js"), slowBuild);
  const program = (outdir: string) => `
    process.chdir(${JSON.stringify(root)});
    const lib = require(${JSON.stringify(compiledLibrary())});
    const app = new lib.App({ name: "notes", stage: "dev", region: "us-east-1", outdir: ${JSON.stringify(outdir)} });
    const stack = new lib.Stack(app, "Main");
    new lib.StaticSite(stack, "Web", { path: "web", buildCommand: "node build.js", buildOutput: "dist" });
    app.synth();`;
  const outdirs = ["one", "two"].map((name) => join(root, name));
  const runs = outdirs.map((outdir) =>
    spawn(process.execPath, ["--eval", program(outdir)], {
      // Each one builds, even if the other has built the same.
      env: { ...process.env, SERVERFORM_FORCE_BUILD: "1" },
      stdio: ["ignore", "ignore", "inherit"],
    }),
  );
  expect(await Promise.all(runs.map(async (run) => (await once(run, "close"))[0]))).toEqual([0, 0]);
  for (const outdir of outdirs) {
    const assets = join(outdir, "stacks/dev-notes-Main/assets");
    const [page] = readdirSync(assets, { recursive: true }).filter((name) =>
      `${name}`.endsWith("index.html"),
    );
    expect(readFileSync(join(assets, `${page}`), "utf8")).toBe("whole");
  }
  expect(readdirSync(join(root, ".serverform")).filter((name) => name.endsWith(".lock"))).toEqual([]);
  expect(existsSync(join(root, "running"))).toBe(false);
}, 60_000);
