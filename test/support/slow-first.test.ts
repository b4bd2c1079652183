import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "./stack";

const SlowFirst = require("./slow-first.cjs") as new () => {
  sort(tests: readonly object[]): readonly { readonly path: string }[];
};

test("files without a known duration begin with those that start processes, even if they are small", () => {
  const folder = temporaryFolder();
  const sources = {
    "small.test.ts": "",
    "large.test.ts": `// ${"x".repeat(5000)}\n`,
    "processes.test.ts": "/** @group processes */\n",
  };
  const context = { config: { cache: false }, hasteFS: { getSize: (path: string) => statSync(path).size } };
  const tests = Object.entries(sources).map(([name, source]) => {
    const path = join(folder, name);
    writeFileSync(path, source);
    return { path, context };
  });
  const order = new SlowFirst().sort(tests).map(({ path }) => path.slice(folder.length + 1));
  expect(order).toEqual(["processes.test.ts", "large.test.ts", "small.test.ts"]);
});
