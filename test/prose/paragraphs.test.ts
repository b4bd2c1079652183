import { paragraphsOf } from "./paragraphs";

describe("Paragraphs of Markdown", () => {
  test.each([
    [
      "lines between blank lines",
      "a\nb\n\n\nc",
      [
        ["a\nb", 1],
        ["c", 5],
      ],
    ],
    [
      "entries of a list, each its own",
      "a\n\n- b\n- c\n\nd",
      [
        ["a", 1],
        ["b", 3],
        ["c", 4],
        ["d", 6],
      ],
    ],
    [
      "the rest of an entry",
      "1. a\n\n   b",
      [
        ["a", 1],
        ["b", 3],
      ],
    ],
    ["text next to a heading", "# a\nb", [["b", 2]]],
    ["no rows of a table", "|a|b|\n|-|-|\n|c|d|\n\ne", [["e", 5]]],
    [
      "no code with blank lines",
      "a\n\n```sh\nb\n\nc\n```\n\nd",
      [
        ["a", 1],
        ["d", 9],
      ],
    ],
    [
      "no HTML with blank lines",
      "a\n\n<!-- b\n\nc -->\n\nd",
      [
        ["a", 1],
        ["d", 7],
      ],
    ],
    ["no front matter", "---\na: b\n\nc: d\n---\n\ne", [["e", 7]]],
  ] as const)("are %s", (_, text, expected) => {
    expect(paragraphsOf(text).map(({ text, line }) => [text, line])).toEqual(expected);
  });
});
