import { spawnSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setEnvironment } from "./environment";
import { guarded } from "./process-guard";
import { temporaryFolder } from "./stack";

type Filter = (paths: readonly string[]) => Promise<{ filtered: string[] }>;

const fastTests = require("./fast-lane.cjs") as Filter;
const testsOfCdktn = require("./cdktn-lane.cjs") as Filter;
const testsOfPackage = require("./packed-lane.cjs") as Filter & { readonly pattern: string };

test("the fast tests leave out files whose first comment says a group, and all of CDK Terrain keep the slow ones", async () => {
  const sources = {
    "fast.test.ts": 'import "node:fs";\n/** @group processes */\n',
    "slow.test.ts": '/** @group processes */\n\nimport "node:fs";\n',
    "slow-too.test.ts": "/**\n * Serves an app.\n *\n * @group processes\n */\n",
    "inputs.test.ts": "/** @group generated */\n",
    "seconds.test.ts": "/** @group slow */\n",
    "other.test.ts": "/** @group other */\n",
  };
  const folder = temporaryFolder();
  for (const [name, source] of Object.entries(sources)) writeFileSync(join(folder, name), source);
  const files = Object.keys(sources).map((name) => join(folder, name));
  const fast = [join(folder, "fast.test.ts"), join(folder, "other.test.ts")];
  expect((await fastTests(files)).filtered.sort()).toEqual(fast);
  setEnvironment({ CDKTN_TESTS: "all" });
  expect((await testsOfCdktn(files)).filtered.sort()).toEqual([...fast, join(folder, "seconds.test.ts")]);
});

const root = resolve(__dirname, "../..");

test("the tests with CDK Terrain are those of the app, and some of constructs", async () => {
  setEnvironment({ CDKTN_TESTS: undefined });
  const files = [
    "test/kit/app/stack.test.ts",
    "test/kit/app/quotas.test.ts",
    "test/constructs/api/import.test.ts",
    "test/constructs/api/cors.test.ts",
  ].map((file) => join(root, file));
  expect((await testsOfCdktn(files)).filtered).toEqual([files[0], files[2]]);
});

test("CI runs a file either from the package or from the sources", async () => {
  const files = readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".test.ts"))
    .map((file) => join(root, "test", file));
  const ofPackage = (await testsOfPackage(files)).filtered;
  expect(ofPackage).toEqual(files.filter((file) => new RegExp(testsOfPackage.pattern).test(file)));
  expect(ofPackage).toContain(join(root, "test/local/services/sqs/query-protocol.test.ts"));
  expect(ofPackage).not.toContain(join(root, "test/local/invoke/code/bundles.test.ts"));
});

test.each(["test/constructs", "test/local/gateways", "test/local/services", "test/runtime", "test/kit/app"])(
  "each folder of %s has a fast test",
  async (parent) => {
    // The fuzz tests of all services are not a service.
    const folders = readdirSync(join(root, parent), { withFileTypes: true }).filter(
      (each) => each.isDirectory() && each.name !== "fuzz",
    );
    const tests = folders.map(
      ({ name }) =>
        [
          name,
          readdirSync(join(root, parent, name), { recursive: true, encoding: "utf8" })
            .filter((file) => file.endsWith(".test.ts"))
            .map((file) => join(root, parent, name, file)),
        ] as const,
    );
    const without: string[] = [];
    for (const [name, files] of tests)
      if (files.length > 0 && (await fastTests(files)).filtered.length === 0) without.push(name);
    expect(without).toEqual([]);
  },
);

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

test("the functions of Node are guarded in a file without the comment", () => {
  expect(spawnSync.name).toBe(
    guarded(
      () => {},
      () => {},
    ).name,
  );
});
