/** @group processes */

import { lstatSync, readFileSync } from "node:fs";
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

  test.each([
    ["package-lock.json", "npm"],
    ["yarn.lock", "yarn"],
  ])("follow a %s further up, with %s", (lock, program) => {
    const calls = fakePrograms({ npm: fakeInstall, yarn: fakeInstall });
    const artifact = artifactOf(folderWith({ ...files, [lock]: "{}", ".npmrc": "registry=x" }), "a");
    expect(bundleArtifacts([artifact])).toEqual([]);
    expect(calls()).toEqual([expect.stringMatching(`^${program} install`)]);
    expect(filesIn(artifact.outDir)).toEqual(
      [
        "node_modules/pkg/.npmrc",
        `node_modules/pkg/${lock}`,
        "node_modules/pkg/package.json",
        "src/functions/a.js",
      ].sort(),
    );
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

  test("need the package manager that locked them", () => {
    noPrograms();
    const app = folderWith({ ...files, "yarn.lock": "" });
    expect(
      messages(
        bundleArtifacts([
          artifactOf(app, "a"),
          nodeArtifact(app, "b", { srcPath: "src", externalModules: ["pkg"] }),
        ]),
      ),
    ).toEqual([
      expect.stringContaining(
        'runtime is "nodejs22.x", which needs yarn, but yarn is not installed on this machine.',
      ),
    ]);
  });
});
