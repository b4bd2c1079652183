import { PassThrough } from "node:stream";
import { Terminal } from "../../../lib/cli";
import { progressLine, StackProgress } from "../../../lib/cli/terraform/engine";
import type { HookEvent, TerraformMessage } from "../../../lib/cli/terraform/messages";
import type { TerminalStreams } from "../../../lib/cli/ui/terminal";

function step(event: HookEvent, hook: object): TerraformMessage {
  const given = { address: "aws_s3_bucket.a", action: "create", seconds: 0, output: undefined, ...hook };
  return { type: "hook", event, hook: given } as TerraformMessage;
}

describe("progressLine", () => {
  test.each<[HookEvent, object, string | undefined]>([
    ["start", {}, undefined],
    ["progress", { seconds: 59 }, undefined],
    ["progress", { seconds: 60 }, "creating aws_s3_bucket.a (1 min 0 s)"],
    ["complete", {}, "created aws_s3_bucket.a"],
    ["complete", { action: "delete", seconds: 3 }, "destroyed aws_s3_bucket.a (3 s)"],
    ["complete", { action: "read" }, undefined],
    ["errored", { action: "update" }, "failed aws_s3_bucket.a"],
    ["provisioner", { output: "copied" }, "aws_s3_bucket.a: copied"],
    ["provisioner", {}, undefined],
  ])("of %s with %j is %p", (event, hook, expected) => {
    expect(progressLine(step(event, hook))).toBe(expected);
  });

  test("shows text that is not JSON unchanged", () => {
    expect(progressLine({ type: "text", text: "panic: no" })).toBe("panic: no");
  });

  test("shows no other message", () => {
    const planned = { type: "planned", address: "aws_s3_bucket.a", action: "create", reason: undefined };
    expect(progressLine(planned as TerraformMessage)).toBeUndefined();
  });
});

describe("StackProgress", () => {
  test("shows the running stacks, and how many are done", () => {
    const stream = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
    const streams = { input: stream, output: stream, errors: stream } as unknown as TerminalStreams;
    const terminal = new Terminal({ color: false }, streams, {});
    const shown = (): string => String(stream.read() ?? "");
    const progress = new StackProgress(terminal, "Deploying", 2);
    progress.start("Data");
    expect(shown()).toContain("Deploying Data (0 of 2 done)");
    progress.start("Main");
    expect(shown()).toContain("Deploying Data, Main (0 of 2 done)");
    progress.end("Data");
    expect(shown()).toContain("Deploying Main (1 of 2 done)");
    progress.end("Main");
    expect(shown()).not.toContain("Deploying");
  });
});
