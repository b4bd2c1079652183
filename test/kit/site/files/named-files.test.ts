import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { NamedFiles } from "../../../../lib/kit/site/files/upload-order";
import { temporaryFolder } from "../../../support/stack";

const fileOf = (key: string, absolute = "") => ({ key, absolute, hash: "" });
const keys = ["a/app.js", "b/app.js", "größe.css", "a%zz.txt", "photo-1.2.png"];
const named = new NamedFiles(keys.map((key) => ({ file: fileOf(key) })));

function namedIn(content: string, key = "index.html"): readonly string[] {
  const absolute = join(temporaryFolder(), "text");
  writeFileSync(absolute, content);
  return [...new Set(named.in(fileOf(key, absolute)).map(({ file }) => file.key))];
}

test.each([
  ['<script src="/docs/app.js?v=1">', ["a/app.js", "b/app.js"]],
  ["app.js, app.js", ["a/app.js", "b/app.js"]],
  ["url(gr%C3%B6%C3%9Fe.css)", ["größe.css"]],
  ["url(größe.css)", ["größe.css"]],
  ["'a%zz.txt'", ["a%zz.txt"]],
  ["`photo-1.2.png`", ["photo-1.2.png"]],
  ["myapp.js app.jsx app", []],
  ["", []],
])("the text %j names %j", (content, expected) => {
  expect(namedIn(content)).toEqual(expected);
});

test.each([
  ["a.htm", 2],
  ["a.HTML", 2],
  ["a.css", 2],
  ["a.mjs", 2],
  ["a.json", 2],
  ["a.webmanifest", 2],
  ["a.svg", 2],
  ["a.png", 0],
  ["html", 0],
])("the text of %s is read: %d", (key, expected) => {
  expect(namedIn("app.js", key)).toHaveLength(expected);
});
