import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { PythonArtifact } from "../artifact";
import { BundleCache } from "../cache/bundle-cache";
import { filesToKeep, restoreFiles } from "../cache/cache-entry";
import { version as formatVersion } from "../cache/format";
import { copyFolder, type Notify } from "../files/copy-source";
import type { Python } from "./find-python";
import type { Installation } from "./install";

/**
 * Installed packages, by their requirements: an edit of the code installs nothing.
 *
 * A requirement without a version keeps the version of its first installation until the requirements change.
 *
 * @param place - the Python of this machine, if the packages are for it
 * @param fill - installs the packages into a folder; false if it failed
 */
export function installOnce(
  artifact: PythonArtifact,
  installations: readonly Installation[],
  place: Python | undefined,
  notify: Notify,
  fill: (folder: string) => boolean,
): boolean {
  const { appPath, outDir } = artifact;
  const key = cacheKey(artifact, installations, place);
  // Packages of local folders may change without the requirements.
  const cache = key === undefined ? undefined : BundleCache.open(appPath, notify);
  if (key === undefined || cache === undefined) return fill(outDir);
  const known = cache.entriesOf(key).find(({ entry }) => restoreFiles(cache, entry.files, outDir));
  if (known !== undefined) {
    cache.touch(known, new Date());
    return true;
  }
  return fillEmpty(outDir, (folder) => {
    if (!fill(folder)) return false;
    if (cacheKey(artifact, installations, place) !== key || !cache.prepare()) return true;
    cache.add(key, { facts: [], warnings: [], exports: [] }, filesToKeep(folder));
    cache.prune();
    return true;
  });
}

/** Fills a folder. If a hook has written to it, uses another folder first, because the hook's files are not cached. */
function fillEmpty(outDir: string, fill: (folder: string) => boolean): boolean {
  if (readdirSync(outDir).length === 0) return fill(outDir);
  const folder = mkdtempSync(join(tmpdir(), "packages-"));
  try {
    const isFilled = fill(folder);
    if (isFilled) copyFolder(folder, outDir);
    return isFilled;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Undefined if the requirements name files of this machine. */
function cacheKey(
  { runtime, architecture }: PythonArtifact,
  installations: readonly Installation[],
  place: Python | undefined,
): string | undefined {
  const texts = installations.map(({ files, options }) => {
    const lists = files.map((file) => readRequirements(file));
    // The paths of the files differ in each build.
    return lists.includes(undefined) ? undefined : [lists, options.filter((each) => !files.includes(each))];
  });
  if (texts.includes(undefined)) return undefined;
  const { program: _program, ...machine } = place ?? { program: "" };
  const facts = [formatVersion, "python", texts, runtime, architecture, machine, settingsOfPip()];
  return createHash("sha256").update(JSON.stringify(facts)).digest("hex").slice(0, 32);
}

/** All settings that may change where pip finds packages: its variables, and the settings files of the machine and the user. */
function settingsOfPip(): readonly unknown[] {
  const {
    PIP_CONFIG_FILE = "",
    XDG_CONFIG_HOME = join(homedir(), ".config"),
    VIRTUAL_ENV = "",
  } = process.env;
  const folders = [
    "/etc",
    "/etc/xdg/pip",
    join(homedir(), ".pip"),
    join(XDG_CONFIG_HOME, "pip"),
    VIRTUAL_ENV,
  ];
  const files = [PIP_CONFIG_FILE, ...folders.filter(Boolean).map((folder) => join(folder, "pip.conf"))];
  const variables = Object.entries(process.env).filter(([name]) => name.startsWith("PIP_"));
  return [variables.sort(), files.filter(existsSync).map((file) => readFileSync(file, "utf8"))];
}

/** Requirements with the lists that they include; undefined if one of them names a file or folder. */
function readRequirements(file: string, seen: readonly string[] = []): string | undefined {
  if (seen.includes(file) || !existsSync(file)) return undefined;
  const lines = readFileSync(file, "utf8")
    .replace(/\\\r?\n/g, " ")
    .split(/\r?\n/)
    .map((line) => line.replace(/(^|\s)#.*$/, "").trim())
    .filter((line) => line !== "");
  const parts = lines.map((line) => {
    const list = /^(?:-r|-c|--requirement|--constraint)[ =]*(.+)$/.exec(line)?.[1];
    if (list !== undefined) return readRequirements(resolve(dirname(file), list), [...seen, file]);
    return isLocal(line) ? undefined : line;
  });
  return parts.includes(undefined) ? undefined : parts.join("\n");
}

function isLocal(line: string): boolean {
  if (/^(-e|--editable)\b/.test(line) || /^(?:[./~]|[\w-][\w.-]*\/)/.test(line) || /\bfile:/.test(line))
    return true;
  const place = /^(?:-f|--find-links|-i|--index-url|--extra-index-url)[ =]*(.+)$/.exec(line)?.[1];
  if (place !== undefined) return !/^https?:/.test(place);
  return /\.(whl|zip|tar\.gz)$/.test(line) && !/https?:/.test(line);
}
