/** @group processes */

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { bundleArtifacts, problemsOf } from "../../../lib/bundle";
import { commonFolder, groups } from "../../../lib/bundle/node/requests";
import { filesIn, folderWith, messages, nodeArtifact, outDirOf, read } from "../support";

/** The result of a bundle's export when Node loads it from the deployed folder. */
const call = (outDir: string, file: string): string => {
  const script = `import(${JSON.stringify(join(outDir, file))}).then(async (m) => console.log(await m.handler()))`;
  return execFileSync(process.execPath, ["-e", script], { encoding: "utf8" }).trim();
};

const handler = (text: string) => `export const handler = async () => ${JSON.stringify(text)};\n`;

describe("Node bundles", () => {
  test("are at the path of their source", () => {
    const app = folderWith({ "services/notes/functions/get.ts": handler("hello") });
    const artifact = nodeArtifact(app, "get", { srcPath: "services/notes" });
    expect(bundleArtifacts([artifact])).toEqual([]);
    expect(filesIn(artifact.outDir)).toEqual(["services/notes/functions/get.js"]);
    expect(call(artifact.outDir, "services/notes/functions/get.js")).toBe("hello");
  });

  test("show no value of `define` that esbuild refuses", () => {
    const app = folderWith({ "functions/a.ts": handler("a") });
    const [message = ""] = messages(
      bundleArtifacts([nodeArtifact(app, "a", { define: { KEY: "a s3cret" } })]),
    );
    expect(message).toContain("Invalid define value: write JSON or a name");
    expect(message).not.toContain("s3cret");
  });

  test("have no dots in their name, at which the file name of a handler ends for the service", () => {
    const app = folderWith({ "functions/v1.2/a.b.ts": handler("dotted") });
    const artifact = nodeArtifact(app, "a", {
      entry: "functions/v1.2/a.b.ts",
      functions: [{ owner: "dev-app-Main/a", handler: "functions/v1.2/a.b.handler" }],
    });
    expect(bundleArtifacts([artifact])).toEqual([]);
    expect(filesIn(artifact.outDir)).toEqual(["functions/v1.2/a_b.js"]);
  });

  test("of several artifacts land in their own folders, wherever these are", () => {
    const app = folderWith({ "functions/a.ts": handler("a"), "functions/b.ts": handler("b") });
    const elsewhere = folderWith();
    const [a, b] = [nodeArtifact(app, "a"), nodeArtifact(app, "b", { outDir: join(elsewhere, "out", "b") })];
    expect(bundleArtifacts([a, b])).toEqual([]);
    expect(filesIn(a.outDir)).toEqual(["functions/a.js"]);
    expect(filesIn(b.outDir)).toEqual(["functions/b.js"]);
  });

  test("replace the previous content of the folder", () => {
    const app = folderWith({ "functions/a.ts": handler("a"), "cdktf.out/stacks/dev/assets/a/old.js": "" });
    const artifact = nodeArtifact(app, "a");
    bundleArtifacts([artifact]);
    expect(filesIn(artifact.outDir)).toEqual(["functions/a.js"]);
  });

  test("in ES format are read as ES modules and may use require", () => {
    const app = folderWith({
      "functions/a.ts": `const path = require("node:path");\n${handler("esm")}export const url = import.meta.url + path.sep;`,
    });
    const artifact = nodeArtifact(app, "a", { format: "esm" });
    expect(bundleArtifacts([artifact])).toEqual([]);
    expect(filesIn(artifact.outDir)).toEqual(["functions/a.js", "package.json"]);
    expect(JSON.parse(read(artifact.outDir, "package.json"))).toEqual({ type: "module" });
    expect(call(artifact.outDir, "functions/a.js")).toBe("esm");
  });

  test("in ES format may declare their own require", () => {
    const source = `import { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);\n`;
    const app = folderWith({
      "functions/a.ts": `${source}export const handler = () => require("node:path").sep;`,
    });
    const artifact = nodeArtifact(app, "a", { format: "esm", minify: true });
    bundleArtifacts([artifact]);
    expect(call(artifact.outDir, "functions/a.js")).toBe("/");
  });

  test.each(["cjs", "esm"] as const)(
    "are read as %s even beside a copied package.json of the other kind",
    (format) => {
      const app = folderWith({
        "functions/a.ts": handler("fine"),
        "package.json": JSON.stringify({ name: "app", type: format === "esm" ? "commonjs" : "module" }),
      });
      const artifact = nodeArtifact(app, "a", { format, copyFiles: [{ from: "package.json" }] });
      expect(bundleArtifacts([artifact])).toEqual([]);
      expect(call(artifact.outDir, "functions/a.js")).toBe("fine");
      expect(JSON.parse(read(artifact.outDir, "package.json"))).toMatchObject({ name: "app" });
    },
  );

  test.each([
    ["nodejs16.x", "cjs", ["aws-sdk"]],
    ["nodejs22.x", "cjs", ["@aws-sdk/client-s3"]],
    ["nodejs22.x", "esm", []],
  ] as const)("leave to %s in %s format what it comes with", (runtime, format, left) => {
    const app = folderWith({
      "functions/a.ts": `import * as v2 from "aws-sdk";\nimport * as v3 from "@aws-sdk/client-s3";\nexport const handler = () => [v2, v3];`,
      "node_modules/aws-sdk/index.js": "exports.inside = 2;",
      "node_modules/@aws-sdk/client-s3/index.js": "exports.inside = 3;",
    });
    const artifact = nodeArtifact(app, "a", { runtime, format });
    expect(bundleArtifacts([artifact])).toEqual([]);
    const bundle = read(artifact.outDir, "functions/a.js");
    const named = ["aws-sdk", "@aws-sdk/client-s3"].filter((each) =>
      [`require("${each}")`, `from "${each}"`].some((way) => bundle.includes(way)),
    );
    expect(named).toEqual(left);
  });

  test("are written in the syntax of their runtime", () => {
    const app = folderWith({ "functions/a.ts": "export const handler = (x?: { y: number }) => x?.y;" });
    const [old, recent] = [
      nodeArtifact(app, "a", { runtime: "nodejs12.x" }),
      nodeArtifact(app, "a", { outDir: outDirOf(app, "b") }),
    ];
    bundleArtifacts([old, recent]);
    expect(read(old.outDir, "functions/a.js")).not.toContain("?.");
    expect(read(recent.outDir, "functions/a.js")).toContain("?.");
  });

  test("leave out external modules and replace the given constants", () => {
    const app = folderWith({
      "functions/a.ts": `import x from "not-here/sub";\nexport const handler = () => [x, STAGE];`,
    });
    const artifact = nodeArtifact(app, "a", {
      externalModules: ["not-here"],
      define: { STAGE: '"dev"' },
      banner: "// by us",
    });
    expect(bundleArtifacts([artifact])).toEqual([]);
    expect(read(artifact.outDir, "functions/a.js")).toMatch(
      /^\/\/ by us\n.*require\("not-here\/sub"\).*"dev"/s,
    );
  });

  test("keep files that a loader emits in their own folder", () => {
    const app = folderWith({
      "functions/a.ts": `import logo from "./logo.png";\nexport const handler = async () => logo;`,
      "functions/logo.png": "png",
      "functions/b.ts": handler("b"),
    });
    const loader = { ".png": "file" } as const;
    const [a, b] = [nodeArtifact(app, "a", { loader }), nodeArtifact(app, "b", { loader })];
    expect(bundleArtifacts([a, b])).toEqual([]);
    const [logo] = filesIn(a.outDir).filter((file) => file.endsWith(".png"));
    expect(existsSync(join(a.outDir, "functions", call(a.outDir, "functions/a.js")))).toBe(true);
    expect(logo).toMatch(/logo-\w+\.png$/);
    expect(filesIn(b.outDir)).toEqual(["functions/b.js"]);
  });

  test("are split at dynamic imports, with the option", () => {
    const app = folderWith({
      "functions/a.ts": `export const handler = async () => (await import("../lib/late")).text;`,
      "lib/late.ts": `export const text = "late";`,
    });
    const artifact = nodeArtifact(app, "a", { format: "esm", splitting: true });
    expect(bundleArtifacts([artifact])).toEqual([]);
    expect(filesIn(artifact.outDir)).toHaveLength(3);
    expect(call(artifact.outDir, "functions/a.js")).toBe("late");
  });
});

