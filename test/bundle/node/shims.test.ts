/** @group processes */

import { execFileSync } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bundleArtifacts, createIncrementalBundle, type NodeArtifact } from "../../../lib/bundle";
import { filesIn, folderWith, messages, nodeArtifact, outDirOf, read } from "../support";

/** The result of a handler when Node loads only the deployed folder, as Lambda does. */
function invoke(artifact: NodeArtifact, modules = ""): unknown {
  const folder = folderWith();
  cpSync(artifact.outDir, folder, { recursive: true });
  const url = pathToFileURL(join(folder, "functions/a.js")).href;
  const script = `import(${JSON.stringify(url)}).then(async (m) => console.log(JSON.stringify(await m.handler())))`;
  const output = execFileSync(process.execPath, ["-e", script], {
    encoding: "utf8",
    cwd: folder,
    env: { ...process.env, NODE_PATH: modules },
  });
  return JSON.parse(output.replaceAll(folder, "").replaceAll(pathToFileURL(folder).href, "file://"));
}

const formats = ["cjs", "esm"] as const;

/** Names that either kind of modules has, in own code and in packages. */
const sources = {
  "functions/a.ts": `
    import { late } from "modern";
    import old from "old";
    declare const __dirname: string, __filename: string, require: (name: string) => { sep: string };
    const { url, dirname, filename } = import.meta;
    export const handler = async () => ({
      own: [import.meta.url, import.meta.dirname, import.meta.filename, url, dirname, filename, __dirname, __filename],
      kinds: [typeof __dirname, typeof __filename, typeof import.meta.url],
      modern: late(),
      old: old(),
      separator: require("node:path").sep,
    });`,
  "node_modules/modern/package.json": JSON.stringify({ type: "module", exports: "./index.js" }),
  "node_modules/modern/index.js": `
    import { createRequire } from "node:module";
    import { fileURLToPath } from "node:url";
    const __dirname = fileURLToPath(new URL(".", import.meta.url));
    const require = createRequire(import.meta.url);
    export const late = () => [import.meta.url, __dirname, require("node:path").sep];`,
  "node_modules/old/index.js": `
    const name = ["node", "path"].join(":");
    module.exports = () => [__dirname, { __filename }, require(name).sep, typeof require.resolve];`,
};

const answer = {
  own: [
    "file:///functions/a.js",
    "/functions",
    "/functions/a.js",
    "file:///functions/a.js",
    "/functions",
    "/functions/a.js",
    "/functions",
    "/functions/a.js",
  ],
  kinds: ["string", "string", "string"],
  modern: ["file:///functions/a.js", "/functions/", "/"],
  old: ["/functions", { __filename: "/functions/a.js" }, "/", "function"],
  separator: "/",
};

describe.each(formats)("A bundle in %s format has the names of the other format", (format) => {
  test.each([
    ["plain", {}],
    ["minified", { minify: true }],
    ["for an old runtime", { runtime: "nodejs16.x" }],
    ["below text of the caller", { banner: "// ours\n/* and more */", minify: true }],
    ["with a source map", { sourcemap: true }],
    ["in a folder of its own", { loader: { ".png": "file" } as const }],
  ])("%s", (_, options) => {
    const artifact = nodeArtifact(folderWith(sources), "a", { format, ...options });
    expect(bundleArtifacts([artifact])).toEqual([]);
    expect(invoke(artifact)).toEqual(answer);
  });
});

test("Split bundles have it in each file", () => {
  const artifact = nodeArtifact(
    folderWith({
      ...sources,
      "functions/a.ts": `export const handler = async () => (await import("../lib/late")).all();`,
      "lib/late.ts": `declare const require: (name: string) => { sep: string };\nexport const all = () => require("node:path").sep;`,
    }),
    "a",
    { format: "esm", splitting: true, sourcemap: true },
  );
  expect(bundleArtifacts([artifact])).toEqual([]);
  expect(invoke(artifact)).toBe("/");
});

describe("A bundle that uses no names of the other format", () => {
  test.each(formats)("in %s format contains no shim", (format) => {
    const app = folderWith({ "functions/a.ts": "export const handler = () => __NOTHING__;" });
    const artifact = nodeArtifact(app, "a", { format, define: { __NOTHING__: "1" } });
    expect(bundleArtifacts([artifact])).toEqual([]);
    expect(read(artifact.outDir, "functions/a.js")).not.toMatch(/serverform|createRequire|import\.meta|url/);
  });

  test("keeps a definition of the caller", () => {
    const app = folderWith({ "functions/a.ts": "export const handler = () => import.meta.url;" });
    const artifact = nodeArtifact(app, "a", { define: { "import.meta.url": '"mine"' } });
    expect(bundleArtifacts([artifact])).toEqual([]);
    expect(read(artifact.outDir, "functions/a.js")).not.toContain("serverform");
    expect(invoke(artifact)).toBe("mine");
  });
});

