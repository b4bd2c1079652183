import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join, relative } from "node:path";
import { findLock } from "../../../../lib/bundle/node/locks/find-lock";
import { LockProblem } from "../../../../lib/bundle/node/locks/locked-package";
import type { Placed } from "../../../../lib/bundle/node/locks/place";
import { planInstallation, UnknownPackages } from "../../../../lib/bundle/node/locks/plan-installation";
import { folderWith, write } from "../../support";

const rootDependencies = {
  ajv: "^8.12.0",
  "ajv-keywords": "^5.1.0",
  debug: "^4.3.4",
  "is-number": "https://registry.npmjs.org/is-number/-/is-number-7.0.0.tgz",
  "local-pkg": "file:./local",
  "old-ms": "npm:ms@^1.0.0",
  sharp: "^0.33.0",
};

const yarnResolutions = { resolutions: { ms: "2.1.2", "old-ms": "npm:ms@1.0.0" } };
const patched = { patchedDependencies: { "is-odd@3.0.1": "patches/is-odd.patch" } };
const workspaceRange = { shared: "workspace:*" };

interface Project {
  readonly file: string;
  /** Members of the `package.json` of the root. */
  readonly root?: object;
  /** Dependencies of the workspace `api` that differ between the managers. */
  readonly api?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
  /** Whether the manager patches packages. */
  readonly hasPatches: boolean;
  /** Whether the lock file has the hashes of the registry. */
  readonly hasHashes: boolean;
}

/**
 * Each folder of fixtures has the lock file that one manager wrote for the same project: a workspace `api` with the workspace
 * `shared`, an override of `ms`, an alias, a tarball, a folder, a peer, a patch where the manager has them, and a package with
 * a binary for each system.
 */
const projects: Readonly<Record<string, Project>> = {
  "npm-v1": { file: "package-lock.json", hasPatches: false, hasHashes: true },
  "npm-v3": { file: "package-lock.json", hasPatches: false, hasHashes: true },
  "yarn-classic": {
    file: "yarn.lock",
    root: { resolutions: { ms: "2.1.2" } },
    hasPatches: false,
    hasHashes: true,
  },
  "yarn-3": {
    file: "yarn.lock",
    root: yarnResolutions,
    api: { ...workspaceRange, "is-odd": "patch:is-odd@3.0.1#../../patches/is-odd.patch" },
    hasPatches: true,
    hasHashes: false,
  },
  "yarn-4": {
    file: "yarn.lock",
    root: yarnResolutions,
    api: { ...workspaceRange, "is-odd": "patch:is-odd@npm%3A3.0.1#~/patches/is-odd.patch" },
    hasPatches: true,
    hasHashes: false,
  },
  "pnpm-7": { file: "pnpm-lock.yaml", api: workspaceRange, hasPatches: true, hasHashes: true },
  "pnpm-8": { file: "pnpm-lock.yaml", api: workspaceRange, hasPatches: true, hasHashes: true },
  "pnpm-10": { file: "pnpm-lock.yaml", api: workspaceRange, hasPatches: true, hasHashes: true },
  "pnpm-12": {
    file: "pnpm-lock.yaml",
    api: workspaceRange,
    files: { "pnpm-workspace.yaml": "patchedDependencies:\n  is-odd@3.0.1: patches/is-odd.patch\n" },
    hasPatches: true,
    hasHashes: true,
  },
  bun: { file: "bun.lock", root: patched, api: workspaceRange, hasPatches: true, hasHashes: true },
};

const managers = Object.keys(projects);

