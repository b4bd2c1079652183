import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { guarded } from "./process-guard";
import { temporaryFolder } from "./stack";

const fastTests = require("./fast-lane.cjs") as (paths: readonly string[]) => Promise<{ filtered: string[] }>;

test("the fast tests leave out files whose first comment says that they start processes", async () => {
  const sources = {
    "fast.test.ts": 'import "node:fs";\n/** @group processes */\n',
    "slow.test.ts": '/** @group processes */\n\nimport "node:fs";\n',
    "slow-too.test.ts": "/**\n * Serves an app.\n *\n * @group processes\n */\n",
    "inputs.test.ts": "/** @group generated */\n",
    "other.test.ts": "/** @group other */\n",
  };
  const folder = temporaryFolder();
  for (const [name, source] of Object.entries(sources)) writeFileSync(join(folder, name), source);
  const { filtered } = await fastTests(Object.keys(sources).map((name) => join(folder, name)));
  expect(filtered).toEqual([join(folder, "fast.test.ts"), join(folder, "other.test.ts")]);
});

test("a guarded function starts esbuild, and refuses and reports everything else", () => {
  const [started, refused]: string[][] = [[], []];
  const start = guarded(
    (command) => started?.push(command),
    (command) => refused?.push(command),
  );
  start("/app/node_modules/@esbuild/linux-x64/bin/esbuild", ["--version"]);
  expect(() => start("terraform", ["version"])).toThrow(
    /starts a process \(terraform\)[\s\S]*@group processes/,
  );
  expect(started).toEqual(["/app/node_modules/@esbuild/linux-x64/bin/esbuild"]);
  expect(refused).toEqual(["terraform"]);
});

test("the functions of Node are guarded in a file that does not say so", () => {
  expect(spawnSync.name).toBe(
    guarded(
      () => {},
      () => {},
    ).name,
  );
});
