/** @group processes */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { packagesOf } from "../support/packages";
import { temporaryFolder } from "../support/stack";
import { installTarball, packed, run } from "./packed";

/* Adds an app to a workspace of pnpm, and has pnpm itself install its packages and run its scripts. */

const modules = packagesOf("pnpm");
const inWorkspace = modules === undefined ? test.skip : test;

inWorkspace(
  "an app in a workspace of pnpm is installed, tested, type-checked and built by pnpm",
  () => {
    const base = temporaryFolder();
    const app = join(base, "packages/api");
    mkdirSync(join(base, "packages"));
    writeFileSync(join(base, "package.json"), JSON.stringify({ private: true }));
    writeFileSync(join(base, "pnpm-workspace.yaml"), 'packages:\n  - "packages/*"\n');
    writeFileSync(join(base, "pnpm-lock.yaml"), "lockfileVersion: '9.0'\n");
    const { tarball, tarballOfCreate } = packed();
    installTarball(tarballOfCreate, join(base, "creator"));
    const creator = join(base, "creator/node_modules/create-serverform/create-serverform.js");
    const options = ["--test-runner", "node:test", "--no-install", "--from", resolve(tarball)];
    expect(run(base, process.execPath, [creator, "packages/api", ...options])).toContain("pnpm install");

    const pnpm = (...args: readonly string[]) =>
      run(app, process.execPath, [join(modules as string, "pnpm/bin/pnpm.cjs"), ...args]);
    pnpm("install", "--ignore-scripts", "--no-frozen-lockfile");
    expect(readFileSync(join(base, "pnpm-lock.yaml"), "utf8")).toContain("packages/api");
    expect(existsSync(join(app, "node_modules/serverform/package.json"))).toBe(true);
    expect(pnpm("run", "test")).toContain("# fail 0");
    expect(pnpm("run", "typecheck")).toContain("Built 1 stack");
  },
  600_000,
);
