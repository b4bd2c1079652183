import { join, resolve } from "node:path";
import { readSources } from "../../support/import-graph";

const lib = join(resolve(__dirname, "../../.."), "lib");

describe("the terminal", () => {
  test("is the only part of the command line and of its servers that writes to stdout and stderr", () => {
    const writing = /process\.(?:stdout|stderr)\.write|console\.(?:log|info|warn|error|debug)\(/;
    const found = Object.entries(readSources(lib))
      .filter(
        ([file, text]) => /^(?:cli|model|local)\/(?!invoke\/)/.test(file) && writing.test(withoutTexts(text)),
      )
      .map(([file]) => file);
    expect(found).toEqual([]);
  });
});

/** Code of pages and of other processes is in templates. */
const withoutTexts = (code: string): string =>
  code.replace(/`[^`]*`|"[^"\n]*"/g, "").replace(/\/\*[\s\S]*?\*\//g, "");
