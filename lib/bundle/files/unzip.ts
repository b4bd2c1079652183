import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { unzipSync } from "fflate";
import { codeLimits } from "../limits";

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
  const executables = executablesOf(zip);
  for (const [path, content] of Object.entries(files)) {
    const relative = normalize(path);
    if (relative.startsWith("..") || relative.startsWith("/")) return `${path} points outside the zip`;
    if (path.endsWith("/")) continue;
    const file = join(folder, relative);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    chmodSync(file, executables.has(path) ? 0o755 : 0o644);
  }
  return undefined;
}

const centralHeader = 0x02_01_4b_50;
const centralHeaderBytes = 46;
const endHeader = 0x06_05_4b_50;
const endHeaderBytes = 22;
const ownerMayExecute = 0o100;

/** The executable files: fflate does not return the mode, and a custom runtime needs an executable file. */
function executablesOf(zip: Uint8Array): ReadonlySet<string> {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  let end = zip.length - endHeaderBytes;
  while (end >= 0 && view.getUint32(end, true) !== endHeader) end--;
  const found = new Set<string>();
  if (end < 0) return found;
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  for (let index = 0; index < count; index++) {
    if (at + centralHeaderBytes > zip.length || view.getUint32(at, true) !== centralHeader) break;
    const [name, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
    const mode = view.getUint16(at + 40, true);
    const start = at + centralHeaderBytes;
    const path = new TextDecoder().decode(zip.subarray(start, start + (name ?? 0)));
    if ((mode & ownerMayExecute) !== 0) found.add(path);
    at = start + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return found;
}
