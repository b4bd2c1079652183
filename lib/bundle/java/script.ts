import { readFileSync } from "node:fs";
import { NotCacheable } from "../cache/file-facts";

/**
 * The words of scripts that read only the project and fixed versions of packages.
 *
 * A script is a program. One with any other word may look at the time, at the history, or at files elsewhere.
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

/** Plugins that do the same for the same sources. */
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

/** Refuses a script that may do more than declare. */
export function checkScript(file: string): void {
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

/** Refuses versions that may be another one tomorrow. */
export function checkVersions(file: string, text: string): void {
  const found = /\d\.\+|["':]\s*\+|^\+|SNAPSHOT|latest\.|[[(][\d.]+,|,[\d.]+[\])]/i.exec(text);
  if (found !== null) throw new NotCacheable(`${file} has a version that is not fixed (${found[0]})`);
}
