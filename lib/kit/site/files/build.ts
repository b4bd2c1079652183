import { spawnSync } from "node:child_process";
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import type { IConstruct } from "constructs";
import { foldersUpwards } from "../../../bundle";
import { Stack } from "../../app";
import { environment as setting } from "../../app/settings/settings";
import { hasDigest, rememberDigest } from "../../app/synthesis/input-digests";
import { lockBuildFolder } from "../../app/synthesis/publish";
import { shortHash } from "../../core/names/name";
import { hashFolder } from "../../core/project-files";
import { fail } from "../errors";

/** The build of a site. */
export interface SiteBuild {
  readonly site: IConstruct;
  /** The prop with the command, for messages. */
  readonly prop: string;
  readonly command: string;
  /** Folder in which the command runs. Absolute. */
  readonly folder: string;
  /** Folders that the command makes. Absolute. */
  readonly outputs: readonly string[];
  /** Variables of the command, in addition to those of this process. They are read when it runs. */
  readonly environment: () => Readonly<Record<string, string>>;
}

const lockFiles = [
  "package-lock.json",
  "npm-shrinkwrap.json",
  "yarn.lock",
  "pnpm-lock.yaml",
  "bun.lock",
  "bun.lockb",
];

/**
 * Builds a site, unless it was last built from the same sources with the same command and variables, and its output is unchanged.
 *
 * The variable SERVERFORM_FORCE_BUILD, which `--force` sets, builds it anyway.
 */
export function buildSite(build: SiteBuild): void {
  const { site, folder, outputs } = build;
  const { appPath } = Stack.of(site).app;
  lockBuildFolder(site, appPath, folder);
  const key = `${site.node.path}: build`;
  const sources = sourcesOf(build);
  const isForced = setting("SERVERFORM_FORCE_BUILD") !== undefined;
  if (!isForced && hasDigest(appPath, key, [sources, ...outputsOf(build)].join(" "))) return;
  runBuild(build);
  // Where a site is built in place, its output is part of its sources.
  const built = outputs.includes(folder) ? sourcesOf(build) : sources;
  rememberDigest(appPath, key, [built, ...outputsOf(build)].join(" "));
}

/** Folders that hold no sources: packages, caches and the history. */
const withoutSources = /(^|\/)(node_modules|\.[^/]*)$/;

function sourcesOf({ command, environment, folder, outputs }: SiteBuild): string {
  const inside = outputs.map((each) => relative(folder, each).split(sep).join("/"));
  const isSkipped = (path: string): boolean =>
    inside.includes(path) ||
    path.endsWith(".tsbuildinfo") ||
    (withoutSources.test(path) &&
      statSync(join(folder, path), { throwIfNoEntry: false })?.isDirectory() === true);
  const variables = Object.entries(environment()).sort(([a], [b]) => (a < b ? -1 : 1));
  return shortHash(JSON.stringify([command, variables, lockOf(folder), hashFolder(folder, isSkipped)]), 32);
}

/** The versions of the packages: the lock file of the folder, or of the workspace that it belongs to. */
function lockOf(folder: string): string {
  for (const at of foldersUpwards(folder)) {
    const file = lockFiles.map((name) => join(at, name)).find((each) => existsSync(each));
    if (file !== undefined) return shortHash(readFileSync(file, "utf8"), 32);
  }
  return "";
}

function outputsOf({ folder, outputs }: SiteBuild): readonly string[] {
  return outputs.map((each) => {
    if (each === folder) return "";
    return existsSync(each) ? shortHash(hashFolder(each), 32) : "missing";
  });
}

const shownLines = 30;

/** Runs the command. Its output is shown only if it fails. */
function runBuild({ site, prop, command, folder, environment }: SiteBuild): void {
  const log = mkdtempSync(join(tmpdir(), "serverform-build-"));
  const file = join(log, "output.txt");
  const output = openSync(file, "w");
  try {
    process.stderr.write(`serverform: building ${site.node.path}: ${command}\n`);
    const { status, signal, error } = spawnSync(command, {
      shell: true,
      cwd: folder,
      env: { ...process.env, ...environment() },
      stdio: ["ignore", output, output],
    });
    if (error === undefined && status === 0) return;
    const lines = readFileSync(file, "utf8").trimEnd().split(/\r?\n/).slice(-shownLines).join("\n  ");
    const exit =
      error?.message ?? (signal === null ? `ended with status ${status}` : `was ended by ${signal}`);
    fail(site, "site-build-failed", prop, { command, exit, lines });
  } finally {
    closeSync(output);
    rmSync(log, { recursive: true, force: true });
  }
}
