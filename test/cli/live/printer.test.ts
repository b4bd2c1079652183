import { PassThrough } from "node:stream";
import { Terminal } from "../../../lib/cli";
import { LivePrinter, shortened } from "../../../lib/cli/live/printer";
import type { LiveEvent } from "../../../lib/cli/live-client/report";
import { expectOutputOf } from "../../support/output-schema";

describe("A result in the log", () => {
  test.each([
    ['{"a":1}', '{"a":1}'],
    [JSON.stringify("x".repeat(101)), `"${"x".repeat(100)}..."`],
    [JSON.stringify([...Array(12).keys()]), '[0,1,2,3,4,5,6,7,8,9,"... 2 more"]'],
    ["no JSON", "no JSON"],
  ])("%s is shown as %s", (payload, shown) => {
    expect(shortened(payload)).toBe(shown);
  });

  test("has at most 1,500 characters", () => {
    const many = Object.fromEntries(
      Array.from({ length: 200 }, (_, index) => [`key${index}`, "x".repeat(50)]),
    );
    expect(shortened(JSON.stringify(many)).length).toBe(1503);
  });
});

describe("With --console", () => {
  const invocation = { function: "f", handler: "a.b", requestId: "1", source: "GET /" };

  test.each([
    [false, "1 REQUEST f [a.b] invoked by GET /\nGet runs in AWS.\n"],
    [true, "1 REQUEST f [a.b] invoked by GET /\n"],
  ])("%s: only the log of the functions is printed", (logOnly, expected) => {
    const output = new PassThrough();
    const streams = { input: new PassThrough(), output, errors: new PassThrough() } as never;
    const printer = new LivePrinter(new Terminal({}, streams, {}), false, logOnly);
    printer.report({ event: "invocation", ...invocation });
    printer.report({ event: "notice", text: "Get runs in AWS." });
    printer.flush();
    expect(String(output.read())).toBe(expected);
  });
});

describe("Messages of AWS", () => {
  const hostile = "a\nReady.\u001b]52;c;bHM=\u0007\u009b2J";
  const event = { function: "f", requestId: hostile, source: hostile };

  test.each<[string, LiveEvent]>([
    ["a request", { event: "invocation", handler: "a.b", ...event }],
    [
      "a result",
      { event: "result", status: "ok", payload: JSON.stringify(hostile), durationMs: 1, ...event },
    ],
    [
      "a result that is not JSON",
      { event: "result", status: "ok", payload: hostile, durationMs: 1, ...event },
    ],
    ["the connection", { event: "link", state: "lost", text: hostile }],
    [
      "a line of a handler",
      { event: "log", stream: "stdout", line: hostile.slice(9), function: "f", requestId: "1" },
    ],
    ["a warning", { event: "warning", text: hostile.slice(9) }],
    ["a notice", { event: "notice", text: hostile.slice(9) }],
  ])("is one line without control characters: %s", (_what, given) => {
    for (const json of [false, true]) {
      const output = new PassThrough();
      const streams = { input: new PassThrough(), output, errors: output } as never;
      const printer = new LivePrinter(new Terminal({}, streams, {}), json);
      printer.report(given);
      printer.flush();
      const line = String(output.read());
      expect(line).toMatch(/^\P{Cc}+\n$/u);
      if (json) expectOutputOf("start", line);
    }
  });
});
