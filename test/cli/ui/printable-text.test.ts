import { handlerOutput, mapTexts, printableJson, printableText } from "../../../lib/cli/ui/printable-text";

const controls = [...Array(32).keys(), ...Array.from({ length: 33 }, (_, index) => 0x7f + index)].map(
  (code) => String.fromCharCode(code),
);
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const isControl = /[\u0000-\u001f\u007f-\u009f]/;

describe("printableText", () => {
  test("leaves no control character of C0, DEL or C1", () => {
    expect(controls).toHaveLength(65);
    expect(controls.map((each) => printableText(`a${each}b`)).filter((text) => isControl.test(text))).toEqual(
      [],
    );
    expect(new Set(controls.map(printableText)).size).toBe(65);
  });

  test.each([
    ["a\nReady. Stop with Ctrl-C.", "a\\nReady. Stop with Ctrl-C."],
    ["\u001b]52;c;cm0gLXJm\u0007", "\\x1b]52;c;cm0gLXJm\\x07"],
    ["\u009b2J", "\\x9b2J"],
    ["\u001b[31mred", "\\x1b[31mred"],
    ["a\u2028b\u202ec", "a\\u2028b\\u202ec"],
    ["Grüße 日本 👋", "Grüße 日本 👋"],
  ])("shows %j as %j", (text, shown) => {
    expect(printableText(text)).toBe(shown);
  });
});

describe("handlerOutput", () => {
  test("lets line ends and tabs pass, and no other control character", () => {
    const passed = controls.filter((each) => isControl.test(handlerOutput(`a${each}b`)));
    expect(passed).toEqual(["\t", "\n"]);
  });

  test.each([
    [
      "\u001b[31mred\u001b[0m \u001b[38;2;1;2;3mown\u001b[m",
      "\u001b[31mred\u001b[0m \u001b[38;2;1;2;3mown\u001b[m",
    ],
    ["a\r\nb", "a\nb"],
    ["50 %\r100 %", "50 %\\r100 %"],
    ["\u001b[2J\u001b[H", "\\x1b[2J\\x1b[H"],
    ["\u001b[?1049h", "\\x1b[?1049h"],
    ["\u001b]0;title\u0007", "\\x1b]0;title\\x07"],
    ["\u001b[31", "\\x1b[31"],
  ])("shows %j as %j", (text, shown) => {
    expect(handlerOutput(text)).toBe(shown);
  });
});

describe("printableJson", () => {
  test("has no control character, and the same value", () => {
    const value = { text: controls.join(""), list: ["\u2028"] };
    const json = printableJson(value);
    expect(json).not.toMatch(isControl);
    expect(JSON.parse(json)).toEqual(value);
  });
});

describe("mapTexts", () => {
  test("changes the texts of lists and objects", () => {
    const changed = mapTexts(
      { a: "x", b: ["y", { c: "z" }], d: 1, e: undefined, f: null },
      (text) => `${text}!`,
    );
    expect(changed).toEqual({ a: "x!", b: ["y!", { c: "z!" }], d: 1, e: undefined, f: null });
  });
});
