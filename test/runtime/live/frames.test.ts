import { randomBytes } from "node:crypto";
import { type Frame, FrameJoiner, type MessageName, parseFrame } from "../../../lib/runtime/live";
import {
  framesOf,
  maxFrameCharacters,
  maxRelayedBytes,
  objectFrame,
} from "../../../lib/runtime/live/protocol/frames";

const name: MessageName = {
  kind: "request",
  functionId: "dev-notes-Main/Get",
  wrapperId: "w",
  requestId: "r",
};
/** API Gateway closes a connection that sends a larger frame. */
const gatewayFrameBytes = 32 * 1024;

describe("The frames of a message", () => {
  test.each([0, 1, 20_000, (maxFrameCharacters * 3) / 4, (maxFrameCharacters * 3) / 4 + 1, maxRelayedBytes])(
    "of %p bytes join to the same bytes",
    (size) => {
      const content = randomBytes(size);
      const joiner = new FrameJoiner();
      const joined = framesOf(name, content).map((frame) => joiner.add(frame));
      expect(joined.at(-1)).toEqual(content);
      expect(joined.slice(0, -1).every((each) => each === undefined)).toBe(true);
    },
  );

  test("fit into a frame of API Gateway, with the longest names", () => {
    const long = {
      ...name,
      functionId: "f".repeat(512),
      wrapperId: "w".repeat(512),
      requestId: "r".repeat(512),
    };
    const [frame] = framesOf(long, randomBytes(maxRelayedBytes));
    const sent = JSON.stringify({ action: "send", to: "c".repeat(64), body: frame });
    expect(Buffer.byteLength(sent)).toBeLessThan(gatewayFrameBytes);
  });

  test("join in any order, and when parts come twice", () => {
    const content = randomBytes(60_000);
    const [a, b, c] = framesOf(name, content) as [Frame, Frame, Frame];
    const joiner = new FrameJoiner();
    expect([c, a, c, a].map((frame) => joiner.add(frame))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(joiner.add(b)).toEqual(content);
  });

  test("of many messages that never become complete are forgotten, the oldest first", () => {
    const joiner = new FrameJoiner();
    const data = "a".repeat(maxFrameCharacters);
    // 28 MB of parts: more than are kept.
    for (let id = 0; id < 1000; id += 1) {
      expect(joiner.add({ ...name, requestId: `${id}`, part: [0, 2], data })).toBeUndefined();
    }
    const last = (id: number) => joiner.add({ ...name, requestId: `${id}`, part: [1, 2], data });
    expect(last(0)).toBeUndefined();
    expect(last(999)).toBeInstanceOf(Buffer);
    expect(last(700)).toBeInstanceOf(Buffer);
  });

  test("of two messages do not mix", () => {
    const [one, two] = [randomBytes(40_000), randomBytes(40_000)];
    const [a1, a2] = framesOf(name, one) as [Frame, Frame];
    const [b1, b2] = framesOf({ ...name, requestId: "other" }, two) as [Frame, Frame];
    const joiner = new FrameJoiner();
    expect([a1, b1, b2, a2].map((frame) => joiner.add(frame))).toEqual([undefined, undefined, two, one]);
  });

  test("of messages that never become complete are forgotten", () => {
    const joiner = new FrameJoiner();
    const [first, last] = framesOf(name, randomBytes(40_000)) as [Frame, Frame];
    joiner.add(first);
    for (let index = 0; index < 1000; index += 1) {
      joiner.add({ ...first, requestId: `r${index}` });
    }
    expect(joiner.add(last)).toBeUndefined();
  });
});

describe("A frame", () => {
  const [valid] = framesOf(name, Buffer.from("x")) as [Frame];

  test("of a message and of an object in the bucket are read", () => {
    expect(parseFrame(valid)).toEqual(valid);
    expect(parseFrame({ ...valid, other: 1 })).toEqual(valid);
    expect(parseFrame(objectFrame(name))).toEqual({ ...name, part: [0, 1], object: "payloads/w/r-request" });
  });

  test.each([
    ["no object", null],
    ["a text", "frame"],
    ["another kind", { ...valid, kind: "delete" }],
    ["no function", { ...valid, functionId: undefined }],
    ["a name that is too long", { ...valid, requestId: "r".repeat(513) }],
    ["no content", { ...valid, data: undefined }],
    ["more content than a frame has", { ...valid, data: "x".repeat(maxFrameCharacters + 1) }],
    ["control characters in the function", { ...valid, functionId: "a\u001b[2Jb" }],
    ["a wrapper that is a path", { ...valid, wrapperId: "../w" }],
    ["two words as its request", { ...valid, requestId: "r request" }],
    ["an object of another message", { ...objectFrame(name), object: "payloads/other/r-request" }],
    ["an object outside of the bucket", { ...objectFrame(name), object: "../other-bucket/key" }],
  ])("is refused with %s", (_what, frame) => {
    expect(parseFrame(frame)).toBeUndefined();
  });

  /** The largest content needs seven. */
  const most = 8;

  test.each([[[0, 1]], [[0, 2]], [[1, 2]], [[0, most]], [[most - 1, most]]])(
    "is read with the part %j",
    (part) => {
      expect(parseFrame({ ...valid, part })).toEqual({ ...valid, part });
      expect(framesOf(name, randomBytes(maxRelayedBytes)).length).toBeLessThan(most);
    },
  );

  test.each([
    ["no part", undefined],
    ["no list", "01"],
    ["an object like a list", { 0: 0, 1: 1, length: 2 }],
    ["no number", []],
    ["no count", [0]],
    ["a third number", [0, 1, 1]],
    ["an empty index", [null, 1]],
    ["an empty count", [0, null]],
    ["an index as a text", ["0", 1]],
    ["a count as a text", [0, "1"]],
    ["a part of an index", [0.5, 1]],
    ["a part of a count", [0, 1.5]],
    ["a negative index", [-1, 1]],
    ["no parts", [0, 0]],
    ["a negative count", [-2, -1]],
    ["the part after the last", [1, 1]],
    ["a part beyond the last", [3, 2]],
    ["one part more than any message has", [0, most + 1]],
    ["very many parts", [0, 1_000_000]],
  ])("is refused with %s as its part, also if its content is in the bucket", (_what, part) => {
    expect(parseFrame({ ...valid, part })).toBeUndefined();
    expect(parseFrame({ ...objectFrame(name), part })).toBeUndefined();
  });
});
