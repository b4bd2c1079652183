/** @group processes */

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, symlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { unzipSync, zipSync } from "fflate";
import { zipFolder } from "../../../lib/bundle";
import { unzipInto } from "../../../lib/bundle/files/unzip";
import { folderWith, write } from "../support";

const text = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString();

describe("A zipped folder", () => {
  test("has all files, sorted by path", () => {
    const folder = folderWith({ "b.js": "b", "a/z.js": "z", "a.js": "a", "B.js": "B" });
    const files = unzipSync(zipFolder(folder).bytes);
    expect(Object.keys(files)).toEqual(["B.js", "a.js", "a/z.js", "b.js"]);
    expect(text(files["a/z.js"])).toBe("z");
  });

  test("is the same for other times, modes of the group and orders of writing", () => {
    const [one, two] = [folderWith({ "a.js": "a", "b.js": "b" }), folderWith({ "b.js": "b" })];
    write(two, { "a.js": "a" });
    chmodSync(join(two, "a.js"), 0o600);
    utimesSync(join(two, "b.js"), 1_000_000_000, 1_000_000_000);
    expect(Buffer.compare(zipFolder(one).bytes, zipFolder(two).bytes)).toBe(0);
  });

  test("is the same at another time and in another time zone", () => {
    const folder = folderWith({ "a.js": "a" });
    const entry = join(__dirname, "../../../lib/bundle/files/zip.ts");
    const { outputFiles } = buildSync({
      entryPoints: [entry],
      bundle: true,
      platform: "node",
      format: "iife",
      globalName: "zip",
      write: false,
    });
    const script = `Date.now = () => 2e12; ${outputFiles[0]?.text}; console.log(zip.zipFolder(${JSON.stringify(folder)}).sha256Base64)`;
    const hashes = ["Pacific/Kiritimati", "Pacific/Pago_Pago"].map((TZ) =>
      execFileSync(process.execPath, ["-e", script], {
        env: { ...process.env, TZ },
        encoding: "utf8",
      }).trim(),
    );
    const here = zipFolder(folder).sha256Base64;
    expect(hashes).toEqual([here, here]);
  });

  test("comes with the hash that a function's source_code_hash takes", () => {
    const { bytes, sha256Base64 } = zipFolder(folderWith({ "a.js": "a" }));
    expect(sha256Base64).toBe(createHash("sha256").update(bytes).digest("base64"));
  });

  test("keeps the executable mode of files that their owner may execute, and of no others", () => {
    const folder = folderWith({ bootstrap: "#!", "readme.md": "" });
    chmodSync(join(folder, "bootstrap"), 0o700);
    chmodSync(join(folder, "readme.md"), 0o666);
    const again = folderWith();
    expect(unzipInto(zipFolder(folder).bytes, again)).toBeUndefined();
    expect(Buffer.compare(zipFolder(again).bytes, zipFolder(folder).bytes)).toBe(0);
    expect(modesIn(zipFolder(folder).bytes)).toEqual([0o100_755, 0o100_644]);
  });

  test("has the content of linked files and leaves out links that enclose themselves", () => {
    const folder = folderWith({ "real/a.js": "a" });
    symlinkSync(join(folder, "real"), join(folder, "linked"));
    symlinkSync(folder, join(folder, "real", "loop"));
    symlinkSync(join(folder, "nowhere"), join(folder, "broken"));
    expect(Object.keys(unzipSync(zipFolder(folder).bytes))).toEqual(["linked/a.js", "real/a.js"]);
  });
});

test.each(["../evil", "/evil", "a/../../evil"])("A zip with the path %s is refused", (path) => {
  expect(unzipInto(zipSync({ [path]: new Uint8Array() }), folderWith())).toBe(
    `${path} points outside the zip`,
  );
});

/** The modes in the directory of a zip, in its order. */
function modesIn(zip: Uint8Array): number[] {
  const buffer = Buffer.from(zip);
  const modes: number[] = [];
  for (let at = buffer.indexOf("PK\x01\x02"); at >= 0; at = buffer.indexOf("PK\x01\x02", at + 1)) {
    modes.push(buffer.readUInt16LE(at + 40));
  }
  return modes;
}
