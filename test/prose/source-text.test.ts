import { sourceTextOf } from "./source-text";

describe("Text of a source", () => {
  const literals = (source: string) => sourceTextOf(source).literals.map(({ parts }) => parts.join("|"));
  const comments = (source: string) => sourceTextOf(source).comments.map(({ value }) => value);

  test.each([
    ["strings of both kinds", `a("x 'y'", 'z "w"')`, ["x 'y'", 'z "w"']],
    ["escapes", String.raw`a("b\"c\n\u0064\x65\u{66}")`, ['b"c\ndef']],
    ["the parts of a template", "a(`b${c}d${{ e: {} }}f`)", ["b|d|f"]],
    ["a template within another one", 'a(`b${c ? `d${"e"}` : ""}f`)', ["b|f", "d|", "e", ""]],
    ["an escaped expression", "a(`b\\${c}`)", ["b${c}"]],
    ["no quote of a regular expression", `a.replace(/["'\`/]/g, "b"); return /"/;`, ["b"]],
    ["a string between divisions", `a = b / c + d("e") / f`, ["e"]],
    ["no quote of a comment", `// don't\nconst a = "b"; /* it's "c" */`, ["b"]],
    ["an apostrophe of a page", `<p className="a">don't</p>; b("c")`, ["a", "c"]],
  ])("finds %s", (_, source, expected) => {
    expect(literals(source)).toEqual(expected);
  });

  test.each([
    ["no comment in a string", `a("https://b", "/* c */"); // d`, [" d"]],
    ["no comment in a template", "a(`//${/* b */ c}/*`)", [" b "]],
    ["no comment in a regular expression", "a(/[/*]/, b); // c", [" c"]],
  ])("finds %s", (_, source, expected) => {
    expect(comments(source)).toEqual(expected);
  });

  test("each part has its lines", () => {
    const source = "/**\n * a\n */\nb(`\n${c}`,\n'd'); // e";
    expect(sourceTextOf(source)).toEqual({
      comments: [
        { value: "*\n * a\n ", isLine: false, line: 1, endLine: 3 },
        { value: " e", isLine: true, line: 6, endLine: 6 },
      ],
      literals: [
        { parts: ["\n", ""], line: 4, isTestName: false },
        { parts: ["d"], line: 6, isTestName: false },
      ],
    });
  });

  test.each([
    `describe("a", b)`,
    `test(\n  "a", b)`,
    `test.skip("a", b)`,
    `describeWithSdk("a", b)`,
    `test.each<[string]>([["b"]])("a", b)`,
    "test(`a`, b)",
    "(hasB ? test : test.skip)('a', b)",
  ])("%s has a name", (source) => {
    const names = sourceTextOf(source).literals.filter(({ isTestName }) => isTestName);
    expect(names.map(({ parts }) => parts)).toEqual([["a"]]);
  });

  test.each([`pattern.test("a")`, `latest("a")`, `test(a, "b")`, `expect(a("b")).toBe("c")`])(
    "%s has no name",
    (source) => {
      expect(sourceTextOf(source).literals.filter(({ isTestName }) => isTestName)).toEqual([]);
    },
  );

  test("a template without an end is an error", () => {
    expect(() => sourceTextOf("\na(`b")).toThrow("The template in line 2 has no end");
  });
});
