/** @group processes */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { packagesOf } from "../support/packages";
import { temporaryFolder } from "../support/stack";
import { installTarball, packed, root, run } from "./packed";

/*
 * Adds an app to a workspace of a package manager, and has the manager itself install its packages and run its scripts. The package of
 * bun has 90 MB, so that its commands are tested only as they are written.
 */

interface Manager {
  /** Its program in the packages of the tests. */
  readonly program: string;
  /** The files of a workspace beside `package.json`. */
  readonly files: Readonly<Record<string, string>>;
  readonly name: string;
  readonly install: readonly string[];
  /** Whether it gets the packages of the checkout. Those of CDKTF are large: pnpm, whose folders are the strictest, installs them itself. */
  readonly isLinked?: boolean;
}

const workspaces: Readonly<Record<string, Manager>> = {
  "pnpm 9": {
    program: "pnpm/bin/pnpm.cjs",
    name: "pnpm",
    files: {
      "package.json": '{ "private": true }',
      "pnpm-workspace.yaml": 'packages:\n  - "packages/*"\n',
      "pnpm-lock.yaml": "lockfileVersion: '9.0'\n",
    },
    install: ["install", "--ignore-scripts", "--no-frozen-lockfile"],
  },
  "Yarn 1": {
    program: "yarn/bin/yarn.js",
    name: "yarn",
    files: { "package.json": '{ "private": true, "workspaces": ["packages/*"] }', "yarn.lock": "" },
    install: ["install", "--ignore-scripts"],
    isLinked: true,
  },
  "Yarn 4": {
    program: "@yarnpkg/cli-dist/bin/yarn.js",
    name: "yarn",
    files: {
      "package.json": '{ "private": true, "workspaces": ["packages/*"], "packageManager": "yarn@4.18.1" }',
      "yarn.lock": "",
      ".yarnrc.yml": "nodeLinker: node-modules\nenableScripts: false\n",
    },
    install: ["install", "--no-immutable"],
    isLinked: true,
  },
};

/** Replaces the versions of packages that the checkout has by links to them. */
function linkToCheckout(file: string): void {
  const manifest = JSON.parse(readFileSync(file, "utf8"));
  for (const dependencies of [manifest.dependencies, manifest.devDependencies]) {
    for (const name of Object.keys(dependencies)) {
      const folder = join(root, "node_modules", name);
      if (existsSync(folder)) dependencies[name] = `link:${folder}`;
    }
  }
  writeFileSync(file, JSON.stringify(manifest));
}

const modules = packagesOf("managers");
const inWorkspace = modules === undefined ? test.skip : test;

inWorkspace.each(Object.entries(workspaces))(
  "an app in a workspace of %s is installed, tested, type-checked and built by it",
  (_, { program, name, files, install, isLinked = false }) => {
    const base = temporaryFolder();
    const app = join(base, "packages/api");
    mkdirSync(join(base, "packages"));
    for (const [file, text] of Object.entries(files)) writeFileSync(join(base, file), text);
    const { tarball, tarballOfCreate } = packed();
    installTarball(tarballOfCreate, join(base, "creator"));
    const creator = join(base, "creator/node_modules/create-serverform/create-serverform.js");
    const options = ["--test-runner", "node:test", "--no-install", "--from", resolve(tarball)];
    const printed = run(base, process.execPath, [creator, "packages/api", ...options]);
    expect(printed).toContain(`${name} install`);
    if (isLinked) linkToCheckout(join(app, "package.json"));

    // Yarn does not link the programs of linked packages.
    const path = `${isLinked ? `${join(root, "node_modules/.bin")}${delimiter}` : ""}${process.env.PATH}`;
    const manager = (folder: string, ...args: readonly string[]) =>
      run(folder, process.execPath, [join(modules as string, program), ...args], { PATH: path });
    // Yarn 1 finds a package that is a file only from the root.
    manager(name === "pnpm" ? app : base, ...install);
    expect(readFileSync(join(base, `${name === "pnpm" ? "pnpm-lock.yaml" : "yarn.lock"}`), "utf8")).toContain(
      "serverform",
    );
    const installed = [app, base].map((folder) => join(folder, "node_modules/serverform/package.json"));
    expect(installed.some((file) => existsSync(file))).toBe(true);
    expect(manager(app, "run", "test")).toContain("# fail 0");
    expect(manager(app, "run", "typecheck")).toContain("Built 1 stack");
  },
  600_000,
);