function projectOf(manager: string, change: (file: string) => string = (file) => file): string {
  const { file, root = {}, api = {}, files = {} } = projects[manager] ?? { file: "" };
  const lock = readFileSync(join(__dirname, "fixtures", manager, file), "utf8");
  const manifest = { name: "app", private: true, workspaces: ["packages/*"], dependencies: rootDependencies };
  const dependencies = { debug: "^3.1.0", "is-odd": "^3.0.0", shared: "1.0.0", ...api };
  const shared = { name: "shared", version: "1.0.0", dependencies: { semver: "^5.0.0" } };
  const folder = folderWith({
    [file]: change(lock),
    "package.json": JSON.stringify({ ...manifest, ...root }),
    "packages/api/package.json": JSON.stringify({ name: "api", dependencies }),
    "packages/api/src/handler.ts": "",
    "packages/shared/package.json": JSON.stringify(shared),
    "local/package.json": JSON.stringify({
      name: "local-pkg",
      version: "0.1.0",
      dependencies: { ms: "^2.0.0" },
    }),
    ...files,
  });
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(join(folder, "packages/shared"), join(folder, "node_modules/shared"));
  return folder;
}

function plan(source: string, names: readonly string[], architecture: "x86_64" | "arm64" = "x86_64") {
  const found = findLock(source, () => {});
  if (found === undefined) throw new Error("no lock file applies");
  return planInstallation(found, names, architecture);
}

const versions = (placed: readonly Placed[]): readonly string[] =>
  placed.map(({ path, package: { version } }) => `${path}@${version ?? ""}`);

/** The dependencies of the project, for a function on x86_64. */
const expected = [
  "@img/sharp-libvips-linux-x64@1.0.4",
  "@img/sharp-linux-x64@0.33.5",
  "ajv@8.20.0",
  "ajv-keywords@5.1.0",
  "color@4.2.3",
  "color-convert@2.0.1",
  "color-name@1.1.4",
  "color-string@1.9.1",
  "debug@4.4.3",
  "detect-libc@2.1.2",
  "fast-deep-equal@3.1.3",
  "fast-uri@3.1.9",
  "is-arrayish@0.3.4",
  "is-number@https://registry.npmjs.org/is-number/-/is-number-7.0.0.tgz",
  "json-schema-traverse@1.0.0",
  "local-pkg@local",
  "ms@2.1.2",
  "old-ms@npm:ms@1.0.0",
  "require-from-string@2.0.2",
  "semver@7.8.6",
  "sharp@0.33.5",
  "simple-swizzle@0.2.4",
];

/** The installed packages, without the differences between the forms of lock files. */
function installed(folder: string, placed: readonly Placed[]): readonly string[] {
  return placed.map(({ path, name, package: each }) => {
    const place = path.replace("node_modules/", "");
    if (each.resolved?.startsWith("file:")) return `${place}@${relative(folder, each.resolved.slice(5))}`;
    const tarball = "https://registry.npmjs.org/is-number/-/is-number-7.0.0.tgz";
    if (each.version === "7.0.0" || each.resolved === tarball) return `${place}@${tarball}`;
    return `${place}@${each.name === name ? "" : `npm:${each.name}@`}${each.version}`;
  });
}

