import { PassThrough } from "node:stream";
import { Terminal } from "../../../lib/cli";
import type { StackDiff } from "../../../lib/cli/terraform/diff";
import { printDiffs } from "../../../lib/cli/terraform/diff-report";
import type { TerminalStreams } from "../../../lib/cli/ui/terminal";

const unchanged: StackDiff = { id: "dev-a", changes: [], losses: [], terms: [], outputs: [], errors: [] };
const changed = { address: "x.y", action: "update", attributes: ["size: 1 -> 2"] } as const;

function printed(...diffs: readonly object[]): readonly string[] {
  const stream = Object.assign(new PassThrough(), { isTTY: false });
  const streams = { input: stream, output: stream, errors: stream } as unknown as TerminalStreams;
  const all = diffs.map((diff) => ({ ...unchanged, ...diff }));
  printDiffs(new Terminal({ color: false }, streams, {}), all as unknown as StackDiff[]);
  return String(stream.read()).trim().split("\n");
}

describe("printDiffs", () => {
  test("a stack without changes is not counted", () => {
    expect(printed({})).toEqual(["Stack dev-a", "  No changes.", "", "0 of 1 stack would change."]);
  });

  test("a stack with a changed resource is counted", () => {
    expect(printed({ changes: [changed] }, { id: "dev-b" })).toEqual([
      "Stack dev-a",
      "  ~ x.y",
      "      size: 1 -> 2",
      "  Plan: 0 to add, 1 to change, 0 to destroy.",
      "",
      "Stack dev-b",
      "  No changes.",
      "",
      "1 of 2 stacks would change.",
    ]);
  });

  test("a stack with changed outputs is counted, except for outputs that CDKTF generates", () => {
    const lines = printed({ outputs: ["url"] }, { id: "dev-b", outputs: ["cross-stack-output-x"] });
    expect(lines[1]).toBe("  ~ outputs: url");
    expect(lines.at(-1)).toBe("1 of 2 stacks would change.");
  });

  test("losses come first, then the changes in the words of the app, then the resources", () => {
    const loss = { address: "x.y", name: "Notes", text: "the table Notes is replaced: its data is lost" };
    const terms = [
      { text: "GET /admin becomes public", isOpening: true },
      { text: "the function Get has new code", isOpening: false },
    ];
    expect(printed({ changes: [changed], losses: [loss], terms }).slice(1, 6)).toEqual([
      "  ! the table Notes is replaced: its data is lost (x.y)",
      "  ! GET /admin becomes public",
      "  the function Get has new code",
      "",
      "  ~ x.y",
    ]);
  });

  test("a stack that could not be planned is counted as such", () => {
    const lines = printed({ errors: ["no\naccess"] });
    expect(lines.slice(1, 3)).toEqual(["  Error: no", "    access"]);
    expect(lines.at(-1)).toBe("0 of 1 stack would change; 1 could not be planned.");
  });
});
