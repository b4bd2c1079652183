import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { read, root } from "./documents";

const page = read("docs/trust.md");
const statements = page.split("\n").filter((line) => line.startsWith("- "));

describe("docs/trust.md", () => {
  test("says something about each boundary", () => {
    const sections = page.split(/^## /m).slice(1);
    expect(sections.length).toBeGreaterThan(6);
    for (const section of sections) expect(section).toMatch(/^[-|] /m);
  });

  test.each(statements)("%s", (statement) => {
    const [, file = "", name = ""] = /<!-- (test\/\S+\.test\.ts): (.+) -->$/.exec(statement) ?? [];
    expect([statement, existsSync(join(root, file)) && file !== ""]).toEqual([statement, true]);
    // A name of a test, of a group of tests, or of a row of a table.
    expect(readFileSync(join(root, file), "utf8")).toContain(`"${name}"`);
  });

  test("names tests in its tables that exist", () => {
    const rows = page.split("\n").filter((line) => !line.startsWith("- "));
    const files = rows.flatMap((row) =>
      [...row.matchAll(/`(test\/[^`]+\.test\.ts)`/g)].map(([, file = ""]) => file),
    );
    const texts = files.map((file) => readFileSync(join(root, file), "utf8"));
    const names = rows.flatMap((row) => [...row.matchAll(/"([^"]+)"/g)].map(([, name = ""]) => name));
    expect(names.length).toBeGreaterThan(8);
    // A test that is written once for several values has a gap in its name.
    const isThere = (name: string) => {
      const words = name.replace(/ ?\.\.\.$/, "").split(" ");
      const starts = words.map((_, index) => words.slice(0, index + 1).join(" ")).slice(2);
      const forms = [words.join(" "), ...starts.map((start) => `${start} %`)];
      return texts.some((text) => forms.some((form) => text.includes(form)));
    };
    expect(names.filter((name) => !isThere(name))).toEqual([]);
  });

  test.each(["README.md", "lib/local/README.md"])("%s leads to it", (document) => {
    expect(read(document)).toMatch(/\]\((?:\.\.\/)*docs\/trust\.md\)/);
  });
});
