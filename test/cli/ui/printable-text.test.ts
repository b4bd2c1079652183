import {
  handlerOutput,
  mapTexts,
  printableJson,
  printableLines,
  printableText,
} from "../../../lib/cli/ui/printable-text";

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

/** Characters that a person does not see, and that an agent or a terminal reads. */
const hidden = [
  ["a zero width space", "a\u200bb", "a\\u200bb"],
  ["a mark of direction", "a\u200eb", "a\\u200eb"],
  ["an override of direction", "a\u202eb", "a\\u202eb"],
  ["a soft hyphen", "a\u00adb", "a\\xadb"],
  ["a word joiner", "a\u2060b", "a\\u2060b"],
  ["a byte order mark", "a\ufeffb", "a\\ufeffb"],
  ["a joiner between Latin letters", "a\u200db", "a\\u200db"],
  ["a filler", "a\u3164b", "a\\u3164b"],
  ["a variation selector", "a\ufe01b", "a\\ufe01b"],
  ["letters of tags", "a\u{e0041}\u{e0042}", "a\\u{e0041}\\u{e0042}"],
  ["a selector of the supplement", "a\u{e0100}", "a\\u{e0100}"],
  ["half of a pair", "a\ud800b", "a\\ud800b"],
] as const;

describe("invisible characters", () => {
  test.each(hidden)("%s is shown in texts, lines, output and JSON", (_, text, shown) => {
    expect([printableText(text), printableLines(text), handlerOutput(`\u001b[31m${text}`)]).toEqual([
      shown,
      shown,
      `\u001b[31m${shown}`,
    ]);
    const json = printableJson({ text });
    expect(json).toMatch(/^[\x20-\x7e]*$/);
    expect(JSON.parse(json)).toEqual({ text });
  });

  test.each(["👨‍👩‍👧", "❤️", "👍🏽", "می‌خواهم", "क्‍ष", "Grüße 日本"])("%s stays unchanged", (text) => {
    expect([printableText(text), handlerOutput(text), JSON.parse(printableJson(text))]).toEqual([
      text,
      text,
      text,
    ]);
    expect(printableJson(text)).toBe(JSON.stringify(text));
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
