/** @group slow */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { commandLine } from "../../../lib/cli/program";
import { files as packed } from "../../../package.json";
import { read, render, root } from "../documents";
import { readProps } from "../props-table";
import { readmeOf } from "../readme-of";
import { agentFiles, oldPages } from "./agent-files";
import { maxPageBytes, pageWithin } from "./construct-page";
import { documentedConstructs, pageOf } from "./pages";

const files = agentFiles();

describe.each(Object.entries(files))("%s", (path, text) => {
  test("is up to date (npm run docs)", () => {
    expect(existsSync(join(root, path)) && read(path)).toBe(text);
  });

  test("links to files that exist", () => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)].map(([, link = ""]) => link);
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter((link) => !existsSync(join(root, path, "..", link)))).toEqual([]);
  });
});

describe.each(documentedConstructs.map((each) => [pageOf(each), String(readmeOf(each))]))(
  "%s",
  (path, readme) => {
    const page = files[path] ?? "";
    const document = read(readme);

    test("has at most 12 kB", () => {
      expect(Buffer.byteLength(page)).toBeLessThanOrEqual(maxPageBytes);
    });

    test("has every prop of the document with its type", () => {
      const tables = [...document.matchAll(/^<!-- props (\S+) (\S+) -->$/gm)];
      const props = tables.flatMap(([, file = "", name = ""]) => readProps(read(file), name));
      const missing = props.filter(
        ({ name, type, required }) => !page.includes(`- \`${name}${required ? "" : "?"}: ${type}\``),
      );
      expect(missing.map(({ name }) => name)).toEqual([]);
    });

    test("has every error code of the document", () => {
      const tables = [...document.matchAll(/^<!-- errors .*-->\n([\s\S]*?)<!-- end -->$/gm)];
      const codes = tables.flatMap(([, table = ""]) => table.match(/(?<=^\| `)[\w-]+(?=` \|)/gm) ?? []);
      expect(codes.filter((code) => !page.includes(`\`${code}\``))).toEqual([]);
    });

    test("has an example, if the document begins with one", () => {
      const begins = /```ts/.test(document.split(/^## /m)[0] ?? "");
      expect(page.includes("```ts")).toBe(begins);
    });
  },
);

test("docs/agents/constructs has no page of a construct that is gone", () => {
  expect(oldPages()).toEqual([]);
});

test("a page shortens its last parts first, and no more than it must", () => {
  const parts = [
    ["aaaa", "a"],
    ["bbbb", "bb", "b"],
    ["cccc", ""],
  ] as const;
  expect(pageWithin(100, parts)).toBe("aaaa\n\nbbbb\n\ncccc\n");
  expect(pageWithin(16, parts)).toBe("aaaa\n\nbbbb\n");
  expect(pageWithin(10, parts)).toBe("aaaa\n\nbb\n");
  expect(pageWithin(5, parts)).toBe("a\n\nb\n");
});

describe("AGENTS.md", () => {
  const page = read("AGENTS.md");

  test("has at most 300 lines, and is packed with the pages", () => {
    expect(page.split("\n").length).toBeLessThanOrEqual(300);
    expect(packed).toEqual(expect.arrayContaining(["/AGENTS.md", "docs/agents"]));
  });

  test("names every construct and every command that takes --json", () => {
    const pages = documentedConstructs.map(pageOf);
    expect(pages.filter((each) => !page.includes(`](${each})`))).toEqual([]);
    const commands = render("<!-- json-forms -->\n<!-- end -->\n", "AGENTS.md");
    expect(commands).toContain("| one JSON object per line | `start`, `local`, `logs` |");
    expect(page).toContain(commands.trim());
    const schemas = render("<!-- json-commands -->\n<!-- end -->\n", "docs/agents.md");
    expect(
      schemas.match(/^\| `serverform .* --json` \| .* \| `schemas\/.*\.json` \|$/gm)?.length,
    ).toBeGreaterThan(6);
    expect(read("docs/agents.md")).toContain(schemas.trim());
  });

  test("names commands that exist", () => {
    const named = [...page.matchAll(/(?:`|npx )serverform ([a-z]+)/g)].map(([, command = ""]) => command);
    const commands = commandLine().commands.map((each) => each.name());
    expect(new Set(named).size).toBeGreaterThan(6);
    expect(named.filter((name) => !commands.includes(name))).toEqual([]);
  });
});
