import { existsSync, readFileSync } from "node:fs";
import { dirname, isAbsolute, join, posix, resolve } from "node:path";
import type { GoArtifact } from "../artifact";
import { NotCacheable } from "../cache/file-facts";
import { inputFilesOf } from "../cache/input-files";
import { buildOnce, type ToolInputs } from "../cache/tool-builds";
import { run } from "../command";
import { type BundleFailure, failure } from "../failure";
import { isInside, type Notify } from "../files/copy-source";

/** The file that a custom runtime starts. */
const program = "bootstrap";

/** Compiles the program of a Go artifact if one of its inputs has changed. Equal sources give equal bytes in any folder. */
export function bundleGo(artifact: GoArtifact, notify: Notify): readonly BundleFailure[] {
  const { appPath, srcPath, architecture } = artifact;
  if (!existsSync(join(appPath, srcPath, "go.mod"))) {
    return [failure(artifact, "build-file-missing", "srcPath", { srcPath, file: "go.mod" })];
  }
  const env = { CGO_ENABLED: "0", GOOS: "linux", GOARCH: architecture === "arm64" ? "arm64" : "amd64" };
  return buildOnce(
    artifact,
    { inputs: () => goInputs(artifact, env), run: () => compile(artifact, env) },
    notify,
  );
}

function compile(artifact: GoArtifact, env: Readonly<Record<string, string>>): readonly BundleFailure[] {
  const { appPath, srcPath, outDir, runtime } = artifact;
  const args = ["build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w", "-o", join(outDir, program)];
  const { ok, missing, command, reason, output } = run("go", [...args, target(artifact)], {
    cwd: join(appPath, srcPath),
    env,
  });
  if (missing) {
    const remedy = "Install Go, or build the program yourself and set bundle: false and a provided runtime.";
    return [failure(artifact, "tool-missing", "runtime", { value: runtime, tool: "go", remedy })];
  }
  return ok ? [] : [failure(artifact, "build-failed", "handler", { command, reason, output })];
}

/** A folder or a file. The examples of the service omit the extension. */
function target({ appPath, srcPath, functions }: GoArtifact): string {
  const handler = functions[0]?.handler ?? ".";
  const path = join(appPath, srcPath, handler);
  const ending = !existsSync(path) && existsSync(`${path}.go`) ? ".go" : "";
  // Without the dot, Go looks in its standard library.
  return `./${posix.normalize(handler)}${ending}`;
}

/** Settings that may change the result or the modules that are found, including those stored by `go env -w`. */
const settingNames = [
  "GOVERSION",
  "GOROOT",
  "GOFLAGS",
  "GOWORK",
  "GO111MODULE",
  "GOEXPERIMENT",
  "GOAMD64",
  "GOARM64",
  "GOFIPS140",
  "GODEBUG",
  "GOMODCACHE",
  "GOPROXY",
  "GOPRIVATE",
  "GONOPROXY",
  "GOSUMDB",
  "GONOSUMDB",
  "GOINSECURE",
] as const;

type Settings = Readonly<Partial<Record<(typeof settingNames)[number], string>>>;

/** Flags that refer to no other files or programs. */
const harmlessFlag =
  /^-?-(mod=\w+|tags=[\w,.]*|trimpath|buildvcs=\w+|modcacherw(=\w+)?|p=\d+|v|x|a|race=false)$/;

/** Folders that do not count as part of a module, although a package could be in them. */
const skippedFolders = [".git", ".hg", ".svn", ".serverform", ".terraform", "cdktf.out", "node_modules"];

/** The sources of a module and of its replacements in other folders, and the settings of Go. */
function goInputs(artifact: GoArtifact, environment: Readonly<Record<string, string>>): ToolInputs {
  const source = join(artifact.appPath, artifact.srcPath);
  const settings = settingsOf(source, environment);
  const { files: named, modules } = localModules(source, settings);
  const skipped: string[] = [];
  const skips = (name: string, parent: string): boolean => {
    if (!skippedFolders.includes(name)) return false;
    skipped.push(join(parent, name));
    return true;
  };
  const folders = modules.map((path) => ({ path, skips }));
  const files = [...inputFilesOf(folders, artifact.outDir), ...named];
  for (const file of files) if (file.endsWith(".go")) checkSource(file, skipped);
  const handlers = artifact.functions.map(({ handler }) => handler);
  if (handlers.some(namesSkipped)) throw new NotCacheable("the program is in a folder that is left out");
  return { files, settings };
}

