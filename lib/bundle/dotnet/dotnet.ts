import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { findRuntime } from "../../facts/aws/runtimes";
import type { DotnetArtifact } from "../artifact";
import { NotCacheable } from "../cache/file-facts";
import { inputFilesOf } from "../cache/input-files";
import { buildOnce, type ToolInputs } from "../cache/tool-builds";
import { run } from "../command";
import { type BundleFailure, failure } from "../failure";
import type { Notify } from "../files/copy-source";
import { findUpwards, foldersUpwards } from "../files/list-files";

const projectEndings = [".csproj", ".fsproj", ".vbproj", ".sln"];

/** Publishes the project of a .NET artifact if one of its inputs has changed. */
export function bundleDotnet(artifact: DotnetArtifact, notify: Notify): readonly BundleFailure[] {
  const { appPath, srcPath } = artifact;
  const source = join(appPath, srcPath);
  if (!readdirSync(source).some((name) => projectEndings.some((ending) => name.endsWith(ending)))) {
    return [
      failure(artifact, "build-file-missing", "srcPath", { srcPath, file: ".csproj, .fsproj or .vbproj" }),
    ];
  }
  return buildOnce(
    artifact,
    { inputs: () => dotnetInputs(artifact, environment), run: () => publish(artifact, source) },
    notify,
  );
}

const environment = { DOTNET_NOLOGO: "1", DOTNET_CLI_TELEMETRY_OPTOUT: "1" } as const;

function publish(artifact: DotnetArtifact, source: string): readonly BundleFailure[] {
  const { outDir, runtime } = artifact;
  const { ok, missing, command, reason, output } = run("dotnet", publishArguments(artifact, source, outDir), {
    cwd: source,
    env: environment,
  });
  if (missing) {
    const remedy = "Install the .NET SDK, or publish the project yourself and set bundle: false.";
    return [failure(artifact, "tool-missing", "runtime", { value: runtime, tool: "dotnet", remedy })];
  }
  return ok ? [] : [failure(artifact, "build-failed", "handler", { command, reason, output })];
}

function publishArguments(artifact: DotnetArtifact, source: string, outDir: string): readonly string[] {
  const machine = artifact.architecture === "arm64" ? "arm64" : "x64";
  return [
    "publish",
    ...["-c", "Release"],
    ...["--self-contained", "false"],
    ...["--framework", findRuntime(artifact.runtime)?.dotnetFramework ?? artifact.runtime],
    ...["--runtime", `linux-${machine}`],
    ...["--output", outDir],
    // The service needs this file, which libraries do not have by default.
    "-p:GenerateRuntimeConfigurationFiles=true",
    // Removes the paths of this machine from the debug information.
    `-p:PathMap=${source}=/src`,
  ];
}

const isProject = (name: string): boolean => /\.(cs|fs|vb)proj$/i.test(name);

/** Files that MSBuild takes from a folder and from those above it. */
const inherited =
  /^(directory\.\w+\.(props|targets)|global\.json|nuget\.config|\.editorconfig|\.globalconfig)$/i;

