import { proseOfComments, proseOfMessages } from "./comments";
import { documentProse, findings, sourceFindings } from "./lint";
import { rules } from "./rules";
import { sourceTextOf } from "./source-text";

describe("Rules of prose", () => {
  const commentsOf = (source: string) => proseOfComments(sourceTextOf(source).comments);
  const messagesOf = (source: string) => proseOfMessages(sourceTextOf(source).literals);
  const paragraph = (text: string) => findings("comments", documentProse(text));

  test.each(rules.map((rule) => [rule.name, rule] as const))(
    "%s finds its bad sentence only",
    (name, rule) => {
      expect(paragraph(rule.bad).map((each) => each.rule)).toContain(name);
      expect(paragraph(rule.good)).toEqual([]);
    },
  );

  test("a finding has the line of the sentence in the source", () => {
    const source =
      'export const a = 1;\n\n/**\n * A value.\n *\n * What it is for.\n */\nexport const b = "x";\n';
    const found = findings("comments", commentsOf(source));
    expect(found).toEqual([{ line: 6, rule: "relative-start", text: expect.any(String) }]);
  });

  test("code, quotes and examples are not prose", () => {
    expect(paragraph('Run `is no x`, or write "is told".')).toEqual([]);
    const example = "/**\n * A value.\n * @example\n * What is left\n */\n";
    expect(findings("comments", commentsOf(example))).toEqual([]);
  });

  test("names of tests are prose, their other texts and names in lib are not", () => {
    const source =
      'test.each(["is no x"])("what is no x", () => {\n  expect("The value is no duration").toBe(1);\n});\n';
    const found = sourceFindings(source, "test/a.test.ts");
    expect(found).toMatchObject([
      { line: 1, rule: "relative-start" },
      { line: 1, rule: "is-no" },
    ]);
    expect(sourceFindings(source, "lib/local/services/a.ts")).toEqual([]);
  });

  test("messages are prose, other texts are not", () => {
    const source = 'const a = `The value ${x} is no duration`;\nconst b = "is-no-x";\nconst c = "is no x";\n';
    expect(findings("document", messagesOf(source))).toMatchObject([{ line: 1, rule: "is-no" }]);
  });
});
