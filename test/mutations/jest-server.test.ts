/** @group processes */
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../support/stack";
import { TestRunner } from "./test-runner";
import { doesNotEnd, failuresOf } from "./verdict";

const root = join(__dirname, "../..");

/** A project with jest as it is here, a source and a test of it. */
function project(): { readonly folder: string; write(source: string): void } {
  const folder = temporaryFolder();
  cpSync(join(root, "test/support"), join(folder, "test/support"), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  mkdirSync(join(folder, "lib"));
  mkdirSync(join(folder, "test/packages"));
  const jest = {
    testEnvironment: "<rootDir>/test/support/shared-environment.cjs",
    runtime: "<rootDir>/test/support/runtime.cjs",
    transform: {},
  };
  writeFileSync(join(folder, "package.json"), JSON.stringify({ jest }));
  const test = 'test("is three", () => expect(require("../lib/sum").sum()).toBe(3));';
  writeFileSync(join(folder, "test/sum.test.js"), test);
  return { folder, write: (source) => writeFileSync(join(folder, "lib/sum.js"), source) };
}

test("each run sees the source as it is then, and one that does not end is ended", async () => {
  const { folder, write } = project();
  const runner = new TestRunner(folder);
  const run = async (limitMs: number) => failuresOf(await runner.run("test/sum.test.js", limitMs));
  const sources = ["exports.sum = () => 1 + 2;", "exports.sum = () => 1 - 2;", "exports.sum = () => 1 + 2;"];
  try {
    const found = [];
    for (const source of sources) {
      write(source);
      found.push(await run(100_000));
    }
    expect(found).toEqual([[], [{ test: "is three", isTimeOut: false }], []]);
    write("exports.sum = () => { for (;;); };");
    expect(await run(2000)).toEqual([{ test: doesNotEnd, isTimeOut: true }]);
    write("exports.sum = () => 3;");
    expect(await run(100_000)).toEqual([]);
  } finally {
    runner.stop();
  }
});
