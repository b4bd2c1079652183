import { FrameReader, frame } from "../../../../lib/local/invoke/runtime-api/frames";

type Read = readonly [words: readonly string[], text: string | undefined] | "broken";

function reader(maxTextBytes = 100) {
  const read: Read[] = [];
  const frames = new FrameReader(maxTextBytes, {
    frame: (words, text) => read.push([words, text]),
    broken: () => read.push("broken"),
  });
  return { read, push: (text: string) => frames.push(Buffer.from(text)), frames };
}

describe("frames", () => {
  const two = frame(["next", "one", 12], '{"a":"ü\n"}') + frame(["last"], "");

  test("are a line of words and a text", () => {
    const { read, push } = reader();
    push(two);
    expect(read).toEqual([
      [["next", "one", "12"], '{"a":"ü\n"}'],
      [["last"], ""],
    ]);
  });

  test("may come in chunks of any size", () => {
    const bytes = Buffer.from(two);
    for (let size = 1; size < bytes.length; size++) {
      const { read, frames } = reader();
      for (let at = 0; at < bytes.length; at += size) frames.push(bytes.subarray(at, at + size));
      expect(read).toEqual([
        [["next", "one", "12"], '{"a":"ü\n"}'],
        [["last"], ""],
      ]);
    }
  });

  test("with a text beyond the limit come without it, and the next frame is read", () => {
    const bytes = Buffer.from(frame(["large"], "x".repeat(101)) + frame(["small"], "y".repeat(100)));
    for (const size of [1, 50, 300]) {
      const { read, frames } = reader(100);
      for (let at = 0; at < bytes.length; at += size) frames.push(bytes.subarray(at, at + size));
      expect(read).toEqual([
        [["large"], undefined],
        [["small"], "y".repeat(100)],
      ]);
    }
  });

  test.each([
    ["an invalid length", "word x\n"],
    ["a negative length", "word -1\n"],
    ["a line without an end", "x".repeat(9000)],
  ])("are not read after %s", (_name, text) => {
    const { read, push } = reader();
    push(text);
    expect(read).toEqual(["broken"]);
  });
});
