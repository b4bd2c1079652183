import { readdirSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { DotnetArtifact } from "../artifact";
import { NotCacheable } from "../cache/file-facts";
import { inputFilesOf } from "../cache/input-files";
import type { ToolInputs } from "../cache/tool-builds";
import { run } from "../command";
import { foldersUpwards } from "../folders-upwards";
import { commitFiles } from "./commit";
import { checkSettingsFile, projectReferences } from "./project-file";

const isProject = (name: string): boolean => /\.(cs|fs|vb)proj$/i.test(name);

/** Files that MSBuild takes from a folder and from those above it. */
const inherited =
  /^(directory\.\w+\.(props|targets)|global\.json|nuget\.config|\.editorconfig|\.globalconfig)$/i;

/** The files of a project and of those that it refers to, the settings above them, and the version of the SDK. */
export function dotnetInputs(
  artifact: DotnetArtifact,
  environment: Readonly<Record<string, string>>,
): ToolInputs {
  const source = join(artifact.appPath, artifact.srcPath);
  const folders = projectFolders(source);
  const files = inputFilesOf(
    folders.map((path) => ({ path, skips: isOutput })),
    artifact.outDir,
  );
  const above = folders.flatMap((folder) => [...foldersUpwards(folder)].flatMap(settingsIn));
  const settingsFiles = [...new Set([...files, ...above])].filter((file) => /\.(props|targets)$/i.test(file));
  for (const file of settingsFiles) checkSettingsFile(file);
  return {
    files: [...new Set([...files, ...above, ...userSettings(), ...commitFiles(source)])],
    // Messages of the compiler and debug information may name the folder.
    settings: { sdk: sdkVersion(source, environment), source, environment: environmentOfBuild() },
  };
}

/** The folders of the project and of all that it refers to, however far. */
function projectFolders(source: string): readonly string[] {
  const projects = readdirSync(source).filter(isProject);
  const names = readdirSync(source).filter((name) => /\.(slnx?|slnf|rsp)$/i.test(name));
  if (names.length > 0) throw new NotCacheable(`${names[0]} may name any project or option`);
  const waiting = projects.map((name) => join(source, name));
  const found = new Set<string>();
  for (const file of waiting) {
    if (found.has(file)) continue;
    found.add(file);
    if (!isProject(file)) throw new NotCacheable(`${file} is not a project`);
    waiting.push(...projectReferences(file).map((path) => resolve(dirname(file), path)));
  }
  return [...new Set([...found].map((file) => dirname(file)))];
}

/** Folders that a build writes beside a project. The folders are inputs elsewhere. */
function isOutput(name: string, parent: string): boolean {
  if (name === ".git") return true;
  return (name === "bin" || name === "obj") && readdirSync(parent).some(isProject);
}

function settingsIn(folder: string): readonly string[] {
  const names = readdirSync(folder);
  if (names.some((name) => /^directory\.build\.rsp$/i.test(name))) {
    throw new NotCacheable("Directory.Build.rsp may name any option");
  }
  return names.filter((name) => inherited.test(name)).map((name) => join(folder, name));
}

/** Where the SDK looks for the sources of packages. */
const userSettings = (): readonly string[] =>
  [".nuget/NuGet/NuGet.Config", ".config/NuGet/NuGet.Config"].map((path) => join(homedir(), path));

function sdkVersion(cwd: string, env: Readonly<Record<string, string>>): string {
  const { ok, stdout } = run("dotnet", ["--version"], { cwd, env });
  const version = stdout.trim();
  if (!ok || !/^\d+\.\d+\.\d+\S*$/.test(version)) throw new NotCacheable("the version of the SDK is unknown");
  return version;
}

/** Variables of a session. They name no property of a project. */
const ofSession = new Set(
  "COLUMNS EDITOR HOME HOSTNAME LANG LINES LOGNAME MAIL OLDPWD PAGER PATH PWD SHELL SHLVL TERM TMPDIR USER VISUAL _".split(
    " ",
  ),
);

/** Any variable is a property of MSBuild. Properties of the SDK have no underscore, but for those with these beginnings. */
const ofTools = /^(DOTNET|MSBUILD|NUGET|TF_BUILD|GITHUB_ACTIONS)/i;

function environmentOfBuild(): readonly (readonly [string, string | undefined])[] {
  return Object.entries(process.env)
    .filter(([name]) => ofTools.test(name) || !(name.includes("_") || ofSession.has(name)))
    .sort(([a], [b]) => (a < b ? -1 : 1));
}
