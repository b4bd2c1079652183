import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { zipFolder } from "../../../../lib/bundle";
import type { CodeSource } from "../../../../lib/local/invoke";
import { deployedCode } from "../../../../lib/local/invoke/code/bundles";
import type { ReadyCode } from "../../../../lib/local/invoke/code/code";
import { folderWith } from "../support";

const ready = (code: CodeSource) => deployedCode({ name: "fn", code }, folderWith()).ready();
const notBundled = { isRefusal: true, problem: expect.stringContaining("was synthesized without bundling") };

describe("Code that needs no build", () => {
  test("is a folder, if it exists", async () => {
    const folder = folderWith({ "index.js": "" });
    expect(await ready({ folder, zip: "/nowhere/a.zip" })).toEqual({ folder });
  });
  test("is extracted from a zip if there is no folder", async () => {
    const zip = join(folderWith(), "a.zip");
    writeFileSync(zip, zipFolder(folderWith({ "index.js": "here" })).bytes);
    const { folder } = (await ready({ folder: "/nowhere", zip })) as ReadyCode;
    expect(readFileSync(join(folder, "index.js"), "utf8")).toBe("here");
  });
  test.each([
    [undefined, "fn has no code here: only code in a zip or a folder can run."],
    [
      "/nowhere/a.zip",
      "fn: its code /nowhere/a.zip does not exist. Synthesize the app with its bundles first.",
    ],
    ["/", "fn: its code / is not a file."],
  ])("is refused where the zip is %s", async (zip, problem) => {
    expect(await ready({ zip })).toEqual({ isRefusal: true, problem });
  });
  test("is refused if the zip cannot be read", async () => {
    const zip = join(folderWith({ "a.zip": "this is text and not the content of a zip" }), "a.zip");
    expect(await ready({ zip })).toMatchObject({
      isRefusal: true,
      problem: expect.stringContaining(`fn: its code ${zip} cannot be read as a zip: `),
    });
  });
  test("is refused after a synthesis without bundling", async () => {
    expect(await ready({ folder: folderWith({ "not-bundled.txt": "" }) })).toMatchObject(notBundled);
    const zip = join(folderWith(), "a.zip");
    writeFileSync(zip, zipFolder(folderWith()).bytes);
    expect(await ready({ zip })).toMatchObject(notBundled);
  });
});
