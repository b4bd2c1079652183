import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { isRecord } from "../../facts/text/record";

const blockSize = 512;

/** The `package.json` in a packed file, with its name. */
export type PackedManifest = Readonly<Record<string, unknown>> & { readonly name: string };

/**
 * The `package.json` in a file of `npm pack`; undefined for other files.
 *
 * Source: https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html (ustar interchange format)
 */
export function packedManifest(file: string): PackedManifest | undefined {
  try {
    const manifest: unknown = JSON.parse(readEntry(gunzipSync(readFileSync(file)), "package/package.json"));
    return isRecord(manifest) && typeof manifest.name === "string"
      ? { ...manifest, name: manifest.name }
      : undefined;
  } catch {
    return undefined;
  }
}

function readEntry(archive: Buffer, wanted: string): string {
  const text = (from: number, to: number) => archive.toString("utf8", from, to).replace(/\0.*$/s, "");
  for (let at = 0; at + blockSize <= archive.length; ) {
    const size = Number.parseInt(text(at + 124, at + 136).trim() || "0", 8);
    const start = at + blockSize;
    if (text(at, at + 100) === wanted) return archive.toString("utf8", start, start + size);
    at = start + Math.ceil(size / blockSize) * blockSize;
  }
  return "";
}
