import { realpathSync, rmdirSync } from "node:fs";
import { resolve } from "node:path";
import { temporaryFolder } from "./stack";

test("esbuild is started in a folder that outlives the test file, wherever that has gone", async () => {
  // A part of cdktf, which lets process.cwd() answer from memory until the folder is changed by the same process object.
  require("graceful-fs");
  const folder = temporaryFolder();
  process.chdir(folder);
  expect(process.cwd()).toBe(realpathSync(folder));
  const { transform } = require("esbuild") as typeof import("esbuild");
  process.chdir(resolve(__dirname, "../.."));
  rmdirSync(folder);
  await expect(transform("1 + 2")).resolves.toMatchObject({ code: "1 + 2;\n" });
});
