import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isLibraryError, ServerformError } from "../../../../lib/facts/errors/error";
import { Stack } from "../../../../lib/kit/app";
import { explainOutdir } from "../../../../lib/kit/app/settings/outdir";
import { temporaryFolder, testApp } from "../../../support/stack";

const folderWith = (file: string) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, file), "");
  return folder;
};

test.each([
  ["a file", () => join(folderWith("out"), "out"), "it is a file"],
  ["below a file", () => join(folderWith("out"), "out", "deeper"), "it is not a folder"],
  ["a folder with a file named stacks", () => folderWith("stacks"), "it is a file"],
])("an output folder that is %s is refused", (_, make, reason) => {
  const outdir = make();
  const declare = () => testApp({ outdir });
  expect(declare).toThrow(expect.objectContaining({ code: "outdir-unusable", path: "app", prop: "outdir" }));
  expect(declare).toThrow(`outdir is ${JSON.stringify(outdir)}, where nothing can be written: ${reason}`);
});

test("a path that is occupied later is named, too", () => {
  const outdir = temporaryFolder();
  const app = testApp({ outdir });
  new Stack(app, "Main");
  rmSync(join(outdir, "stacks"), { recursive: true });
  writeFileSync(join(outdir, "stacks"), "");
  expect(() => app.synth()).toThrow(/^app: outdir is .*where nothing can be written.*\[outdir-unusable\]$/s);
});

test.each([
  ["EROFS", "its file system is read-only"],
  ["EACCES", "it may not be written to"],
  ["ENOSPC", "the disk is full"],
  ["EIO", "EIO"],
])("%s is reported in words", (code, words) => {
  const error = Object.assign(new Error(code), { code, path: "/out/stacks/cdk.tf.json" });
  expect(String(explainOutdir("/out", error))).toContain(`${words} (/out/stacks/cdk.tf.json)`);
});

test("a full disk is reported if the system names no file, and in other folders", () => {
  const error = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
  expect(String(explainOutdir("/out", error))).toContain("the disk is full (/out)");
  expect(String(explainOutdir("/out", Object.assign(error, { path: "/tmp/a" })))).toContain(
    "the disk is full (/tmp/a)",
  );
});

test("errors of other folders, and errors outside of the file system, stay unchanged", () => {
  const elsewhere = Object.assign(new Error("x"), { code: "EACCES", path: "/outside/file" });
  for (const error of [elsewhere, new Error("x"), undefined]) {
    expect(explainOutdir("/out", error)).toBe(error);
    expect(isLibraryError(explainOutdir("/out", error))).toBe(false);
  }
});

test("an error of the library stays itself for every output folder", () => {
  const error = new ServerformError("name-taken", "dev-notes-Main/Queue", "name", "is taken");
  expect(explainOutdir(process.cwd(), error)).toBe(error);
});

test("a folder that is there is kept", () => {
  const outdir = temporaryFolder();
  mkdirSync(join(outdir, "stacks", "old"), { recursive: true });
  expect(() => testApp({ outdir })).not.toThrow();
});
