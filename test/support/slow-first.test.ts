import { writeFileSync } from "node:fs";
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
  // Jest reads the durations of its last run from the folder of the cache, which is empty.
  const context = { config: { id: "none", cacheDirectory: folder } };
  const tests = Object.entries(sources).map(([name, source]) => {
    const path = join(folder, name);
    writeFileSync(path, source);
    return { path, context, duration: undefined };
  });
  const order = new SlowFirst().sort(tests).map(({ path }) => path.slice(folder.length + 1));
  expect(order).toEqual(["processes.test.ts", "large.test.ts", "small.test.ts"]);
});
