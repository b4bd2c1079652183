import { maxTokens, Pages, tokensOf } from "../../../lib/cli/mcp/tool-box";

describe("Long answers", () => {
  const lines = Array.from({ length: 500 }, (_, index) => JSON.stringify({ index, text: "x".repeat(40) }));

  /** All pages of an answer. */
  function pagesOf(text: string): readonly string[] {
    const pages = new Pages();
    let page = pages.first(text);
    const found = [page.text];
    while (page.cursor !== undefined) {
      const next = pages.next(page.cursor);
      if (next === undefined) throw new Error("no next page");
      page = next;
      found.push(page.text);
    }
    return found;
  }

  test("come in pages of whole lines, which together are the answer", () => {
    const pages = pagesOf(lines.join("\n"));
    expect(pages.length).toBeGreaterThan(4);
    expect(pages.join("")).toBe(lines.join("\n"));
    for (const page of pages) {
      expect(tokensOf(page)).toBeLessThan(maxTokens);
      expect(() =>
        page
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line)),
      ).not.toThrow();
    }
  });

  test.each(["x".repeat(20_000), "ü€😀".repeat(3_000)])(
    "are cut within a line that is too long, but not within a character",
    (text) => {
      const pages = pagesOf(text);
      expect(pages.length).toBeGreaterThan(1);
      expect(pages.join("")).toBe(text);
    },
  );

  test("that are short have one page", () => {
    expect(new Pages().first("a\nb")).toEqual({ text: "a\nb", cursor: undefined, bytesLeft: 0 });
  });

  test("are kept for a while: an old cursor is unknown", () => {
    const pages = new Pages();
    const { cursor = "" } = pages.first(lines.join("\n"));
    expect(pages.next(cursor)).toBeDefined();
    for (let index = 0; index < 60; index += 1) pages.first(lines.join("\n"));
    expect(pages.next(cursor)).toBeUndefined();
  });
});
