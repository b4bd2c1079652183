import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Token } from "cdktf";
import { placeholderOf } from "../../../../lib/kit/site/files/replacements";
import { findReplaced } from "../../../../lib/kit/site/server/package";
import { temporaryFolder } from "../../../support/stack";

const environment = { TABLE: Token.asString({ ref: 1 }), PLAIN: "text" };
const most = 20 * 1024 * 1024;
const text = placeholderOf("TABLE");

/** The files of a server that hold texts in place of values. */
function found(files: Readonly<Record<string, string>>, variables: Record<string, string> = environment) {
  const folder = temporaryFolder();
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return findReplaced(variables, ".", { folder, base: folder });
}

test("files with the text of a reference are found in all folders but those of packages and in source maps", () => {
  const files = { "b.js": text, "a/c.js": text, "a/none.js": "x", "b.js.map": text };
  expect(found({ ...files, "node_modules/d.js": text })).toEqual({
    program: ".",
    files: ["a/c.js", "b.js"],
    keys: ["TABLE"],
  });
});

test("files up to 20 MB are read", () => {
  const files = { "most.js": text.padEnd(most, "x"), "more.js": text.padEnd(most + 1, "x") };
  expect(found(files)?.files).toEqual(["most.js"]);
});

test("lists a file only if such files exist, and if they have references", () => {
  expect(found({ "a.js": placeholderOf("PLAIN") })).toBeUndefined();
  expect(found({ "a.js": text }, { PLAIN: "text" })).toBeUndefined();
});