test("strict code stays strict below a shim", () => {
  const app = folderWith({
    "functions/a.ts": `"use strict";\nexport const handler = () => [import.meta.dirname, (function (this: unknown) { return this === undefined; })()];`,
  });
  for (const minify of [false, true]) {
    const artifact = nodeArtifact(app, "a", { minify, banner: "// ours" });
    expect(bundleArtifacts([artifact])).toEqual([]);
    expect(invoke(artifact)).toEqual(["/functions", true]);
  }
});

test.each(formats)(
  "The source map of a bundle with shims in %s format leads to the line of the source",
  (format) => {
    const app = folderWith({
      "functions/a.ts": `type A = 1;\nexport const handler = () => {\n  require; throw new Error(import.meta.url);\n};\ndeclare const require: unknown;`,
    });
    for (const options of [{}, { loader: { ".png": "file" } as const }, { banner: "// ours\n// and more" }]) {
      const artifact = nodeArtifact(app, "a", { format, sourcemap: true, minify: true, ...options });
      expect(bundleArtifacts([artifact])).toEqual([]);
      const file = join(artifact.outDir, "functions/a.js");
      const script = `import(${JSON.stringify(file)}).then((m) => m.handler()).catch((e) => console.log(e.stack))`;
      const stack = execFileSync(process.execPath, ["--enable-source-maps", "-e", script], {
        encoding: "utf8",
      });
      expect(stack).toContain("functions/a.ts:3:");
    }
  },
);

test.each(formats)("Every way to build writes the same bytes in %s format", async (format) => {
  const app = folderWith(sources);
  const whole = nodeArtifact(app, "a", { format });
  expect(bundleArtifacts([whole])).toEqual([]);
  const again = { ...whole, outDir: outDirOf(app, "incremental") };
  const bundle = createIncrementalBundle(again, join(folderWith(), "maps"));
  expect((await bundle.rebuild()).failures).toEqual([]);
  await bundle.dispose();
  expect(filesIn(whole.outDir)).toEqual(filesIn(again.outDir));
  expect(read(whole.outDir, "functions/a.js")).toBe(read(again.outDir, "functions/a.js"));
});

describe("Top-level await", () => {
  const app = () =>
    folderWith({ "functions/a.ts": "const x = await 1;\nexport const handler = async () => x;" });

  test.each(["nodejs14.x", "nodejs16.x", "nodejs24.x"])("works in an ES module for %s", (runtime) => {
    const artifact = nodeArtifact(app(), "a", { format: "esm", runtime });
    expect(bundleArtifacts([artifact])).toEqual([]);
    expect(invoke(artifact)).toBe(1);
  });

  test("in CommonJS is refused with the ways to an ES module", () => {
    const [message] = messages(bundleArtifacts([nodeArtifact(app(), "a")]));
    expect(message).toContain("functions/a.ts:1:10: Top-level await");
    expect(message).toContain('set bundle.format to "esm", name its file .mts (.mjs)');
  });

  test("for a runtime without it is refused with the remedy", () => {
    const [message] = messages(
      bundleArtifacts([nodeArtifact(app(), "a", { format: "esm", runtime: "nodejs12.x" })]),
    );
    expect(message).toContain("Set the runtime to a newer version of Node.");
  });
});

describe("An ES module finds modules of the runtime and of layers", () => {
  const files = {
    "functions/a.ts": `
      import AWS from "aws-sdk";
      import S3, { sep } from "aws-sdk/clients/s3";
      export const handler = async () => [AWS.name, S3.name, sep, (await import("in-layer")).default];`,
  };
  const runtime = () =>
    folderWith({
      "aws-sdk/index.js": `exports.name = "sdk";`,
      "aws-sdk/clients/s3.js": `exports.name = "s3"; exports.sep = "/";`,
      "in-layer/index.js": `module.exports = "layer";`,
    });

  test.each([
    ["at once", {}],
    ["in split bundles", { splitting: true }],
  ])("by require before nodejs18.x, %s", (_, options) => {
    const externalModules = ["aws-sdk", "in-*"];
    const artifact = nodeArtifact(folderWith(files), "a", {
      format: "esm",
      runtime: "nodejs16.x",
      externalModules,
      ...options,
    });
    expect(bundleArtifacts([artifact])).toEqual([]);
    expect(invoke(artifact, runtime())).toEqual(["sdk", "s3", "/", "layer"]);
  });

  test("by import from nodejs18.x on", () => {
    const externalModules = ["aws-sdk", "in-layer"];
    const artifact = nodeArtifact(folderWith(files), "a", {
      format: "esm",
      runtime: "nodejs18.x",
      externalModules,
    });
    expect(bundleArtifacts([artifact])).toEqual([]);
    const bundle = read(artifact.outDir, "functions/a.js");
    expect(bundle).toContain('from "aws-sdk/clients/s3"');
    expect(bundle).not.toContain("require");
  });
});
