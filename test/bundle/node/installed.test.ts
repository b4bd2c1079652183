/** @group processes */

import { join } from "node:path";
import { bundleArtifacts, createIncrementalBundle } from "../../../lib/bundle";
import { folderWith, messages, nodeArtifact, outDirOf, read } from "../support";

const manifest = (name: string, more: object = {}) => JSON.stringify({ name, ...more });

/** The warnings and failures of a build of a handler that uses the package `tool`. */
function buildWith(files: Record<string, string>, options: Parameters<typeof nodeArtifact>[2] = {}) {
  const app = folderWith({
    "functions/a.ts": `import tool from "tool";\nexport const handler = () => tool;`,
    "node_modules/tool/package.json": manifest("tool"),
    ...files,
  });
  const warnings: string[] = [];
  const artifact = nodeArtifact(app, "a", options);
  const failures = messages(bundleArtifacts([artifact], (text) => warnings.push(text)));
  return { app, artifact, warnings, failures };
}

describe("A package that loads a module by a computed name is a warning at the build", () => {
  const file = "node_modules/tool/index.js";

  test("with the package, the file, the line and the options that help", () => {
    const { warnings, failures } = buildWith({ [file]: `\nexports.load = (name) => require(name);\n` });
    expect(failures).toEqual([]);
    expect(warnings).toEqual([
      `node_modules/tool/index.js:2:25: The package "tool" loads a module that the bundle does not contain, because its name is computed at run time.
  2 | exports.load = (name) => require(name);
    |                          ~~~~~~~~~~~~~
  If your function comes there, it fails. Install the package beside the bundle: bundle.nodeModules: ["tool"].
  If a layer has the package, name it in bundle.externalModules: ["tool"].`,
    ]);
  });

  test.each([
    ["a name with a text", `module.exports = (name) => require("tool-" + name);`],
    ["a template", "module.exports = (name) => require(`tool-${name}/index.js`);"],
    ["a member", `module.exports = (options) => require(options.driver);`],
    ["the place of the file", `module.exports = (file) => require(__dirname + "/" + file);`],
    ["a joined path", `module.exports = (file) => require(require("path").join(__dirname, "x", file));`],
    ["a relative path without its ending", `module.exports = (name) => require("./parts/" + name);`],
    [
      "a handler of an error",
      `module.exports = (name) => { try { return 1; } catch { return require(name); } };`,
    ],
    [
      "a block that ends in any case",
      `module.exports = (name) => { try { return require(name); } finally { name(); } };`,
    ],
    ["a condition", `module.exports = (name) => require(name ? "one" : "two");`],
    [
      "a require of its own",
      `const { createRequire } = require("node:module");\nconst load = createRequire(__filename);\nmodule.exports = () => load("#parts");`,
    ],
    ["an import", "module.exports = (name) => import(`tool-${name}`);"],
  ])("for %s", (_, source) => {
    const { warnings } = buildWith({ [file]: source, "node_modules/tool/parts/a.js": "" });
    expect(warnings).toEqual([
      expect.stringMatching(/^node_modules\/tool\/index\.js:\d+:\d+: The package "tool" /),
    ]);
  });

  test.each([
    [
      "where an error is caught",
      `exports.it = (name) => { try { return require(name); } catch { return undefined; } };`,
    ],
    ["for a name that is always that of Node", `exports.it = () => require("u" + "rl");`],
    ["for a path that the caller gives", `exports.it = (configFile) => require(configFile);`],
    ["for files that are bundled", `exports.it = (name) => require("./parts/" + name + ".js");`],
    [
      "for a function that is not that of Node",
      `exports.it = function (require, name) { return require(name); };`,
    ],
    ["for a plain name", `exports.it = () => require("./parts/a.js");`],
    ["in a text", `exports.it = "require(name)"; // require(name)`],
  ])("but not %s", (_, source) => {
    const { warnings } = buildWith({ [file]: source, "node_modules/tool/parts/a.js": "" });
    expect(warnings).toEqual([]);
  });

  test("but not if the bundle does not contain the file", () => {
    const { warnings } = buildWith({
      "functions/a.ts": `import { one } from "tool";\nexport const handler = () => one;`,
      "node_modules/tool/package.json": manifest("tool", { module: "index.mjs", sideEffects: false }),
      "node_modules/tool/index.mjs": `export { one } from "./one.mjs";\nexport { two } from "./two.mjs";`,
      "node_modules/tool/one.mjs": `export const one = 1;`,
      "node_modules/tool/two.mjs": `export const two = (name) => require(name);`,
    });
    expect(warnings).toEqual([]);
  });

  test("but not if the package is installed beside the bundle", () => {
    const { warnings } = buildWith(
      { [file]: `exports.it = (name) => require(name);` },
      { externalModules: ["tool"] },
    );
    expect(warnings).toEqual([]);
  });

  test("also if the bundle is from the cache, or is built again and again", async () => {
    const { app, artifact, warnings } = buildWith({ [file]: `exports.it = (name) => require(name);` });
    const again: string[] = [];
    bundleArtifacts([{ ...artifact, outDir: outDirOf(app, "again") }], (text) => again.push(text));
    expect(again).toEqual(warnings);
    const bundle = createIncrementalBundle(
      { ...artifact, outDir: outDirOf(app, "local") },
      join(app, "maps"),
    );
    expect((await bundle.rebuild()).warnings).toEqual(warnings);
    expect((await bundle.rebuild()).warnings).toEqual(warnings);
    await bundle.dispose();
  });
});

