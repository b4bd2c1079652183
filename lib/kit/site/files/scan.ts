import { createHash } from "node:crypto";
import {
  closeSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  readSync,
  realpathSync,
  statSync,
} from "node:fs";
import { join, resolve, sep } from "node:path";
import type { IConstruct } from "constructs";
import { isSecretFile, toolFolders } from "../../../bundle";
import { Stack } from "../../app";
import { quotas } from "../../core/quotas";
import { fail } from "../errors";
import { isFolder } from "../folders";

/** A file of a site. */
export interface SiteFile {
  /** Its path in the site: `assets/index.js`. */
  readonly key: string;
  /** Where it is on this machine. */
  readonly absolute: string;
  readonly hash: string;
}

/** A folder with files of a site. */
export interface SiteFolder {
  readonly absolute: string;
  /** Path in the site before that of each file: `_next/static`. @default - none */
  readonly under?: string | undefined;
  /** Whether it may be missing. @default false */
  readonly isOptional?: boolean | undefined;
}

/** The place that a scan names in its messages. */
export interface ScanPlace {
  readonly site: IConstruct;
  /** The prop that leads to the folder. */
  readonly prop: string;
  /** @default - the site is not built */
  readonly command?: string | undefined;
  /** The largest file that can be uploaded. */
  readonly maxBytes: number;
}

/** Files of operating systems, and the folders of this library and of Terraform. */
const ignored: readonly string[] = [".DS_Store", "Thumbs.db", ...toolFolders];

/** All files of a site, in the order of their keys. Refuses files that must not be public or cannot be uploaded. */
export function scanFiles(place: ScanPlace, folders: readonly SiteFolder[]): readonly SiteFile[] {
  const files = new Map<string, SiteFile>();
  // The output of the app is part of no site: each synthesis would change it.
  const outdir = resolvedPath(resolve(Stack.of(place.site).app.outdir));
  for (const folder of folders) {
    const { absolute, isOptional = false, under } = folder;
    const { site, prop, command } = place;
    if (!isFolder(absolute)) {
      if (isOptional) continue;
      fail(site, "site-output-missing", prop, { absolute, command });
    }
    const root = realpathSync(absolute);
    for (const path of pathsIn({ ...place, outdir }, root, "")) {
      const key = under === undefined || under === "" ? path : `${under}/${path}`;
      files.set(key, readFile(place, key, join(root, path)));
    }
  }
  if (files.size === 0) {
    fail(place.site, "site-output-empty", place.prop, { absolute: folders[0]?.absolute ?? "" });
  }
  return [...files.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** The paths of all files of a folder, with `/`. */
function pathsIn(
  place: ScanPlace & { readonly outdir: string | undefined },
  root: string,
  below: string,
): string[] {
  const { site, prop, outdir } = place;
  return readdirSync(join(root, below)).flatMap((name) => {
    const path = below === "" ? name : `${below}/${name}`;
    const absolute = join(root, path);
    if (ignored.includes(name) || absolute === outdir) return [];
    const isLink = lstatSync(absolute).isSymbolicLink();
    if (isLink) checkLink(place, root, path);
    // Packages leave out every name that begins with .env; sites take this one.
    if (name !== ".environment" && isSecretFile(name, absolute))
      fail(site, "site-file-secret", prop, { file: path });
    return statSync(absolute).isDirectory() ? pathsIn(place, root, path) : [path];
  });
}

/** A link may lead to another place in the folder. Elsewhere on the machine there may be anything. */
function checkLink({ site, prop }: ScanPlace, root: string, path: string): void {
  const absolute = join(root, path);
  const target = readlinkSync(absolute);
  const real = resolvedPath(absolute);
  const isInside = real?.startsWith(root + sep) === true && !absolute.startsWith(real + sep);
  if (!isInside) fail(site, "site-file-link", prop, { file: path, target });
}

function resolvedPath(absolute: string): string | undefined {
  try {
    return realpathSync(absolute);
  } catch {
    // It does not exist, or is a link to nothing or to itself.
    return undefined;
  }
}

function readFile({ site, prop, maxBytes }: ScanPlace, key: string, absolute: string): SiteFile {
  const { size } = statSync(absolute);
  const { objectKeyBytes } = quotas;
  if (size > maxBytes) {
    fail(site, "site-file-too-large", prop, { file: key, bytes: size, limit: maxBytes });
  }
  const keyBytes = Buffer.byteLength(key);
  if (keyBytes > objectKeyBytes) {
    fail(site, "site-file-name-too-long", prop, { file: key, bytes: keyBytes, limit: objectKeyBytes });
  }
  return { key, absolute, hash: hashOf(absolute, size) };
}

const chunkBytes = 4 * 1024 * 1024;

/** The SHA-256 of a file; undefined if the file does not exist. */
export function hashOfFile(absolute: string): string | undefined {
  const found = statSync(absolute, { throwIfNoEntry: false });
  return found?.isFile() === true ? hashOf(absolute, found.size) : undefined;
}

/** The SHA-256 of a file, which may be too large to be read at once. */
function hashOf(absolute: string, size: number): string {
  const hash = createHash("sha256");
  if (size <= chunkBytes) return hash.update(readFileSync(absolute)).digest("hex");
  const chunk = Buffer.allocUnsafe(chunkBytes);
  const file = openSync(absolute, "r");
  try {
    for (let read = -1; read !== 0; ) {
      read = readSync(file, chunk);
      hash.update(chunk.subarray(0, read));
    }
  } finally {
    closeSync(file);
  }
  return hash.digest("hex");
}