/** Where a message says that the errors are, in any order. */
const errorPlaces = (message: string): string[] => (message.match(/^ {2}\S+:\d+:\d+:/gm) ?? []).sort();

describe("Node bundles that fail", () => {
  test("are reported all together, with the place and the line, and leave no folder", () => {
    const app = folderWith({
      "functions/a.ts": "export const handler = () => {\n  oops oops;\n};\n",
      "functions/b.ts": `import x from "not-installed/sub";\nexport const handler = () => x;\n`,
      "functions/c.ts": handler("c"),
    });
    const artifacts = ["a", "b", "c"].map((name) => nodeArtifact(app, name));
    const failures = bundleArtifacts(artifacts);
    expect(messages(failures)).toEqual([
      `dev-app-Main/a: handler refers to functions/a.ts, which cannot be bundled.
  Correct this error:
  functions/a.ts:2:7: Expected ";" but found "oops"
    2 |   oops oops;
      |        ~~~~
  [bundle-failed]`,
      `dev-app-Main/b: handler refers to functions/b.ts, which cannot be bundled.
  Correct this error:
  functions/b.ts:1:14: Could not resolve "not-installed/sub"
    1 | import x from "not-installed/sub";
      |               ~~~~~~~~~~~~~~~~~~~
    Install it: npm install not-installed
    If another source provides it at runtime, such as a layer, add it to bundle.externalModules.
  [bundle-failed]`,
    ]);
    expect(artifacts.map(({ outDir }) => existsSync(outDir))).toEqual([false, false, true]);
    expect(filesIn(outDirOf(app, "c"))).toEqual(["functions/c.js"]);
  });

  test("because of a module of another library, or of types, name its replacement", () => {
    const app = folderWith({
      "functions/a.ts": `export { Table as handler } from "sst/node/table";`,
      "functions/b.ts": `export { Site as handler } from "@serverless-stack/node/kv";`,
      "functions/c.ts": `export { Context as handler } from "aws-lambda";`,
    });
    const names = ["a", "b", "c"];
    const [first, second, third] = messages(bundleArtifacts(names.map((name) => nodeArtifact(app, name))));
    expect(third).toContain('In place of "aws-lambda" import only its types: import type { Context } from');
    expect(first).toContain('    In place of "sst/node/table" import from "serverform/node/table".\n  [');
    expect(second).toContain(
      'In place of "@serverless-stack/node/kv" the modules of serverform for functions are "serverform/node/api", ',
    );
  });

  test("because of a shared file are those that import it", () => {
    const app = folderWith({
      "lib/shared.ts": "export const x = ;",
      "lib/between.ts": `export { x } from "./shared";`,
      "functions/a.ts": `import { x } from "../lib/between";\nexport const handler = () => x;`,
      "functions/b.ts": handler("b"),
      "functions/c.ts": `exports.handler = () => require("../lib/shared");`,
      "functions/d.ts": `export { handler } from "./b";`,
    });
    const artifacts = ["a", "b", "c", "d"].map((name) => nodeArtifact(app, name));
    const failures = bundleArtifacts(artifacts);
    expect(failures.map(({ owners }) => owners)).toEqual([["dev-app-Main/a"], ["dev-app-Main/c"]]);
    for (const message of messages(failures)) expect(message).toContain("lib/shared.ts:1:17: ");
    expect(problemsOf(failures).map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /^dev-app-Main\/a: (.|\n)*\n {2}Needed by 2 functions: dev-app-Main\/a, dev-app-Main\/c\.\n {2}\[bundle-failed\]$/,
      ),
    ]);
    expect([call(outDirOf(app, "b"), "functions/b.js"), call(outDirOf(app, "d"), "functions/d.js")]).toEqual([
      "b",
      "b",
    ]);
  });

  test.each([
    ["an entry that others import", { "functions/a.ts": "export const handler = ;" }, ["a", "b"]],
    [
      "an import of a missing file, which shows only when all files can be read",
      {
        "functions/a.ts": `import { gone } from "../lib/fine";\nexport const handler = () => gone;`,
        "functions/c.ts": "export const handler = ;",
      },
      ["a", "b", "c"],
    ],
    [
      "a file behind another one with errors",
      {
        "functions/a.ts": `import "../lib/one";\nexport const handler = () => 1;`,
        "lib/one.ts": `import "./two";\nimport "./gone";`,
        "lib/two.ts": "oops oops;",
      },
      ["a", "b"],
    ],
  ])("because of %s are those whom it concerns", (_, files, expected) => {
    const app = folderWith({
      "lib/fine.ts": "export const fine = 1;",
      "functions/b.ts": `export { handler } from "./a";`,
      "functions/c.ts": handler("c"),
      "functions/d.ts": handler("d"),
      ...files,
    });
    const artifacts = ["a", "b", "c", "d"].map((name) => nodeArtifact(app, name));
    const together = messages(bundleArtifacts(artifacts));
    const alone = artifacts.flatMap((artifact) => messages(bundleArtifacts([artifact])));
    expect(together.map((message) => message.charAt("dev-app-Main/".length))).toEqual(expected);
    expect(together.map(errorPlaces)).toEqual(alone.map(errorPlaces));
  });

  test("name the handlers whose file does not exist", () => {
    const app = folderWith({});
    expect(messages(bundleArtifacts([nodeArtifact(app, "a")]))).toEqual([
      expect.stringContaining('handler is "functions/a.handler", but '),
    ]);
  });
});