/** The files of a project and of its references, the settings above them, and the version of the SDK. */
function dotnetInputs(artifact: DotnetArtifact, environment: Readonly<Record<string, string>>): ToolInputs {
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

/** The folders of the project and of all direct and indirect references. */
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

/** Folders that a build writes next to a project. Folders with these names are inputs elsewhere. */
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

/** The places where the SDK finds the settings for sources of packages. */
const userSettings = (): readonly string[] =>
  [".nuget/NuGet/NuGet.Config", ".config/NuGet/NuGet.Config"].map((path) => join(homedir(), path));

function sdkVersion(cwd: string, env: Readonly<Record<string, string>>): string {
  const { ok, stdout } = run("dotnet", ["--version"], { cwd, env });
  const version = stdout.trim();
  if (!ok || !/^\d+\.\d+\.\d+\S*$/.test(version)) throw new NotCacheable("the version of the SDK is unknown");
  return version;
}

/** Variables of a terminal session, which are not properties of a project. */
const ofSession = new Set(
  "COLUMNS EDITOR HOME HOSTNAME LANG LINES LOGNAME MAIL OLDPWD PAGER PATH PWD SHELL SHLVL TERM TMPDIR USER VISUAL _".split(
    " ",
  ),
);

/** Any variable is a property of MSBuild. Properties of the SDK have no underscore, except those with these prefixes. */
const ofTools = /^(DOTNET|MSBUILD|NUGET|TF_BUILD|GITHUB_ACTIONS)/i;

function environmentOfBuild(): readonly (readonly [string, string | undefined])[] {
  return Object.entries(process.env)
    .filter(([name]) => ofTools.test(name) || !(name.includes("_") || ofSession.has(name)))
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The files that contain the commit and the remote repository: the SDK writes both into its output. */
function commitFiles(source: string): readonly string[] {
  const found = findUpwards(source, ".git");
  if (found === undefined) return [];
  if (existsSync(join(dirname(found), ".gitmodules")))
    throw new NotCacheable("the repository has submodules");
  const folder = statSync(found).isDirectory() ? found : linkedFolder(found);
  const common = join(folder, "commondir");
  const shared = existsSync(common) ? resolve(folder, readFileSync(common, "utf8").trim()) : folder;
  const head = join(folder, "HEAD");
  const [, branch] = /^ref: (.+)$/m.exec(readFileSync(head, "utf8")) ?? [];
  const refs = branch === undefined ? [] : [join(folder, branch), join(shared, branch)];
  return [head, ...refs, join(shared, "packed-refs"), join(shared, "config")];
}

function linkedFolder(file: string): string {
  const [, folder] = /^gitdir: (.+)$/m.exec(readFileSync(file, "utf8")) ?? [];
  if (folder === undefined) throw new NotCacheable(`${file} names no folder`);
  return resolve(dirname(file), folder.trim());
}

/** Features of projects that read files outside their folder, or whose output differs each time. */
const doubts: readonly (readonly [pattern: RegExp, why: string])[] = [
  // They may encode or hide the texts of the next rows.
  [/&#|<!/, "has references to characters, CDATA or a document type"],
  [/\.\./, "names a path above its folder"],
  [/(=\s*["']|[>;])\s*(\/|~|[A-Za-z]:[\\/])/, "names an absolute path"],
  [/\$\(\s*(\[|Registry:)|\$\(\w+\./, "computes a property"],
  [/<(Exec|Target|UsingTask|Import|ImportGroup|Sdk)\b/i, "runs or imports something"],
  [/version\w*\s*(=\s*["']|>)[^"'<]*[*]/i, "has a version that is not fixed"],
  // A native program is linked by the tools of this machine.
  [/PublishAot/i, "is compiled to a native program"],
  // Such packages derive the version from the history or the time.
  [/include\s*=\s*["'][^"']*(git|minver|versioning)/i, "may derive its version from the history"],
  // Outputs of a build are not inputs.
  [/["'>;\\/](bin|obj)[\\/]/i, "names a folder of outputs"],
];

/** The paths of projects that a project refers to. Throws `NotCacheable` if it may read other files beside its folder. */
function projectReferences(file: string): readonly string[] {
  const text = withoutComments(readFileSync(file, "utf8"));
  const references: string[] = [];
  const rest = text.replace(
    /<ProjectReference\s+Include\s*=\s*"([^"$*?;%]+\.\w+proj)"/gi,
    (_, path: string) => {
      references.push(path.trim().replaceAll("\\", "/"));
      return "<ProjectReference";
    },
  );
  if (!/^[^<]*(<\?[^>]*>\s*)?<Project\s+Sdk\s*=\s*"Microsoft\.NET\.Sdk(\.\w+)?"/i.test(text)) {
    throw new NotCacheable(`${file} is not a project of the SDK`);
  }
  check(file, rest);
  return references;
}

/** Refuses a settings file that may name files outside its folder. */
const checkSettingsFile = (file: string): void => check(file, withoutComments(readFileSync(file, "utf8")));

function check(file: string, text: string): void {
  const [, why] = doubts.find(([pattern]) => pattern.test(text)) ?? [];
  if (why !== undefined) throw new NotCacheable(`${file} ${why}`);
  const variables = new Set(Object.keys(process.env).map((name) => name.toLowerCase()));
  for (const [, name = ""] of text.matchAll(/\$\((\w+)\)/g)) {
    if (variables.has(name.toLowerCase())) throw new NotCacheable(`${file} uses the variable ${name}`);
  }
}

const withoutComments = (text: string): string => text.replace(/<!--[\s\S]*?-->/g, "");
