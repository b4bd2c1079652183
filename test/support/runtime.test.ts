import { AsyncLocalStorage } from "node:async_hooks";
import { realpathSync, rmdirSync } from "node:fs";
import { resolve } from "node:path";
import { temporaryFolder } from "./stack";

test("esbuild is started in a folder that stays after the test file, wherever its own folder is", async () => {
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

test("a storage of a test keeps the value of each of two runs at the same time", async () => {
  const storage = new AsyncLocalStorage<number>();
  const read = async () => {
    await Promise.resolve();
    return storage.getStore();
  };
  const runs = [1, 2].map((value) => storage.run(value, read));
  expect(await Promise.all(runs)).toEqual([1, 2]);
  expect(storage.getStore()).toBeUndefined();
});
