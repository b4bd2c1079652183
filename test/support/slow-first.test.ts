import { existsSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { temporaryFolder } from "./stack";

const SlowFirst = require("./slow-first.cjs") as new () => {
  sort(tests: readonly object[]): readonly { readonly path: string }[];
};

const root = resolve(__dirname, "../..");
const slowFiles = require("./slow-files.json") as Readonly<Record<string, number>>;
const context = { config: { cache: false }, hasteFS: { getSize: (path: string) => statSync(path).size } };

test("in a fresh clone the slowest files run first, then those that start processes or make inputs, and large ones", () => {
  const folder = temporaryFolder();
  const sources = {
    "small.test.ts": "",
    "large.test.ts": `// ${"x".repeat(5000)}\n`,
    "generated.test.ts": "/** @group generated */\n",
    "processes.test.ts": "/** @group processes */ \n",
  };
  const files = Object.entries(sources).map(([name, source]) => {
    const path = join(folder, name);
    writeFileSync(path, source);
    return path;
  });
  const slow = ["test/package/package.test.ts", "test/inputs/props.test.ts"].map((name) => join(root, name));
  const order = new SlowFirst().sort([...files, ...slow].map((path) => ({ path, context })));
  expect(order.map(({ path }) => path.slice(path.lastIndexOf("/") + 1))).toEqual([
    "props.test.ts",
    "package.test.ts",
    "processes.test.ts",
    "generated.test.ts",
    "large.test.ts",
    "small.test.ts",
  ]);
});

test("each file that is known to be slow exists", () => {
  expect(Object.keys(slowFiles).filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