describe.each(managers)("The lock file of %s", (manager) => {
  test("returns the dependencies of the project, in their versions", () => {
    const folder = projectOf(manager);
    expect(installed(folder, plan(folder, Object.keys(rootDependencies)).placed)).toEqual(expected);
  });

  test("gives the binaries of the function's processor alone", () => {
    const { placed } = plan(projectOf(manager), ["sharp"], "arm64");
    expect(versions(placed).filter((each) => each.includes("@img/"))).toEqual([
      "node_modules/@img/sharp-libvips-linux-arm64@1.0.4",
      "node_modules/@img/sharp-linux-arm64@0.33.5",
    ]);
  });

  test("gives the peers of a package", () => {
    const { placed } = plan(projectOf(manager), ["ajv-keywords"]);
    // Lock files of npm 6 and Yarn 1 do not have peers.
    const hasPeers = !["npm-v1", "yarn-classic"].includes(manager);
    expect(versions(placed).includes("node_modules/ajv@8.20.0")).toBe(hasPeers);
  });

  test("gives each package its hash, unless the hash belongs to another file", () => {
    const { placed } = plan(projectOf(manager), ["debug"]);
    const hashes = placed.map(({ package: { integrity } }) => integrity?.slice(0, 7));
    expect(hashes).toEqual(projects[manager]?.hasHashes ? ["sha512-", "sha512-"] : [undefined, undefined]);
  });

  test("gives a workspace its own versions, other workspaces, and patches", () => {
    // Before version 2 of its lock files, npm had no workspaces.
    if (manager === "npm-v1")
      return expect(findLock(join(projectOf(manager), "packages/api"), () => {})).toBeUndefined();
    const folder = projectOf(manager);
    const { placed } = plan(join(folder, "packages/api/src"), ["debug", "is-odd", "shared"]);
    expect(installed(folder, placed)).toEqual([
      "debug@3.2.7",
      "is-number@6.0.0",
      "is-odd@3.0.1",
      "ms@2.1.2",
      "semver@5.7.3",
      "shared@packages/shared",
    ]);
    const patches = placed.flatMap(({ name, package: each }) =>
      each.patches.map((patch) => [name, relative(folder, patch)]),
    );
    expect(patches).toEqual(projects[manager]?.hasPatches ? [["is-odd", "patches/is-odd.patch"]] : []);
  });

  test("is refused if it does not fit package.json", () => {
    const folder = projectOf(manager);
    const changed = { ...rootDependencies, debug: "^9.0.0", "left-pad": "^1.0.0" };
    write(folder, { "package.json": JSON.stringify({ name: "app", dependencies: changed }) });
    const refusal = (name: string) => problemOf(() => plan(folder, [name]));
    // Version 1 of npm's format has no ranges to compare.
    if (manager !== "npm-v1") expect(refusal("debug").reason).toMatch(/debug.*"\^9\.0\.0"/);
    expect(refusal("left-pad").reason).toMatch(/left-pad.*"\^1\.0\.0"/);
    expect(refusal("left-pad").remedy).toMatch(/^Write it again: (npm|yarn|pnpm|bun) install\.$/);
  });

  test("is refused with the line if it is corrupt", () => {
    const { file = "" } = projects[manager] ?? {};
    const half = (text: string): string => `${text.slice(0, 300)}\n<<<<<<< HEAD\n${text.slice(300)}`;
    const problem = problemOf(() => plan(projectOf(manager, half), ["debug"]));
    expect(problem.file).toMatch(new RegExp(`${file}$`));
    expect(problem.reason).toMatch(/^cannot be read: /);
    expect(problem.line).toBeGreaterThan(1);
  });
});

function problemOf(work: () => unknown): LockProblem {
  try {
    work();
  } catch (error) {
    if (error instanceof LockProblem) return error;
    throw error;
  }
  throw new Error("was not refused");
}

describe("A package that package.json does not name", () => {
  test.each(managers)("is found in the lock file of %s if it appears there once", (manager) => {
    const { placed } = plan(projectOf(manager), ["color-name"]);
    expect(versions(placed)).toEqual(["node_modules/color-name@1.1.4"]);
  });

  test.each(["yarn-classic", "yarn-4", "pnpm-7", "pnpm-10"])(
    "is refused if %s has several versions",
    (manager) => {
      const folder = projectOf(manager);
      const problem = problemOf(() => plan(folder, ["semver"]));
      expect(problem.reason).toMatch(/several versions of semver \(.*5\.7\.3.*7\.8\.6.*\)/);
    },
  );

  test.each(managers)("is unknown if the lock file of %s does not have it either", (manager) => {
    expect(() => plan(projectOf(manager), ["left-pad"])).toThrow(new UnknownPackages(["left-pad"]));
  });
});

