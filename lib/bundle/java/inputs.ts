import { existsSync, readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import type { JavaArtifact } from "../artifact";
import { NotCacheable } from "../cache/file-facts";
import { inputFilesOf } from "../cache/input-files";
import type { ToolInputs } from "../cache/tool-builds";
import type { CommandOutcome } from "../command";
import { foldersUpwards } from "../folders-upwards";
import { checkScript, checkVersions } from "./script";

const isScript = (name: string): boolean => /\.gradle(\.kts)?$/.test(name);

/** The files of a Gradle project whose scripts only declare what is known here, and the versions of Gradle and Java. */
export function gradleInputs(artifact: JavaArtifact, version: () => CommandOutcome): ToolInputs {
  const source = join(artifact.appPath, artifact.srcPath);
  requireOwnSettings(source);
  const home = resolve(process.env.GRADLE_USER_HOME ?? join(homedir(), ".gradle"));
  requireNoInitScripts(home);
  const files = inputFilesOf([{ path: source, skips: isOutput }], artifact.outDir);
  for (const file of files) {
    if (isScript(file)) checkScript(file);
    if (file.endsWith(".toml")) checkVersions(file, readFileSync(file, "utf8"));
    if (basename(dirname(file)) === "buildSrc") throw new NotCacheable("buildSrc may do anything");
  }
  return {
    files: [...files, join(home, "gradle.properties")],
    settings: {
      versions: versionsOf(version()),
      source,
      environment: environmentOfBuild(),
      ...optionsOf(artifact),
    },
  };
}

const optionsOf = ({ buildTask, buildOutputDir }: JavaArtifact) => ({ buildTask, buildOutputDir });

/** Gradle takes the nearest settings above a project that has none: it is then a part of a larger one. */
function requireOwnSettings(source: string): void {
  for (const folder of foldersUpwards(source)) {
    if (!["settings.gradle", "settings.gradle.kts"].some((name) => existsSync(join(folder, name)))) continue;
    if (folder !== source) throw new NotCacheable(`the project is a part of ${folder}`);
    return;
  }
}

function requireNoInitScripts(home: string): void {
  const folders = [home, join(home, "init.d")].filter(existsSync);
  const scripts = folders.flatMap((folder) => readdirSync(folder)).filter(isScript);
  if (scripts.length > 0) throw new NotCacheable(`${scripts[0]} may do anything`);
}

/** Folders that a build writes beside a script. A package of sources may have the same name. */
function isOutput(name: string, parent: string): boolean {
  if (name === ".git" || name === ".gradle") return true;
  return name === "build" && readdirSync(parent).some(isScript);
}

function versionsOf({ ok, stdout }: CommandOutcome): string {
  if (!ok || !/^Gradle \d/m.test(stdout)) throw new NotCacheable("the version of Gradle is unknown");
  return stdout;
}

const environmentOfBuild = (): readonly (readonly [string, string | undefined])[] =>
  Object.entries(process.env)
    .filter(([name]) => /^(ORG_GRADLE_|GRADLE_|JAVA_|_JAVA_|JDK_|LANG$|LC_|TZ$)/.test(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