describe("A package that is not installed is left out", () => {
  test.each(["cjs", "esm"] as const)(
    "in %s format if the one that loads it lists it as optional",
    async (format) => {
      const files = {
        "functions/a.ts": `import { drivers } from "tool";\nexport const handler = () => drivers;`,
        "node_modules/tool/package.json": manifest("tool", {
          peerDependencies: { "driver-a": "1", "@driver/b": "1" },
          peerDependenciesMeta: { "driver-a": { optional: true }, "@driver/b": { optional: true } },
          optionalDependencies: { "driver-c": "1" },
        }),
        "node_modules/tool/index.js": `exports.drivers = { a: () => require("driver-a/callback"), b: () => require("./late.mjs"), c: () => require("driver-c"), d: () => require("driver-d") };`,
        "node_modules/tool/late.mjs": `import b from "@driver/b";\nexport default b;`,
      };
      const { artifact, failures, warnings } = buildWith(files, { format });
      expect(failures).toEqual([]);
      expect(warnings).toEqual([]);
      const { drivers } = { drivers: await import(join(artifact.outDir, "functions/a.js")) };
      expect(Object.keys((drivers.handler ?? drivers.default.handler)())).toEqual(["a", "b", "c", "d"]);
      const local = createIncrementalBundle(
        { ...artifact, outDir: `${artifact.outDir}-local` },
        join(artifact.outDir, "maps"),
      );
      expect(messages((await local.rebuild()).failures)).toEqual([]);
      await local.dispose();
      expect(read(`${artifact.outDir}-local`, "functions/a.js")).toBe(
        read(artifact.outDir, "functions/a.js"),
      );
    },
  );

  test.each([
    ["is a dependency of it", { dependencies: { needed: "1" } }, `exports.it = () => require("needed");`],
    [
      "is a peer that it needs",
      { peerDependencies: { needed: "1" } },
      `exports.it = () => require("needed");`,
    ],
    ["is not listed, and loaded at once", {}, `exports.it = require("needed");`],
  ])("but not if it %s", (_, more, source) => {
    const { failures } = buildWith({
      "node_modules/tool/package.json": manifest("tool", more),
      "node_modules/tool/index.js": source,
    });
    expect(failures).toEqual([expect.stringContaining('Could not resolve "needed"')]);
  });

  test("but not if a file of the project imports it, too", () => {
    const { failures } = buildWith({
      "functions/a.ts": `import tool from "tool";\nimport driver from "driver";\nexport const handler = () => [tool, driver];`,
      "node_modules/tool/package.json": manifest("tool", { optionalDependencies: { driver: "1" } }),
      "node_modules/tool/index.js": `exports.it = () => require("driver");`,
    });
    expect(failures).toEqual([expect.stringContaining("functions/a.ts:2:19: Could not resolve")]);
  });
});
