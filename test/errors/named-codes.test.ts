import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { catalogue } from "../../lib/catalogue";
import { unnamedCodes } from "./unnamed-codes";

const tests = resolve(__dirname, "..");
const examples = resolve(tests, "../examples");

/** Sources of all tests. */
const sources = [tests, examples].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts") && !/(^|\/)(node_modules|cdktf\.out)\//.test(name))
    .map((name) => readFileSync(join(folder, name), "utf8")),
);
const words = new Set(sources.flatMap((source) => source.match(/[\w-]+/g) ?? []));

describe("each error code", () => {
  const unnamed = Object.keys(catalogue).filter((code) => !words.has(code));

  test("is named by a test, but for those that are listed", () => {
    expect(unnamed.filter((code) => !unnamedCodes.includes(code))).toEqual([]);
  });

  test("that is listed is named by no test", () => {
    expect(unnamedCodes.filter((code) => !unnamed.includes(code))).toEqual([]);
  });
});