function settingsOf(cwd: string, env: Readonly<Record<string, string>>): Settings {
  const { ok, stdout } = run("go", ["env", "-json", ...settingNames], { cwd, env });
  const settings = ok ? asSettings(stdout) : {};
  const { GOVERSION = "", GO111MODULE, GOFLAGS = "" } = settings;
  // Other versions are built from a checkout of Go, and may change under the same name.
  if (!/^go\d/.test(GOVERSION)) throw new NotCacheable("the version of Go is unknown");
  if (GO111MODULE === "off") throw new NotCacheable("packages come from GOPATH");
  const flags = GOFLAGS.split(/\s+/).filter(Boolean);
  if (!flags.every((flag) => harmlessFlag.test(flag))) throw new NotCacheable(`GOFLAGS is ${GOFLAGS}`);
  return settings;
}

function asSettings(text: string): Settings {
  try {
    return JSON.parse(text) as Settings;
  } catch {
    return {};
  }
}

/** The folders of all local modules that the build uses, and the files that refer to them. */
function localModules(
  source: string,
  { GOWORK = "" }: Settings,
): { readonly files: readonly string[]; readonly modules: readonly string[] } {
  const isWorkspace = GOWORK !== "" && GOWORK !== "off";
  if (!isWorkspace) {
    return { files: [], modules: [source, ...replacementsOf(join(source, "go.mod"))] };
  }
  const folder = dirname(GOWORK);
  if (existsSync(join(folder, "vendor"))) throw new NotCacheable("the workspace has a vendor folder");
  const used = pathsOf(GOWORK, "use").map((path) => resolve(folder, path));
  const replaced = [GOWORK, ...used.map((each) => join(each, "go.mod"))].flatMap(replacementsOf);
  const modules = [...new Set([source, ...used, ...replaced])];
  return { files: [GOWORK, join(folder, "go.work.sum")], modules };
}

/** Refuses a source that imports or embeds files of a folder that is left out. */
function checkSource(file: string, skipped: readonly string[]): void {
  const text = readFileSync(file, "utf8");
  if (namesSkipped(text)) throw new NotCacheable(`${file} names a folder that is left out`);
  if (skipped.length === 0 || !text.includes("//go:embed")) return;
  const folder = dirname(file);
  for (const [, patterns = ""] of text.matchAll(/^\/\/go:embed\s+(.*)$/gm)) {
    for (const pattern of patterns.split(/\s+/)) {
      const place = resolve(folder, literalStart(pattern));
      if (skipped.some((each) => isInside(each, place) || isInside(place, each))) {
        throw new NotCacheable(`${file} may embed a folder that is left out`);
      }
    }
  }
}

const namesSkipped = (text: string): boolean =>
  skippedFolders.some((name) => !name.startsWith(".") && text.includes(name));

/** The folders of a pattern before its first wildcard. */
function literalStart(pattern: string): string {
  const parts = pattern.replace(/^["`]?(all:)?/, "").split("/");
  const end = parts.findIndex((part) => /[*?[\\"`]/.test(part));
  return parts.slice(0, end === -1 ? parts.length : end).join("/");
}

/** The local folders that a go.mod or go.work uses instead of modules. */
function replacementsOf(file: string): readonly string[] {
  return linesOf(file, "replace").flatMap((line) => {
    const [, target = ""] = /=>\s*("[^"]*"|`[^`]*`|\S+)/.exec(line) ?? [];
    const path = unquoted(target);
    // Other paths are modules.
    return /^\.\.?($|[\\/])/.test(path) || isAbsolute(path) ? [resolve(dirname(file), path)] : [];
  });
}

/** The paths of a directive, such as `use`. */
const pathsOf = (file: string, directive: string): readonly string[] =>
  linesOf(file, directive).map((line) => unquoted(line.trim()));

/** The arguments of a directive, in one line or in parentheses. */
function linesOf(file: string, directive: string): readonly string[] {
  const found: string[] = [];
  let block: string | undefined;
  for (const each of readFileSync(file, "utf8").split(/\r?\n/)) {
    const line = each.replace(/(^|\s)\/\/.*$/, "").trim();
    const [, word = "", rest = ""] = /^(\w+)\s*(.*)$/.exec(line) ?? [];
    if (block !== undefined) {
      if (line === ")") block = undefined;
      else if (block === directive && line !== "") found.push(line);
    } else if (rest === "(") block = word;
    else if (word === directive) found.push(rest);
  }
  return found;
}

const unquoted = (text: string): string => text.replace(/^(["`])(.*)\1$/, "$2");
