/** @group processes */

import { spawnSync } from "node:child_process";
import { readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { bundleArtifacts, type NodeArtifact } from "../../../../lib/bundle";
import { folderWith, messages, nodeArtifact, read } from "../../support";

/** Makes the text of a `.greet` file the default export. */
const plugin = `{
  name: "greet",
  setup(build) {
    build.onLoad({ filter: /[.]greet$/ }, async ({ path }) => {
      return { contents: "export default " + JSON.stringify(require("node:fs").readFileSync(path, "utf8")) };
    });
  },
}`;

const files = {
  "plugins.cjs": `module.exports = [${plugin}];`,
  "plugins.mjs": `import { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);\nexport default [${plugin}];`,
  "compiled.js": `Object.defineProperty(exports, "__esModule", { value: true });\nexports.default = [${plugin}];`,
  "functions/a.ts": `import text from "./text.greet";\nexport const handler = () => text;`,
  "functions/text.greet": "hello from a plugin",
};

const artifactWith = (app: string, plugins: string, more: Partial<NodeArtifact> = {}) =>
  nodeArtifact(app, "a", { plugins, ...more });

describe("esbuild plugins", () => {
  test.each(["plugins.cjs", "plugins.mjs", "compiled.js"])("of %s take part in the bundling", (plugins) => {
    const artifact = artifactWith(folderWith(files), plugins);
    expect(bundleArtifacts([artifact])).toEqual([]);
    expect(read(artifact.outDir, "functions/a.js")).toContain("hello from a plugin");
  });

  test("work where chunks are split", () => {
    const artifact = artifactWith(folderWith(files), "plugins.cjs", { format: "esm", splitting: true });
    expect(bundleArtifacts([artifact])).toEqual([]);
    expect(read(artifact.outDir, "functions/a.js")).toContain("hello from a plugin");
  });

  test("are called for exports too", () => {
    const functions = [{ owner: "Main/A", handler: "functions/a.gone" }];
    const artifact = artifactWith(folderWith(files), "plugins.cjs", { functions });
    expect(messages(bundleArtifacts([artifact]))).toEqual([expect.stringContaining("It exports: handler.")]);
  });

  test("do not keep errors from the functions that they concern", () => {
    const app = folderWith({ ...files, "functions/b.ts": "export const = 1;" });
    const [a, b] = [artifactWith(app, "plugins.cjs"), nodeArtifact(app, "b", { plugins: "plugins.cjs" })];
    const failures = bundleArtifacts([a, b]);
    expect(failures.map(({ owners }) => owners)).toEqual([["dev-app-Main/b"]]);
    expect(read(a.outDir, "functions/a.js")).toContain("hello from a plugin");
  });

  test.each([
    ["object.js", "it does not export an array"],
    ["broken.js", "no luck"],
  ])("that cannot be used (%s) are reported", (plugins, reason) => {
    const app = folderWith({
      ...files,
      "object.js": "module.exports = {};",
      "broken.js": "throw new Error('no luck')",
    });
    const [message] = messages(bundleArtifacts([artifactWith(app, plugins)]));
    expect(message).toContain(
      `bundle.esbuildConfig.plugins is "${plugins}", which does not provide plugins: ${reason}`,
    );
    expect(message).toContain("[plugins-unusable]");
  });
});

describe("The compiled package", () => {
  test("runs plugins too, and excludes their prints from its own output", () => {
    const app = folderWith({
      ...files,
      "loud.js": "console.log('a plugin may print'); module.exports = [];",
    });
    const root = join(__dirname, "../..", "..", "..");
    const lib = join(root, "lib");
    const entryPoints = ["bundle", "facts"].flatMap((folder) =>
      readdirSync(join(lib, folder), { encoding: "utf8", recursive: true })
        .filter((name) => name.endsWith(".ts"))
        .map((name) => join(lib, folder, name)),
    );
    const dist = folderWith();
    buildSync({ entryPoints, outdir: dist, outbase: lib, format: "cjs", platform: "node" });
    symlinkSync(join(root, "node_modules"), join(dist, "node_modules"));
    const artifacts = ["plugins.cjs", "loud.js"].map((plugins, index) =>
      artifactWith(app, plugins, { outDir: join(app, String(index)), loader: { ".greet": "text" } }),
    );
    const script = `console.log(JSON.stringify(require("./bundle").bundleArtifacts(${JSON.stringify(artifacts)})))`;
    const { stdout, stderr } = spawnSync(process.execPath, ["-e", script], { cwd: dist, encoding: "utf8" });
    expect([stdout, stderr]).toEqual(["[]\n", "a plugin may print\n"]);
    expect(read(app, "1", "functions", "a.js")).toContain("hello from a plugin");
  });
});
