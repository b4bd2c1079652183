import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fail } from "../errors";
import { readJsonObject } from "../project/json";
import { entriesOf, type PackageEntries, printPackageJson, sortedEntries } from "../project/package-json";
import type { Choices } from "./choices";
import { cdks, type PackageName, versionsOf } from "./packages";
import { ownSettings, projectFiles, type TargetKind, type TemplateFile } from "./project-files";
import { templateOf } from "./templates";
import { testRunnerOf } from "./test-runners";

/** The changes to a folder, as paths in it. */
export interface WrittenProject {
  readonly created: readonly string[];
  readonly extended: readonly string[];
  /** Files that a template has as well, and that were left alone. */
  readonly kept: readonly string[];
}

interface Change {
  readonly path: string;
  readonly text: string;
  /** Undefined for a new file. */
  readonly before: string | undefined;
}

/** Writes the files of a project, all or none. Existing files are never overwritten. */
export function writeProject(choices: Choices, kind: TargetKind): WrittenProject {
  const { folder } = choices;
  const files = projectFiles(choices, kind);
  const isThere = ({ path }: TemplateFile) => existsSync(join(folder, path));
  const obstacles = files.filter((file) => isThere(file) && !file.isOptional && file.path !== ".gitignore");
  if (obstacles.length > 0) {
    fail("serverform init", "init-files-exist", "[folder]", {
      value: folder,
      files: obstacles.map(({ path }) => path),
    });
  }
  const changes = [
    packageChange(choices, kind),
    ...files.flatMap((file): readonly Change[] => {
      if (file.path === ".gitignore") return ignoreChange(folder, file);
      return isThere(file) ? [] : [{ path: file.path, text: file.text, before: undefined }];
    }),
  ];
  apply(folder, changes);
  return {
    created: changes.filter(({ before }) => before === undefined).map(({ path }) => path),
    extended: changes.filter(({ before }) => before !== undefined).map(({ path }) => path),
    kept: files
      .filter((file) => file.isOptional && !changes.some(({ path }) => path === file.path))
      .map(({ path }) => path),
  };
}

function packageChange(choices: Choices, kind: TargetKind): Change {
  const path = "package.json";
  const file = join(choices.folder, path);
  const before = readText(file);
  const entries =
    before === undefined
      ? withAdditions(newPackage(choices), choices, "empty")
      : withAdditions(readJsonObject(file), choices, kind);
  return { path, text: printPackageJson(entries, before), before };
}

/** Appends the missing lines of a `.gitignore`. */
function ignoreChange(folder: string, { path, text }: TemplateFile): readonly Change[] {
  const before = readText(join(folder, path));
  if (before === undefined) return [{ path, text, before }];
  const lines = new Set(before.split(/\r?\n/).map((line) => line.replace(/\/$/, "")));
  const missing = text.split("\n").filter((line) => line !== "" && !lines.has(line.replace(/\/$/, "")));
  if (missing.length === 0) return [];
  return [{ path, text: `${before.replace(/\n*$/, "\n")}${missing.join("\n")}\n`, before }];
}

const readText = (file: string): string | undefined =>
  existsSync(file) ? readFileSync(file, "utf8") : undefined;

/** Writes all changes. After a failure, undoes the earlier ones. */
function apply(folder: string, changes: readonly Change[]): void {
  const done: Change[] = [];
  const newFolders: string[] = [];
  const makeFolder = (path: string): void => {
    const first = mkdirSync(path, { recursive: true });
    if (first !== undefined) newFolders.push(first);
  };
  try {
    makeFolder(folder);
    for (const change of changes) {
      const file = join(folder, change.path);
      makeFolder(dirname(file));
      writeFileSync(file, change.text, { flag: change.before === undefined ? "wx" : "w" });
      done.push(change);
    }
  } catch (error) {
    for (const { path, before } of done) {
      if (before === undefined) rmSync(join(folder, path), { force: true });
      else writeFileSync(join(folder, path), before);
    }
    for (const path of newFolders) rmSync(path, { recursive: true, force: true });
    const reason = (error as Error).message;
    fail("serverform init", "init-folder-unusable", "[folder]", { value: folder, reason });
  }
}

const compilerPackages: readonly PackageName[] = ["@types/aws-lambda", "@types/node", "tsx", "typescript"];

/** The head of the `package.json` of a new project. Yarn 1 leaves out packages of a workspace that have no version. */
const newPackage = ({ manager, name }: Choices): PackageEntries => ({
  name,
  ...(manager === "yarn-classic" && { version: "0.0.0" }),
  private: true,
  type: "module",
});

/** The content of a `package.json` with the entries that the app needs. Present entries stay unchanged. */
function withAdditions(project: PackageEntries, choices: Choices, kind: TargetKind): PackageEntries {
  const { template, testRunner, cdk, library, present } = choices;
  const { dependencies, devDependencies, typecheckPages } = templateOf(template);
  // A CDKTF project already has tests and a compiler.
  const runner = kind === "cdktf" ? undefined : testRunnerOf(testRunner);
  const scripts = {
    dev: "serverform local",
    ...(runner !== undefined && { test: runner.script }),
    typecheck: ["serverform build", compilerFor(choices, kind), typecheckPages]
      .filter((each) => each !== undefined)
      .join(" && "),
    deploy: "serverform deploy",
  };
  const added = {
    dependencies: { ...versionsOf(dependencies), ...cdks[cdk].peers, [cdks[cdk].library]: library },
    devDependencies: versionsOf([...compilerPackages, ...devDependencies, ...(runner?.packages ?? [])]),
  };
  // The types of jest's globals must match the version of the installed jest.
  const { jest } = present.packages;
  if (typeof jest === "string" && "@jest/globals" in added.devDependencies)
    added.devDependencies = { ...added.devDependencies, "@jest/globals": jest };
  const isThere = (name: string) =>
    ["dependencies", "devDependencies"].some((section) => name in entriesOf(project[section]));
  const missing = (entries: PackageEntries) =>
    Object.fromEntries(Object.entries(entries).filter(([name]) => !isThere(name)));
  return {
    ...project,
    scripts: { ...scripts, ...withoutPlaceholders(entriesOf(project.scripts)) },
    dependencies: sortedEntries({ ...missing(added.dependencies), ...entriesOf(project.dependencies) }),
    devDependencies: sortedEntries({
      ...missing(added.devDependencies),
      ...entriesOf(project.devDependencies),
    }),
    // A project that already has jest settings keeps them.
    ...(present.hasJestSettings ? {} : runner?.settings),
  };
}

/** The command that checks the types of the app. The project's own settings may cover other files, and may write compiled files. */
function compilerFor({ present }: Choices, kind: TargetKind): string {
  if (!present.hasCompilerSettings) return "tsc";
  return kind === "cdktf" ? "tsc --noEmit" : `tsc -p ${ownSettings}`;
}

/** `npm init` writes a script `test` that fails. */
const withoutPlaceholders = (scripts: PackageEntries): PackageEntries =>
  Object.fromEntries(
    Object.entries(scripts).filter(([, script]) => !String(script).includes("Error: no test specified")),
  );
