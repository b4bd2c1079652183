import { readFileSync } from "node:fs";
import { join } from "node:path";

const { missingHere, missingMembers, version } = require("./jest-members.cjs") as {
  readonly missingHere: symbol;
  readonly version: string;
  missingMembers(runtime: object): readonly string[];
};
const read = (file: string) => JSON.parse(readFileSync(join(__dirname, "../..", file), "utf8"));

/** The versions for which runtime.cjs is written. After an update, the failures below say what to change: test/support/README.md. */
const packages = ["jest", "jest-runtime", "jest-environment-node", "@jest/test-sequencer"];

test.each(packages)("%s is pinned and installed in the version for which runtime.cjs is written", (name) => {
  expect(read("package.json").devDependencies[name]).toBe(version);
  expect(read(`node_modules/${name}/package.json`).version).toBe(version);
});

test("this version of jest has the members that runtime.cjs replaces; without them all files load their own modules", () => {
  expect(Reflect.get(globalThis, missingHere)).toEqual([]);
});

test("a member that is gone, or is something else, is named", () => {
  const runtime = { executor: { compile: "x" }, fileCache: null };
  expect(missingMembers(runtime)).toEqual(
    expect.arrayContaining([
      "executor.compile is string, not a function",
      "fileCache is null, not a object",
      "cjsLoader.requireModule is undefined, not a function",
    ]),
  );
});
