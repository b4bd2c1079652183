import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import type { OutputProps } from "../../../lib/kit/app";
import { Stack } from "../../../lib/kit/app";
import { synthesized, testApp, testStack } from "../../support/stack";

describe("stack outputs", () => {
  test("are named exactly by their key, for every value", () => {
    const stack = testStack();
    const queue = new SqsQueue(stack, "Url");
    stack.addOutputs({
      Text: "a",
      Count: 0,
      On: false,
      List: ["a", "b"],
      Url: queue.url,
      "a-b_c": "",
      _x: "",
    });
    expect(synthesized(stack).output).toEqual({
      Text: { value: "a" },
      Count: { value: 0 },
      On: { value: false },
      List: { value: ["a", "b"] },
      Url: { value: "${aws_sqs_queue.Url.url}" },
      "a-b_c": { value: "" },
      _x: { value: "" },
    });
  });
  test("may have a description and be sensitive", () => {
    const stack = testStack();
    stack.addOutputs({ Key: { value: "x", description: "A key", sensitive: true } });
    expect(synthesized(stack).output).toEqual({ Key: { value: "x", description: "A key", sensitive: true } });
  });
  test("with an export name exist twice", () => {
    const stack = testStack();
    stack.addOutputs({ Url: { value: "x", exportName: "NotesUrl", description: "d" } });
    expect(synthesized(stack).output).toEqual({
      Url: { value: "x", description: "d" },
      NotesUrl: { value: "x", description: "d" },
    });
  });
  test("with an export name that is the key exist once", () => {
    const stack = testStack();
    stack.addOutputs({ Url: { value: "x", exportName: "Url" } });
    expect(Object.keys(synthesized(stack).output)).toEqual(["Url"]);
  });
  test("may be added several times", () => {
    const stack = testStack();
    stack.addOutputs({ A: 1 });
    stack.addOutputs({ B: 2 });
    expect(synthesized(stack).output).toEqual({ A: { value: 1 }, B: { value: 2 } });
  });
});

test.each([{ Url: undefined }, { Url: { value: undefined, exportName: "NotesUrl" } }])(
  "an output without a value is left out: %p",
  (outputs) => {
    const stack = testStack();
    stack.addOutputs({ ...outputs, Other: 1 });
    expect(Object.keys(synthesized(stack).output)).toEqual(["Other"]);
  },
);

test("a construct among outputs is refused with its path", () => {
  const stack = testStack();
  const queue = new SqsQueue(stack, "Jobs");
  for (const value of [queue, [queue], { value: queue }])
    expect(() => stack.addOutputs({ Queue: value as never })).toThrow(
      /^dev-notes-Main: addOutputs\["Queue"\](\[0\])? is the SqsQueue "dev-notes-Main\/Jobs"\.\n.*such as table\.name/,
    );
});

test.each([null, [1], "x"])("outputs must be a map, not %p", (outputs) => {
  expect(() => testStack().addOutputs(outputs as never)).toThrow(
    /^dev-notes-Main: addOutputs is .*\n.*plain object/,
  );
});

describe("stack outputs are refused", () => {
  test.each<[string, Record<string, unknown>, RegExp]>([
    ["null", { Url: null }, /addOutputs\["Url"\] is null\.\n.*leave the key out/],
    ["no number", { Url: Number.NaN }, /addOutputs\["Url"\] is NaN/],
    ["a map", { Url: { value: { a: "b" } } }, /addOutputs\["Url"\] is \{"a":"b"\}/],
    [
      "a name with other characters",
      { "a.b": 1 },
      /addOutputs\["a\.b"\] is "a\.b"\.\n.*letters, digits, _ and -/,
    ],
    ["a name that begins with a digit", { "1a": 1 }, /addOutputs\["1a"\] is "1a"/],
    ["such an export name", { A: { value: 1, exportName: "a b" } }, /addOutputs\["A"\]\.exportName is "a b"/],
    [
      "an unknown key",
      { A: { value: 1, export: "x" } },
      /addOutputs\["A"\] has the key "export".*\n.*exportName/,
    ],
    ["a function", { A: () => 1 }, /addOutputs\["A"\] is function A/],
    [
      "a name that is exported too",
      { A: { value: 1, exportName: "B" }, B: 2 },
      /addOutputs\["B"\] adds the output "B" a second time/,
    ],
  ])("for %s", (_, outputs, message) => {
    expect(() => testStack().addOutputs(outputs as Record<string, OutputProps>)).toThrow(message);
  });
  test("for a construct in place of its attribute", () => {
    const stack = testStack();
    const queue = new SqsQueue(stack, "Queue");
    expect(() => stack.addOutputs({ Queue: queue as never })).toThrow(
      /^dev-notes-Main: addOutputs\["Queue"\] is .*SqsQueue.*\n.*a reference such as table\.name/,
    );
  });
  test("for a name that was added before", () => {
    const stack = testStack();
    stack.addOutputs({ A: 1 });
    expect(() => stack.addOutputs({ A: 2 })).toThrow(
      /^dev-notes-Main: addOutputs\["A"\] adds the output "A" a second time/,
    );
  });
  test("for an export name that the app has already", () => {
    const app = testApp();
    new Stack(app, "One").addOutputs({ A: { value: 1, exportName: "Url" } });
    expect(() => new Stack(app, "Two").addOutputs({ B: { value: 1, exportName: "Url" } })).toThrow(
      /^dev-notes-Two: addOutputs\["B"\]\.exportName is "Url", which dev-notes-One addOutputs\["A"\] already uses/,
    );
  });
});