describe("The lock file of a folder", () => {
  const manifest = JSON.stringify({ name: "app", dependencies: { debug: "^4.3.4" } });
  const fixture = (manager: string, file: string): string =>
    readFileSync(join(__dirname, "fixtures", manager, file), "utf8");
  const both = {
    "yarn.lock": fixture("yarn-classic", "yarn.lock"),
    "package-lock.json": fixture("npm-v3", "package-lock.json"),
    "bun.lock": fixture("bun", "bun.lock"),
  };
  const chosen = (folder: string, warn: (text: string) => void = () => {}): string =>
    relative(folder, findLock(folder, warn)?.lock.file ?? "");

  test("is npm's if there are several, and a warning names them", () => {
    const warnings: string[] = [];
    const folder = folderWith({ ...both, "package.json": manifest });
    expect(chosen(folder, (text) => warnings.push(text))).toBe("package-lock.json");
    expect(warnings).toEqual([
      expect.stringContaining("several lock files (package-lock.json, yarn.lock, bun.lock)"),
    ]);
  });

  test.each([
    ["bun@1.2.0", "bun.lock"],
    ["yarn@1.22.22", "yarn.lock"],
  ])("is that of packageManager %s, without a warning", (packageManager, file) => {
    const warnings: string[] = [];
    const folder = folderWith({
      ...both,
      "package.json": JSON.stringify({ ...JSON.parse(manifest), packageManager }),
    });
    expect(chosen(folder, (text) => warnings.push(text))).toBe(file);
    expect(warnings).toEqual([]);
  });

  test("is the nearest one", () => {
    const folder = folderWith({ "package-lock.json": both["package-lock.json"], "package.json": "{}" });
    write(folder, { "inner/package.json": manifest, "inner/yarn.lock": both["yarn.lock"] });
    expect(chosen(join(folder, "inner"))).toBe("yarn.lock");
  });

  test.each(["npm-v3", "yarn-4", "pnpm-7", "pnpm-10", "bun"])(
    "is not that of %s further up if the folder is not a workspace",
    (manager) => {
      const folder = projectOf(manager);
      write(folder, { "layer/package.json": JSON.stringify({ dependencies: { lodash: "^4.0.0" } }) });
      const warnings: string[] = [];
      expect(findLock(join(folder, "layer"), (text) => warnings.push(text))).toBeUndefined();
      expect(warnings).toEqual([
        expect.stringMatching(/layer\/package\.json is not part of .*newest versions/),
      ]);
    },
  );

  test("is refused in the binary form of Bun, with the command that writes the text form", () => {
    const folder = folderWith({ "bun.lockb": "", "package.json": manifest });
    expect(problemOf(() => plan(folder, ["debug"])).remedy).toContain("bun install --save-text-lockfile");
  });

  test("is refused in a version of pnpm's format that is not known", () => {
    const folder = folderWith({ "pnpm-lock.yaml": "lockfileVersion: '10.0'\n", "package.json": manifest });
    expect(problemOf(() => plan(folder, ["debug"])).line).toBe(1);
  });
});

