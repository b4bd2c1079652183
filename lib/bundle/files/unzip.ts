import { isUtf8 } from "node:buffer";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { unzipSync } from "fflate";
import { codeLimits } from "../limits";
import { isInside } from "./copy-source";

/** Unpacks a zip; returns the problem if the zip is invalid. */
export function unzipInto(zip: Uint8Array, folder: string): string | undefined {
  let files: Readonly<Record<string, Uint8Array>>;
  try {
    let bytes = 0;
    // The sizes are known before anything is unpacked.
    files = unzipSync(zip, {
      filter: ({ originalSize }) => {
        bytes += originalSize;
        if (bytes > codeLimits.unzipped)
          throw new RangeError(`The zip has more than ${codeLimits.unzipped} bytes when it is unpacked`);
        return true;
      },
    });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  const facts = factsOf(zip);
  for (const [read, content] of Object.entries(files)) {
    const { path, executable } = facts.get(read) ?? { path: read, executable: false };
    const file = join(folder, path);
    if (path.startsWith("/") || !isInside(file, folder)) return `${path} points outside the zip`;
    if (path.endsWith("/")) continue;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    chmodSync(file, executable ? 0o755 : 0o644);
  }
  return undefined;
}

const centralHeader = 0x02_01_4b_50;
const centralHeaderBytes = 46;
const endHeader = 0x06_05_4b_50;
const endHeaderBytes = 22;
const ownerMayExecute = 0o100;
/** The name is in UTF-8. Programs such as Info-ZIP write UTF-8 without this flag. */
const namedInUtf8 = 0x0800;

/**
 * The facts that fflate does not return, by its name of a file: the mode, because a custom runtime needs an executable file, and the name
 * where fflate has taken UTF-8 for another charset.
 */
function factsOf(
  zip: Uint8Array,
): ReadonlyMap<string, { readonly path: string; readonly executable: boolean }> {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  let end = zip.length - endHeaderBytes;
  while (end >= 0 && view.getUint32(end, true) !== endHeader) end--;
  const found = new Map<string, { readonly path: string; readonly executable: boolean }>();
  if (end < 0) return found;
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  for (let index = 0; index < count; index++) {
    if (at + centralHeaderBytes > zip.length || view.getUint32(at, true) !== centralHeader) break;
    const [name, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
    const mode = view.getUint16(at + 40, true);
    const start = at + centralHeaderBytes;
    const bytes = Buffer.from(zip.subarray(start, start + (name ?? 0)));
    const isMarked = (view.getUint16(at + 8, true) & namedInUtf8) !== 0;
    const read = bytes.toString(isMarked ? "utf8" : "latin1");
    const path = isUtf8(bytes) ? bytes.toString("utf8") : read;
    found.set(read, { path, executable: (mode & ownerMayExecute) !== 0 });
    at = start + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return found;
}
