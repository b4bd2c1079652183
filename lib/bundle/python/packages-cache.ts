import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { PythonArtifact } from "../artifact";
import { copyFolder } from "../files/copy-files";

/** Settings of pip that decide which packages it finds. */
const settings = [
  "PIP_INDEX_URL",
  "PIP_EXTRA_INDEX_URL",
  "PIP_FIND_LINKS",
  "PIP_NO_INDEX",
  "PIP_CONFIG_FILE",
];

/** Entries that were not used for so long are removed. */
const keptMs = 30 * 86_400_000;

/**
 * Installed packages, by the requirements that they were installed for: an edit of the code installs nothing.
 *
 * A requirement without a version keeps the version of its first installation until the requirements change.
 *
 * @param fill - installs the packages into a folder; false if it failed
 */
export function installOnce(
  artifact: PythonArtifact,
  requirements: string,
  fill: (folder: string) => boolean,
): boolean {
  const key = cacheKey(artifact, requirements);
  // Packages of local folders may change without the requirements.
  if (key === undefined) return fill(artifact.outDir);
  const cache = join(artifact.appPath, ".serverform", "python");
  const entry = join(cache, key);
  if (!existsSync(entry)) {
    const unfinished = `${entry}.${process.pid}`;
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished, { recursive: true });
    if (!fill(unfinished)) {
      rmSync(unfinished, { recursive: true, force: true });
      return false;
    }
    moveInto(unfinished, entry);
  }
  const now = new Date();
  utimesSync(entry, now, now);
  removeUnused(cache, now);
  copyFolder(entry, artifact.outDir);
  return true;
}

/** Another process may have installed the same meanwhile. */
function moveInto(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
    rmSync(from, { recursive: true, force: true });
  }
}

function removeUnused(cache: string, now: Date): void {
  for (const name of readdirSync(cache)) {
    const path = join(cache, name);
    const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? {};
    if (mtimeMs !== undefined && mtimeMs < now.getTime() - keptMs)
      rmSync(path, { recursive: true, force: true });
  }
}

/** Undefined if the requirements name files of this machine. */
function cacheKey({ runtime, architecture }: PythonArtifact, requirements: string): string | undefined {
  const text = readRequirements(requirements);
  if (text === undefined) return undefined;
  const facts = [text, runtime, architecture, ...settings.map((name) => process.env[name] ?? "")];
  return createHash("sha256").update(JSON.stringify(facts)).digest("hex").slice(0, 32);
}

/** Requirements with those of the lists that they name; undefined if one of them names a file or folder. */
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
  if (/^(-e|--editable)\b/.test(line) || /^[./~]/.test(line) || /\bfile:/.test(line)) return true;
  const place = /^(?:-f|--find-links|-i|--index-url|--extra-index-url)[ =]*(.+)$/.exec(line)?.[1];
  if (place !== undefined) return !/^https?:/.test(place);
  return /\.(whl|zip|tar\.gz)$/.test(line) && !/https?:/.test(line);
}
