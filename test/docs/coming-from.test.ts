import { readdirSync } from "node:fs";
import { join } from "node:path";
import * as library from "../../lib";
import { grantsByType } from "../../lib/model";
import { guides, read, root } from "./documents";

const pages = guides.filter((page) => page.startsWith("docs/coming-from/"));

/** The cells that name this library: the second column of each table. */
const cellsOf = (page: string): string =>
  read(page)
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) => line.split(/(?<!\\)\|/)[2] ?? "")
    .join("\n");

const namesIn = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, name = ""]) => name);

describe("the pages for users of other tools", () => {
  test("are one for each tool", () => {
    expect(pages).toHaveLength(6);
  });

  test.each(pages)("%s names constructs, grants and commands that exist", (page) => {
    const cells = cellsOf(page);
    const constructs = namesIn(cells, /new (\w+)\(/g).filter((name) => !(name in library));
    const grants = Object.values(grantsByType).flatMap(({ access }) => Object.keys(access));
    const unknownGrants = namesIn(cells, /"(grant\w+)"/g).filter((name) => !grants.includes(name));
    const commands = readdirSync(join(root, "lib/cli/commands")).map((file) => file.replace(".ts", ""));
    const unknownCommands = namesIn(cells, /`serverform ([a-z]+)[ `]/g).filter(
      (name) => !commands.includes(name),
    );
    expect([...constructs, ...unknownGrants, ...unknownCommands]).toEqual([]);
  });

  test.each(pages)("%s names methods of App that exist", (page) => {
    const methods = namesIn(cellsOf(page), /\bapp\.(\w+)\(/g);
    expect(methods.filter((name) => !(name in library.App.prototype))).toEqual([]);
  });
});
