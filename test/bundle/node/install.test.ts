/** @group processes */

import { lstatSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundleArtifacts, type NodeArtifact, zipFolder } from "../../../lib/bundle";
import { fakePrograms, filesIn, folderWith, messages, nodeArtifact, noPrograms } from "../support";

const source = `import { name } from "pkg";\nexport const handler = () => name;`;
const manifest = (dependencies: Record<string, string>, key = "dependencies") =>
  JSON.stringify({ name: "app", [key]: dependencies });
const files = {
  "src/functions/a.ts": source,
  "src/functions/b.ts": source,
  "src/package.json": manifest({ pkg: "^1.2.0" }),
};

const artifactOf = (app: string, name: string, more: Partial<NodeArtifact> = {}) =>
  nodeArtifact(app, name, { srcPath: "src", nodeModules: ["pkg"], ...more });

/** Does what a package manager does, and shows what it was given. */
const fakeInstall =
  "mkdir -p node_modules/pkg && cp package.json *lock* .npmrc node_modules/pkg/ 2>/dev/null; true";

/** The versions that the package manager was told to install. */
const asked = ({ outDir }: NodeArtifact): unknown =>
  JSON.parse(readFileSync(join(outDir, "node_modules/pkg/package.json"), "utf8")).dependencies;

describe("Installed Node modules", () => {
  test("are real packages beside the bundle, which does not contain them", () => {
    const app = folderWith({
      ...files,
      "src/package.json": manifest({ pkg: "file:./packages/pkg" }),
      "src/packages/pkg/package.json": JSON.stringify({ name: "pkg", version: "1.0.0", bin: "cli.js" }),
      "src/packages/pkg/index.js": "exports.name = 'pkg';",
      "src/packages/pkg/cli.js": "#!/usr/bin/env node",
    });
    const artifact = artifactOf(app, "a");
    expect(messages(bundleArtifacts([artifact]))).toEqual([]);
    expect(filesIn(artifact.outDir)).toEqual([
      "node_modules/pkg/cli.js",
      "node_modules/pkg/index.js",
      "node_modules/pkg/package.json",
      "src/functions/a.js",
    ]);
    expect(lstatSync(join(artifact.outDir, "node_modules/pkg")).isSymbolicLink()).toBe(false);
    const elsewhere = artifactOf(app, "a", { outDir: join(folderWith(), "other", "name") });
    bundleArtifacts([elsewhere]);
    expect(zipFolder(elsewhere.outDir).sha256Base64).toBe(zipFolder(artifact.outDir).sha256Base64);
  });

  test("come from one installation for artifacts that ask for the same", () => {
    const calls = fakePrograms({ npm: fakeInstall });
    const app = folderWith(files);
    const artifacts = [artifactOf(app, "a"), artifactOf(app, "b")];
    expect(bundleArtifacts(artifacts)).toEqual([]);
    expect(calls()).toHaveLength(1);
    for (const { outDir } of artifacts) expect(filesIn(outDir)).toContain("node_modules/pkg/package.json");
  });

  test("are chosen for the platform of the function", () => {
    const calls = fakePrograms({ npm: fakeInstall });
    bundleArtifacts([artifactOf(folderWith(files), "a", { architecture: "arm64" })]);
    expect(calls()[0]).toMatch(/^npm install .*--os=linux --libc=glibc --cpu=arm64 /);
  });

  test.each(["dependencies", "devDependencies", "peerDependencies"])("have the version of %s", (key) => {
    fakePrograms({ npm: fakeInstall });
    const artifact = artifactOf(
      folderWith({ ...files, "src/package.json": manifest({ pkg: "~3.1.0" }, key) }),
      "a",
    );
    bundleArtifacts([artifact]);
    expect(asked(artifact)).toEqual({ pkg: "~3.1.0" });
  });

  test.each<Record<string, string>>([{}, { pkg: "catalog:" }])(
    "have the installed version if the manifest lists %j",
    (listed) => {
      fakePrograms({ npm: fakeInstall });
      const installed = { "node_modules/pkg/package.json": JSON.stringify({ version: "2.0.7" }) };
      const artifact = artifactOf(
        folderWith({ ...files, ...installed, "src/package.json": manifest(listed) }),
        "a",
      );
      bundleArtifacts([artifact]);
      expect(asked(artifact)).toEqual({ pkg: "2.0.7" });
    },
  );

  test("are those of the lock file, in the same versions and places", () => {
    const app = folderWith({
      ...files,
      "package.json": JSON.stringify({ workspaces: ["src"] }),
      "src/package.json": manifest({ pkg: "^1.2.0" }),
      "pnpm-lock.yaml": [
        "lockfileVersion: '9.0'",
        "importers:",
        "  src:",
        "    dependencies:",
        "      pkg: { specifier: ^1.2.0, version: 'file:packages/pkg(dep@packages+dep)' }",
        "packages:",
        "  pkg@file:packages/pkg: { resolution: { directory: packages/pkg, type: directory }, version: 1.2.3 }",
        "  dep@file:packages/dep: { resolution: { directory: packages/dep, type: directory }, version: 2.0.0 }",
        "snapshots:",
        "  pkg@file:packages/pkg(dep@packages+dep):",
        "    dependencies: { dep: file:packages/dep }",
        "  dep@file:packages/dep: {}",
        "",
      ].join("\n"),
      "packages/pkg/package.json": JSON.stringify({
        name: "pkg",
        version: "1.2.3",
        dependencies: { dep: "^1.0.0" },
      }),
      "packages/dep/package.json": JSON.stringify({ name: "dep", version: "2.0.0" }),
    });
    const artifact = artifactOf(app, "a");
    expect(messages(bundleArtifacts([artifact]))).toEqual([]);
    expect(filesIn(artifact.outDir)).toEqual([
      "node_modules/dep/package.json",
      "node_modules/pkg/package.json",
      "src/functions/a.js",
    ]);
  });

  const bunLock = (pkg: unknown, more = {}) =>
    JSON.stringify({
      lockfileVersion: 1,
      workspaces: { "": { dependencies: { pkg: "^1.2.0" } } },
      packages: { pkg },
      ...more,
    });

  test("have the patches of the lock file", () => {
    const index = "exports.name = 'pkg';\n";
    const app = folderWith({
      "src/functions/a.ts": source,
      "src/package.json": manifest({ pkg: "^1.2.0" }),
      "src/packages/pkg/package.json": JSON.stringify({ name: "pkg", version: "1.2.3" }),
      "src/packages/pkg/index.js": index,
      "src/pkg.patch":
        "diff --git a/index.js b/index.js\n--- a/index.js\n+++ b/index.js\n@@ -1,1 +1,2 @@\n+// patched\n exports.name = 'pkg';\n",
      "src/bun.lock": bunLock(["pkg@file:packages/pkg", {}], {
        patchedDependencies: { "pkg@file:packages/pkg": "pkg.patch" },
      }),
    });
    const artifact = artifactOf(app, "a");
    expect(messages(bundleArtifacts([artifact]))).toEqual([]);
    expect(readFileSync(join(artifact.outDir, "node_modules/pkg/index.js"), "utf8")).toBe(
      `// patched\n${index}`,
    );
  });

  test("are refused if the lock file does not fit, with the file, the option and the command", () => {
    const app = folderWith({ ...files, "src/bun.lock": bunLock(["pkg@1.2.3", "", {}, ""]) });
    writeFileSync(join(app, "src/package.json"), manifest({ pkg: "^2.0.0" }));
    expect(messages(bundleArtifacts([artifactOf(app, "a")]))).toEqual([
      expect.stringMatching(
        /^dev-app-Main\/a: bundle\.nodeModules requires packages in the versions of src\/bun\.lock, which does not fit package\.json: that has pkg as "\^2\.0\.0", .*"\^1\.2\.0".*Write it again: bun install.*\[lock-unusable\]/s,
      ),
    ]);
  });

  test("that expect a peer package cause a warning with its name", () => {
    fakePrograms({
      npm: `mkdir -p node_modules/pkg && echo '{ "peerDependencies": { "react": "*", "own": "*" }, "peerDependenciesMeta": { "own": { "optional": true } } }' > node_modules/pkg/package.json`,
    });
    const yarnLock = `pkg@^1.2.0:\n  version "1.2.3"\n`;
    const warnings: string[] = [];
    bundleArtifacts([artifactOf(folderWith({ ...files, "src/yarn.lock": yarnLock }), "a")], (text) =>
      warnings.push(text),
    );
    expect(warnings).toEqual([
      'dev-app-Main/a: bundle.nodeModules installs pkg, which needs react, and the lock file does not say so. Add "react" to the list.',
    ]);
  });

  test.each([
    [".npmrc", "registry=https://npm.example.com/", "registry=https://npm.example.com/"],
    [".yarnrc", 'registry "https://npm.example.com/"', "registry=https://npm.example.com/"],
    [
      ".yarnrc.yml",
      'npmScopes: { mine: { npmRegistryServer: "https://npm.example.com", npmAuthToken: "${TOKEN:-none}" } }',
      "@mine:registry=https://npm.example.com\n//npm.example.com/:_authToken=${TOKEN}",
    ],
  ])("come from the registry of %s", (name, content, expected) => {
    fakePrograms({ npm: fakeInstall });
    const artifact = artifactOf(folderWith({ ...files, [name]: content }), "a");
    bundleArtifacts([artifact]);
    expect(readFileSync(join(artifact.outDir, "node_modules/pkg/.npmrc"), "utf8")).toBe(expected);
    expect(filesIn(artifact.outDir)).not.toContain(".npmrc");
  });

  test("are installed after the commands that prepare it, each artifact on its own", () => {
    const calls = fakePrograms({ npm: `cat settings >> $0.txt; ${fakeInstall}`, prepare: "" });
    const app = folderWith(files);
    const beforeInstall = (_: string, outputDir: string) => [`prepare && touch ${outputDir}/settings`];
    const artifacts = ["a", "b"].map((name) => artifactOf(app, name, { hooks: { beforeInstall } }));
    bundleArtifacts(artifacts);
    expect(calls().map((call) => call.split(" ")[0])).toEqual(["prepare", "npm", "prepare", "npm"]);
  });

  test("of an unknown version are reported", () => {
    const app = folderWith({ ...files, "src/package.json": "{}" });
    expect(messages(bundleArtifacts([artifactOf(app, "a")]))).toEqual([
      expect.stringMatching(
        /bundle\.nodeModules contains "pkg", but its version is not known: it is neither in src\/package\.json.*\[node-module-unknown\]/s,
      ),
    ]);
  });

  test("that cannot be installed are reported for everyone who asks for them, once tried", () => {
    const calls = fakePrograms({ npm: "echo no such version; exit 1" });
    const app = folderWith(files);
    const failures = bundleArtifacts([artifactOf(app, "a"), artifactOf(app, "b")]);
    expect(messages(failures)).toEqual([
      expect.stringMatching(/^dev-app-Main\/a: bundle.nodeModules requires packages .*no such version/s),
      expect.stringMatching(/^dev-app-Main\/b: bundle.nodeModules requires packages .*no such version/s),
    ]);
    expect(calls()).toHaveLength(1);
  });

  test("need npm", () => {
    noPrograms();
    expect(messages(bundleArtifacts([artifactOf(folderWith(files), "a")]))).toEqual([
      expect.stringContaining(
        'bundle.nodeModules is "pkg", which needs npm, but npm is not installed on this machine.',
      ),
    ]);
  });
});
