import { readFileSync } from "node:fs";
import { join } from "node:path";
import { filesBelow } from "../support/kept-build";
import { docstringFiles } from "./docstring-samples";
import { root } from "./documents";

const files = docstringFiles();

test.each(Object.entries(files))("%s has the examples of the comments (npm run docs)", (path, text) => {
  expect(readFileSync(join(root, path), "utf8")).toBe(text);
});

test("every example in a comment is compiled", () => {
  const compiled = Object.values(files).flatMap((text) => [...text.matchAll(/^\/\/ (lib\/.*)$/gm)]);
  const examples = filesBelow("lib", /\.m?tsx?$/).flatMap((file) => [
    ...readFileSync(join(root, file), "utf8").matchAll(/^ *\* @example$/gm),
  ]);
  expect(examples.length).toBeGreaterThan(60);
  expect(compiled).toHaveLength(examples.length);
});
