/** @group processes */

import { join } from "node:path";
import { bundleArtifacts, type NodeArtifact } from "../../../lib/bundle";
import { filesIn, folderWith, messages, nodeArtifact } from "../support";

/** The warnings of a build, which are the same when its bundle comes from the cache. */
function warningsOf(files: Record<string, string>, more: Partial<NodeArtifact> = {}): readonly string[] {
  const app = folderWith({
    "functions/page.html": "",
    "functions/parts/a.txt": "",
    "shared/b.txt": "",
    ...files,
  });
  const build = (): string[] => {
    const warnings: string[] = [];
    expect(messages(bundleArtifacts([nodeArtifact(app, "a", more)], (text) => warnings.push(text)))).toEqual(
      [],
    );
    return warnings;
  };
  const first = build();
  expect(build()).toEqual(first);
  return first;
}

const handler = `import { name } from "pkg";\nexport const handler = () => name;\n`;

/** As packages with binaries are published: sharp 0.33, bcrypt 5 and 6, argon2, libsql, node-pre-gyp, napi-rs. */
const manifests: Readonly<Record<string, object>> = {
  "packages of systems": {
    optionalDependencies: { "@img/sharp-linux-x64": "1.0.0", "@img/sharp-darwin-arm64": "1.0.0" },
  },
  "packages of systems and C libraries": { optionalDependencies: { "@libsql/linux-x64-musl": "1.0.0" } },
  "node-gyp-build": { dependencies: { "node-gyp-build": "^4.0.0" } },
  bindings: { dependencies: { bindings: "^1.5.0" } },
  "prebuild-install": { dependencies: { "prebuild-install": "^7.0.0" } },
  "node-pre-gyp": { dependencies: { "@mapbox/node-pre-gyp": "^1.0.0" }, binary: { module_name: "pkg" } },
  gypfile: { gypfile: true },
  napi: { napi: { name: "pkg" } },
};

describe("A package with a binary", () => {
  test.each(Object.keys(manifests))("is reported by %s, with the file and the option", (kind) => {
    const warnings = warningsOf({
      "functions/a.ts": handler,
      "node_modules/pkg/package.json": JSON.stringify({ name: "pkg", ...manifests[kind] }),
      "node_modules/pkg/index.js": "exports.name = 'pkg';",
    });
    expect(warnings).toEqual([
      expect.stringMatching(/^functions\/a\.ts:1:21: pkg loads a binary.*Add "pkg" to bundle\.nodeModules/),
    ]);
  });

  test("of another package is reported at that package", () => {
    const warnings = warningsOf({
      "functions/a.ts": handler,
      "node_modules/pkg/index.js": "exports.name = require('@img/deep');",
      "node_modules/@img/deep/package.json": `\uFEFF${JSON.stringify({ gypfile: true })}`,
      "node_modules/@img/deep/index.js": "",
    });
    expect(warnings).toEqual([
      expect.stringMatching(/^node_modules\/pkg\/index\.js:1:.*Add "@img\/deep" to/),
    ]);
  });

  test("without a loader is refused with the option", () => {
    const app = folderWith({
      "functions/a.ts": handler,
      "node_modules/@me/native/build/x.node": "",
      "node_modules/pkg/index.js":
        "exports.name = [require('@me/native/build/x.node'), require('./a.sql'), require('./b.wasm')];",
      "node_modules/pkg/a.sql": "",
      "node_modules/pkg/b.wasm": "",
    });
    expect(messages(bundleArtifacts([nodeArtifact(app, "a")]))).toEqual([
      expect.stringMatching(
        /for "\.node" files.*Add "@me\/native" to bundle\.nodeModules.*for "\.sql" files.*bundle\.loader: \{ "\.sql": "text" \}.*for "\.wasm" files.*\{ "\.wasm": "binary" \}/s,
      ),
    ]);
  });

  test("causes no warning if it is installed, or only named", () => {
    expect(
      warningsOf(
        { "functions/a.ts": handler, "node_modules/pkg/package.json": '{ "gypfile": true }' },
        { externalModules: ["pkg"] },
      ),
    ).toEqual([]);
  });
});

const reading = (read: string): string =>
  `import { join } from "node:path";\nimport { readFileSync } from "node:fs";\nexport const handler = () => readFileSync(${read});\n`;

describe("A file that a source reads beside itself", () => {
  test.each([
    ['join(__dirname, "page.html")', '{"from":"functions/page.html"}'],
    ["join(__dirname, 'parts', 'a.txt')", '{"from":"functions/parts/a.txt"}'],
    ['__dirname + "/parts/a.txt"', '{"from":"functions/parts/a.txt"}'],
    ["`${__dirname}/page.html`", '{"from":"functions/page.html"}'],
    ['join(__dirname, "../shared/b.txt")', '{"from":"shared/b.txt"}'],
  ])("by %s is reported with copyFiles %s", (read, entry) => {
    expect(warningsOf({ "functions/a.ts": reading(read) })).toEqual([
      expect.stringMatching(
        new RegExp(`^functions/a\\.ts:3:\\d+: .*Add ${entry.replace(/[{}.]/g, "\\$&")} to copyFiles`),
      ),
    ]);
  });

  test("in another source is reported with the place beside the bundle", () => {
    const files = {
      "functions/a.ts": `export { handler } from "../shared/read";`,
      "shared/read.ts": reading('join(__dirname, "b.txt")'),
    };
    expect(warningsOf(files)).toEqual([
      expect.stringContaining('Add {"from":"shared/b.txt","to":"functions/b.txt"} to copyFiles'),
    ]);
    expect(warningsOf(files, { copyFiles: [{ from: "shared/b.txt", to: "functions/b.txt" }] })).toEqual([]);
  });

  test("through createRequire is reported", () => {
    const source = `import { createRequire } from "node:module";
const require = createRequire(import.meta.url);
export const handler = async () => [require("../shared/b.txt"), require("node:fs"), require('./missing.json')];`;
    expect(warningsOf({ "functions/a.ts": source })).toEqual([
      expect.stringMatching(/^functions\/a\.ts:3:\d+: .*Add \{"from":"shared\/b.txt"\} to copyFiles/),
    ]);
  });

  test("exists at the place that the warning names", () => {
    const app = folderWith({
      "functions/page.html": "",
      "functions/a.ts": reading('join(__dirname, "page.html")'),
    });
    const artifact = nodeArtifact(app, "a", { copyFiles: [{ from: "functions/page.html" }] });
    const warnings: string[] = [];
    bundleArtifacts([artifact], (text) => warnings.push(text));
    expect(warnings).toEqual([]);
    expect(filesIn(artifact.outDir)).toEqual([join("functions", "a.js"), join("functions", "page.html")]);
  });

  test.each(['join(__dirname, "missing.txt")', 'join("/tmp", "page.html")', "join(__dirname, name)"])(
    "causes no warning for %s",
    (read) => {
      const declared = `const name = "x";\n${reading(read)}`;
      expect(warningsOf({ "functions/a.ts": declared })).toEqual([]);
    },
  );
});