describe("A dependency that is not in the registry", () => {
  const commit = "0123456789abcdef0123456789abcdef01234567";
  const locks: readonly (readonly [file: string, range: string, lock: string, resolved: string])[] = [
    [
      "package-lock.json",
      "github:me/pkg",
      JSON.stringify({
        lockfileVersion: 3,
        packages: {
          "": { dependencies: { pkg: "github:me/pkg" } },
          "node_modules/pkg": { version: "1.0.0", resolved: `git+ssh://git@github.com/me/pkg.git#${commit}` },
        },
      }),
      `git+ssh://git@github.com/me/pkg.git#${commit}`,
    ],
    [
      "package-lock.json",
      "git+ssh://git@example.com/pkg.git",
      JSON.stringify({
        lockfileVersion: 1,
        dependencies: { pkg: { version: `git+ssh://git@example.com/pkg.git#${commit}`, from: "x" } },
      }),
      `git+ssh://git@example.com/pkg.git#${commit}`,
    ],
    [
      "yarn.lock",
      "https://example.com/pkg.git",
      `"pkg@https://example.com/pkg.git":\n  version "1.0.0"\n  resolved "https://example.com/pkg.git#${commit}"\n`,
      `git+https://example.com/pkg.git#${commit}`,
    ],
    [
      "yarn.lock",
      "me/pkg",
      `pkg@me/pkg:\n  version "1.0.0"\n  resolved "https://codeload.github.com/me/pkg/tar.gz/${commit}"\n`,
      `https://codeload.github.com/me/pkg/tar.gz/${commit}`,
    ],
    [
      "yarn.lock",
      "file:./pkg.tgz",
      `"pkg@file:./pkg.tgz":\n  version "1.0.0"\n  resolved "file:./pkg.tgz#${commit}"\n`,
      "file:pkg.tgz",
    ],
    [
      "yarn.lock",
      "me/pkg",
      `__metadata:\n  version: 8\n\n"app@workspace:.":\n  resolution: "app@workspace:."\n  dependencies:\n    pkg: me/pkg\n\n"pkg@me/pkg":\n  version: 1.0.0\n  resolution: "pkg@https://github.com/me/pkg.git#commit=${commit}"\n`,
      `git+https://github.com/me/pkg.git#${commit}`,
    ],
    [
      "yarn.lock",
      "file:./pkg.tgz",
      `__metadata:\n  version: 8\n\n"app@workspace:.":\n  resolution: "app@workspace:."\n  dependencies:\n    pkg: "file:./pkg.tgz"\n\n"pkg@file:./pkg.tgz::locator=app%40workspace%3A.":\n  version: 1.0.0\n  resolution: "pkg@file:./pkg.tgz#./pkg.tgz::hash=1234&locator=app%40workspace%3A."\n`,
      "file:pkg.tgz",
    ],
    [
      "pnpm-lock.yaml",
      "github:me/pkg",
      `lockfileVersion: '9.0'\nimporters:\n  .:\n    dependencies:\n      pkg:\n        specifier: github:me/pkg\n        version: https://codeload.github.com/me/pkg/tar.gz/${commit}\npackages:\n  pkg@https://codeload.github.com/me/pkg/tar.gz/${commit}:\n    resolution: {tarball: https://codeload.github.com/me/pkg/tar.gz/${commit}}\n    version: 1.0.0\nsnapshots:\n  pkg@https://codeload.github.com/me/pkg/tar.gz/${commit}: {}\n`,
      `https://codeload.github.com/me/pkg/tar.gz/${commit}`,
    ],
    [
      "pnpm-lock.yaml",
      "git+ssh://git@example.com/pkg.git",
      `lockfileVersion: 5.4\nspecifiers:\n  pkg: git+ssh://git@example.com/pkg.git\ndependencies:\n  pkg: example.com/pkg/${commit}\npackages:\n  example.com/pkg/${commit}:\n    resolution: {type: git, repo: git@example.com:pkg.git, commit: ${commit}}\n    name: pkg\n    version: 1.0.0\n`,
      `git+ssh://git@example.com/pkg.git#${commit}`,
    ],
    [
      "bun.lock",
      "github:me/pkg",
      `{ "lockfileVersion": 1, "workspaces": { "": { "dependencies": { "pkg": "github:me/pkg", }, }, }, "packages": { "pkg": ["pkg@github:me/pkg#0123456", {}, "me-pkg-0123456"], }, }`,
      "git+https://github.com/me/pkg.git#0123456",
    ],
    [
      "bun.lock",
      "git+ssh://git@example.com/pkg.git",
      `{ "lockfileVersion": 1, "workspaces": { "": { "dependencies": { "pkg": "git+ssh://git@example.com/pkg.git" } } }, "packages": { "pkg": ["pkg@git+ssh://git@example.com/pkg.git#${commit}", {}, "${commit}"] } }`,
      `git+ssh://git@example.com/pkg.git#${commit}`,
    ],
  ];

  test.each(locks)("is taken from its place in %s: %s", (file, range, lock, resolved) => {
    const folder = folderWith({
      [file]: lock,
      "package.json": JSON.stringify({ name: "app", dependencies: { pkg: range } }),
    });
    const [placed] = plan(folder, ["pkg"]).placed;
    expect(placed?.package.resolved?.replace(`${folder}/`, "")).toBe(resolved);
  });
});

describe("A package for other systems only", () => {
  test.each(["npm-v3", "yarn-4", "pnpm-10", "bun"])("is refused with the lock file of %s", (manager) => {
    const problem = problemOf(() => plan(projectOf(manager), ["@img/sharp-darwin-arm64"]));
    expect(problem.reason).toMatch(/darwin, arm64.*the function runs on linux, x64, glibc/);
  });
});
