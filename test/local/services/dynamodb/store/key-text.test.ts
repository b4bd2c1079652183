import {
  after as behind,
  keyText,
  placeOf,
  segmentStart,
  startText,
} from "../../../../../lib/local/services/dynamodb/store/key-text";

const bytes = (...content: readonly number[]) => ({ B: Buffer.from(content).toString("base64") });

describe("texts of keys", () => {
  test.each([
    [
      "numbers",
      [
        "-9e125",
        "-100",
        "-99.1",
        "-99",
        "-10",
        "-1.01",
        "-1",
        "-0.5",
        "-1e-130",
        "0",
        "1e-130",
        "0.00012",
        "0.5",
        "1",
        "1.01",
        "9",
        "10",
        "10.5",
        "99",
        "100",
        "12345678901234567890123456789012345678",
        "9e125",
      ].map((N) => ({ N })),
    ],
    // In UTF-8, the last one comes after the one before it; in UTF-16 it comes before it.
    [
      "texts",
      ["", "\0", "\0\0", "\0a", "\u0001", "A", "a", "a\0", "a\0b", "aa", "b", "é", "\uffee", "😀"].map(
        (S) => ({ S }),
      ),
    ],
    ["bytes", [bytes(), bytes(0), bytes(0, 0), bytes(0, 1), bytes(1), bytes(127), bytes(200), bytes(255)]],
  ])("compare as the %s do", (_, values) => {
    const texts = values.map((value) => keyText(value));
    expect([...texts].sort((one, other) => (one < other ? -1 : 1))).toEqual(texts);
    expect(new Set(texts).size).toBe(values.length);
  });

  test("are the same for a number in any notation", () => {
    expect(keyText({ N: "1e2" })).toBe(keyText({ N: "100.0" }));
  });

  test("of a partition begin with its place, and those of another one do not", () => {
    const partition = placeOf([{ S: "a" }]);
    const places = [
      [{ S: "a" }, { S: "" }],
      [{ S: "a" }, { S: "\uffff" }],
    ].map(placeOf);
    for (const place of places) expect(place >= partition && place < behind(partition)).toBe(true);
    const other = placeOf([{ S: "a\0" }, { S: "" }]);
    expect(other >= partition && other < behind(partition)).toBe(false);
  });

  test("begin with the start text of a prefix only if the value has that prefix", () => {
    expect(keyText({ S: "a\0b" }).startsWith(startText({ S: "a\0" }))).toBe(true);
    expect(keyText({ S: "a" }).startsWith(startText({ S: "a\0" }))).toBe(false);
  });
});

test("segments have all hashes, each once", () => {
  expect([0, 1, 2, 3].map((segment) => segmentStart(segment, 3))).toEqual(["000", "556", "aab", "g"]);
});
