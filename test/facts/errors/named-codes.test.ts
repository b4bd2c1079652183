import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { catalogue } from "../../support/catalogue";
import { unnamedCodes } from "./unnamed-codes";

const tests = resolve(__dirname, "../..");
const examples = resolve(tests, "../examples");

/** Sources of the tests in a folder. Hidden folders and outputs may come and go while other tests run. */
function sourcesIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return /^\.|^(node_modules|cdktf\.out)$/.test(entry.name) ? [] : sourcesIn(path);
    return entry.name.endsWith(".test.ts") ? [readFileSync(path, "utf8")] : [];
  });
}

const sources = [tests, examples].flatMap(sourcesIn);
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