test("Warnings of esbuild are printed once, and do not stop bundling", () => {
  const app = folderWith({
    "lib/odd.ts": `import * as other from "./other";\nexport const x = other.gone;`,
    "lib/other.ts": "export const here = 1;",
    "functions/a.ts": `import { x } from "../lib/odd";\nexport const handler = () => x;`,
    "functions/b.ts": `import { x } from "../lib/odd";\nexport const handler = () => x;`,
  });
  const warn = jest.fn();
  expect(bundleArtifacts([nodeArtifact(app, "a"), nodeArtifact(app, "b")], warn)).toEqual([]);
  expect(warn.mock.calls).toEqual([
    [expect.stringMatching(/^lib\/odd\.ts:2:23: Import "gone" will always be undefined/)],
  ]);
});

describe("The common folder", () => {
  test.each([
    [["/a/b/c", "/a/b/d"], "/a/b"],
    [["/a/b", "/a/b/c"], "/a/b"],
    [["/a/bc", "/a/b"], "/a"],
    [["/a/b", "/a/bc"], "/a"],
    [["/a", "/b"], "/"],
    [["/a/b"], "/a/b"],
  ])("of %j is %s", (folders, common) => {
    expect(commonFolder(folders)).toBe(common);
  });
});

test("one call of esbuild bundles at most 200 artifacts, and only those with equal options", () => {
  const app = folderWith({ "functions/a.ts": handler("a") });
  const plain = Array.from({ length: 401 }, () => nodeArtifact(app, "a"));
  const calls = groups([...plain, nodeArtifact(app, "a", { minify: true })]);
  expect(calls.map(({ length }) => length)).toEqual([200, 200, 1, 1]);
  expect(calls.at(-1)).toMatchObject([{ minify: true }]);
});
