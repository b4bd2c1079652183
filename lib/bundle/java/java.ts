import { existsSync, readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import type { JavaArtifact } from "../artifact";
import { NotCacheable } from "../cache/file-facts";
import { inputFilesOf } from "../cache/input-files";
import { buildOnce, type ToolInputs } from "../cache/tool-builds";
import { type CommandOutcome, run } from "../command";
import { type BundleFailure, failure } from "../failure";
import type { Notify } from "../files/copy-source";
import { foldersUpwards } from "../files/list-files";
import { unzipInto } from "../files/unzip";

const buildFiles = ["build.gradle", "build.gradle.kts"];

/** Builds the Gradle project of a Java artifact if one of its inputs has changed, and unpacks its zip. */
export function bundleJava(artifact: JavaArtifact, notify: Notify): readonly BundleFailure[] {
  const { appPath, srcPath } = artifact;
  const source = join(appPath, srcPath);
  if (!buildFiles.some((file) => existsSync(join(source, file)))) {
    return [failure(artifact, "build-file-missing", "srcPath", { srcPath, file: buildFiles.join(" or ") })];
  }
  const gradle = (task: string): CommandOutcome =>
    existsSync(join(source, "gradlew"))
      ? // Through the shell, because the file may not be executable in a checkout.
        run("/bin/sh", ["./gradlew", task], { cwd: source })
      : run("gradle", [task], { cwd: source });
  const inputs = () => gradleInputs(artifact, () => gradle("--version"));
  return buildOnce(artifact, { inputs, run: () => build(artifact, source, gradle) }, notify);
}

function build(
  artifact: JavaArtifact,
  source: string,
  gradle: (task: string) => CommandOutcome,
): readonly BundleFailure[] {
  const { outDir, runtime, buildTask, buildOutputDir } = artifact;
  const { ok, missing, command, reason, output } = gradle(buildTask);
  if (missing) {
    const remedy = "Install Gradle, or add its wrapper to the project: gradle wrapper";
    return [failure(artifact, "tool-missing", "runtime", { value: runtime, tool: "gradle", remedy })];
  }
  if (!ok) return [failure(artifact, "build-failed", "handler", { command, reason, output })];
  const folder = join(source, "build", buildOutputDir);
  const zip = existsSync(folder)
    ? readdirSync(folder)
        .sort()
        .find((name) => name.endsWith(".zip"))
    : undefined;
  if (zip === undefined) {
    return [failure(artifact, "build-output-missing", "runtime", { value: runtime, path: folder })];
  }
  const problem = unzipInto(readFileSync(join(folder, zip)), outDir);
  return problem === undefined
    ? []
    : [
        failure(artifact, "zip-unreadable", "bundle.buildOutputDir", {
          value: buildOutputDir,
          reason: problem,
        }),
      ];
}

const isScript = (name: string): boolean => /\.gradle(\.kts)?$/.test(name);

/** The files of a Gradle project whose scripts contain only known declarations, and the versions of Gradle and Java. */
function gradleInputs(artifact: JavaArtifact, version: () => CommandOutcome): ToolInputs {
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

/** Without its own settings, a project belongs to the larger project of the nearest settings above it. */
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

/** Folders that a build writes next to a script. A package of sources may have the same name. */
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

/**
 * The words of scripts that read only the project and fixed versions of packages.
 *
 * A script is a program. One with any other word may read the time, the history, or other files.
 */
const knownWords = new Set(
  `
  plugins id version apply plugin java application base distribution group description
  repositories mavenCentral google gradlePluginPortal maven url uri
  dependencies api implementation compileOnly runtimeOnly annotationProcessor platform project projects libs
  testImplementation testCompileOnly testRuntimeOnly testAnnotationProcessor
  sourceCompatibility targetCompatibility JavaVersion mainClass
  sourceSets main test resources output classes srcDir srcDirs file files fileTree
  configurations compileClasspath runtimeClasspath compileJava compileTestJava processResources options encoding release
  task tasks register named create withType configureEach type Zip Jar Test JavaCompile Copy
  build assemble jar distZip shadowJar useJUnit useJUnitPlatform
  from into include exclude dependsOn mustRunAfter finalizedBy enabled
  archiveFileName archiveBaseName archiveVersion archiveClassifier manifest attributes
  preserveFileTimestamps reproducibleFileOrder isPreserveFileTimestamps isReproducibleFileOrder
  duplicatesStrategy DuplicatesStrategy EXCLUDE INCLUDE WARN FAIL
  rootProject name pluginManagement dependencyResolutionManagement
  set true false
  `
    .trim()
    .split(/\s+/),
);

/** Plugins whose result depends only on the sources. */
const knownPlugins = new Set([
  "application",
  "base",
  "com.github.johnrengelman.shadow",
  "com.gradleup.shadow",
  "distribution",
  "java",
  "java-library",
]);

const token =
  /(?<text>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`[^`\n]*`)|\/\/[^\n]*|\/\*[\s\S]*?\*\/|(?<libs>libs(?:\.\w+)+)|(?<word>[A-Za-z_]\w*)|(?<sign>[^\s\w])|\d[\w.]*|\s+/y;

/** Refuses a script with anything except known declarations. */
function checkScript(file: string): void {
  const text = readFileSync(file, "utf8");
  const tasks = new Set<string>();
  let before = "";
  token.lastIndex = 0;
  while (token.lastIndex < text.length) {
    const match = token.exec(text);
    if (match === null) throw new NotCacheable(`${file} is not understood`);
    const { text: quoted, word, sign } = match.groups ?? {};
    if (quoted !== undefined)
      checkText(file, quoted.slice(1, -1), quoted.startsWith("`") ? "plugin" : before);
    if (word === "from" && before === "apply") throw new NotCacheable(`${file} runs another script`);
    if (word !== undefined && before === "task") tasks.add(word);
    if (word !== undefined && !isKnown(word, tasks)) throw new NotCacheable(`${file} uses ${word}`);
    if (sign !== undefined && !"{}()[],:=.;<>".includes(sign))
      throw new NotCacheable(`${file} computes something`);
    if (word !== undefined) before = word;
  }
}

const isKnown = (word: string, tasks: ReadonlySet<string>): boolean =>
  knownWords.has(word) || tasks.has(word) || /^VERSION_[\d_]+$/.test(word);

function checkText(file: string, text: string, before: string): void {
  if (before === "id" || before === "plugin") {
    if (!knownPlugins.has(text)) throw new NotCacheable(`${file} uses the plugin ${text}`);
    return;
  }
  const isUrl = /^https:\/\/[^$]*$/.test(text);
  if (/[$\\]|\.\./.test(text) || (!isUrl && /^(\/|~|\w+:\/)/.test(text))) {
    throw new NotCacheable(`${file} names ${text}`);
  }
  checkVersions(file, text);
}

/** Refuses versions that are not fixed. */
function checkVersions(file: string, text: string): void {
  const found = /\d\.\+|["':]\s*\+|^\+|SNAPSHOT|latest\.|[[(][\d.]+,|,[\d.]+[\])]/i.exec(text);
  if (found !== null) throw new NotCacheable(`${file} has a version that is not fixed (${found[0]})`);
}
