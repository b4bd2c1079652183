import { existsSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { bundleArtifacts, type NodeArtifact, zipFolder } from "../../../lib/bundle";
import { filesIn, folderWith, messages, nodeArtifact, read, write } from "../support";

const sources = {
  "lib/db.ts": `import { helper } from "pkg";\nexport class Db { get = (x: string) => helper(x); }\nexport const a = 1;`,
  "lib/later.ts": `import { a } from "./db";\nexport const later = a;`,
  "node_modules/pkg/index.js":
    "exports.helper = (x) => x + __filename.length; exports.other = require('./other');",
  "node_modules/pkg/other.js": "module.exports = () => 1;",
  "functions/a.ts": `import { Db } from "../lib/db";\nexport const handler = async () => [new Db(), await import("../lib/later")];`,
  // Requiring an ES module makes esbuild wrap it, which must not reach the other bundles.
  "functions/b.ts": `const { Db } = require("../lib/db");\nexport const handler = async () => new Db();`,
  "functions/c.ts": `import { a, Db } from "../lib/db";\nimport { other } from "pkg";\nexport const handler = () => [a, Db, other];`,
};

const content = (outDir: string): Record<string, string> =>
  Object.fromEntries(filesIn(outDir).map((file) => [file, read(outDir, file)]));

const variants: readonly [string, Partial<NodeArtifact>][] = [
  ["cjs", {}],
  ["minified cjs with source maps", { minify: true, sourcemap: true }],
  ["esm", { format: "esm" }],
  ["split esm with source maps", { format: "esm", splitting: true, sourcemap: true, minify: true }],
];

describe.each(variants)("The bundle of a Node artifact (%s)", (_, options) => {
  const build = (app: string, names: readonly string[], more: Partial<NodeArtifact> = {}) => {
    const artifacts = names.map((name) => nodeArtifact(app, name, { ...options, ...more }));
    expect(bundleArtifacts(artifacts)).toEqual([]);
    return Object.fromEntries(artifacts.map(({ outDir }, index) => [names[index], content(outDir)]));
  };

  test("does not depend on what else is bundled with it", () => {
    const app = folderWith(sources);
    const together = build(app, ["a", "b", "c"]);
    const reversed = build(app, ["c", "b", "a"]);
    const alone = { ...build(app, ["a"]), ...build(app, ["b"]), ...build(app, ["c"]) };
    expect(reversed).toEqual(together);
    expect(alone).toEqual(together);
  });

  test("is the same in another folder and for another place of the output", () => {
    const app = folderWith(sources);
    const other = join(folderWith(), "a", "much", "deeper", "place");
    write(other, sources);
    const here = build(app, ["a"]);
    const there = build(other, ["a"], { outDir: join(folderWith(), "elsewhere") });
    expect(there).toEqual(here);
    expect(JSON.stringify(here)).not.toContain(app);
  });
});

describe.each(variants)("An app that is reached by a link (%s)", (_, options) => {
  test("has the same bundles, and the same errors", () => {
    const app = folderWith({
      ...sources,
      "lib/bad.ts": "oops oops",
      "functions/bad.ts": `import "../lib/bad";`,
    });
    const link = join(folderWith(), "link");
    symlinkSync(app, link);
    const [direct, linked] = [app, link].map((place) => {
      const artifacts = ["a", "bad", "c"].map((name) => nodeArtifact(place, name, options));
      const failures = messages(bundleArtifacts(artifacts));
      return {
        failures,
        contents: artifacts.filter(({ outDir }) => existsSync(outDir)).map(({ outDir }) => content(outDir)),
      };
    });
    expect(linked).toEqual(direct);
    expect(linked?.contents).toHaveLength(2);
  });
});

test("A source map leads to the source as if the deployed folder were the app", () => {
  const app = folderWith(sources);
  const artifact = nodeArtifact(app, "c", { sourcemap: true });
  bundleArtifacts([artifact]);
  expect(JSON.parse(read(artifact.outDir, "functions/c.js.map")).sources).toEqual([
    "../node_modules/pkg/other.js",
    "../node_modules/pkg/index.js",
    "c.ts",
    "../lib/db.ts",
  ]);
  expect(zipFolder(artifact.outDir).bytes.length).toBeGreaterThan(0);
});
