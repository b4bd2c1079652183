import { mutationsOf } from "./candidates";

function mutated(source: string): readonly string[] {
  return mutationsOf(source).map(({ start, end, replacement }) => {
    const bytes = Buffer.from(source);
    return Buffer.concat([
      bytes.subarray(0, start),
      Buffer.from(replacement),
      bytes.subarray(end),
    ]).toString();
  });
}

describe("mutationsOf", () => {
  test.each([
    ["f(a === 1);", ["{}", "f((a) !== (1));", "f(a === 2);"]],
    ["const x = a ? b : c;", ["const x = (a) ? (c) : (b);"]],
    ["if (a) b = true;", ["if (!(a)) b = true;", "if (a) b = false;"]],
    ["const x = !a;", ["const x = a;"]],
    ["const x = { ...a, b };", ["const x = { ...{}, b };"]],
    ["const x = a ?? b;", ["const x = ((a) && (b));"]],
    ["#!/usr/bin/env node\nf();", ["#!/usr/bin/env node\n{}"]],
    ["@decorated\nclass A {\n  b = !c;\n}", ["@decorated\nclass A {\n  b = c;\n}"]],
    ['import { a } from "b";\ntype T = 1 | 2;', []],
  ])("of %j are %j", (source, expected) => {
    expect(mutated(source)).toEqual(expected);
  });

  test("counts bytes and lines, also after other files", () => {
    mutationsOf("const other = 1;");
    const source = '// Größe\n\nconst text = "→";\nconst x = a < b;\n';
    expect(mutated(source)).toEqual([source.replace("a < b", "(a) <= (b)")]);
    expect(mutationsOf(source).map(({ line, original }) => [line, original])).toEqual([[4, "a < b"]]);
  });
});
