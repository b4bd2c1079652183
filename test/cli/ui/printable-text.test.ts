import { handlerOutput, jsonLine, printableText } from "../../../lib/cli/ui/printable-text";

const codes = Array.from({ length: 0xa0 }, (_, code) => code).filter((code) => code < 0x20 || code >= 0x7f);
const characters = codes.map((code) => String.fromCharCode(code));
const isControl = (text: string): boolean => /\p{Cc}/u.test(text);

describe("A text of somebody else", () => {
  test("has no control character when it is shown", () => {
    for (const each of characters) expect(isControl(printableText(`a${each}b`))).toBe(false);
  });

  test.each([
    ["/a\nReady. Stop with Ctrl-C.", "/a\\x0AReady. Stop with Ctrl-C."],
    ["\u001b]52;c;bHM=\u0007", "\\x1B]52;c;bHM=\\x07"],
    ["\u007f", "\\x7F"],
    ["\u009b2J", "\\u009B2J"],
    ["\u001b[31mred", "\\x1B[31mred"],
    ["Zoë 🙂 日本", "Zoë 🙂 日本"],
  ])("%j is shown as %s", (text, shown) => {
    expect(printableText(text)).toBe(shown);
  });
});

describe("What a handler has written", () => {
  test("keeps line breaks, tabs and colours, and no other control character", () => {
    const kept = characters.filter((each) => handlerOutput(each) === each);
    expect(kept).toEqual(["\t", "\n"]);
  });

  test.each([
    ["\u001b[1;31mred\u001b[0m", "\u001b[1;31mred\u001b[0m"],
    ["a\r\nb\tc", "a\r\nb\tc"],
    ["done\rforged", "done\\x0Dforged"],
    ["\u001b[2J", "\\x1B[2J"],
    ["\u001b]0;title\u0007", "\\x1B]0;title\\x07"],
    ["\u0007[31m", "\\x07[31m"],
    ["\u009b31m", "\\u009B31m"],
  ])("%j is shown as %j", (text, shown) => {
    expect(handlerOutput(text)).toBe(shown);
  });
});

describe("A line of JSON", () => {
  test("has no control character, and is the same value", () => {
    const value = { all: characters.join("") };
    expect(isControl(jsonLine(value))).toBe(false);
    expect(JSON.parse(jsonLine(value))).toEqual(value);
  });
});
