import type { Interrupt, Terminal } from "../../../lib/cli";
import type { SynthesizedStack } from "../../../lib/cli/project/synthesized-stack";
import {
  countChanges,
  describeProblem,
  describeProblems,
  exitCodeOf,
  noChanges,
  printReport,
  type StackReport,
  type StackStatus,
} from "../../../lib/cli/terraform/report";

const report = (status: StackStatus, more: Partial<StackReport> = {}): StackReport => ({
  id: "dev-notes-Main",
  status,
  changes: noChanges,
  outputs: {},
  errors: [],
  seconds: 5,
  ...more,
});

function printed(...reports: readonly StackReport[]): readonly string[] {
  const lines: string[] = [];
  const mark = (name: string) => (text: string) => `<${name}>${text}`;
  const colors = Object.fromEntries(
    ["bold", "red", "yellow", "green", "cyan"].map((name) => [name, mark(name)]),
  );
  const terminal = { colors, print: (line = "") => lines.push(line) } as unknown as Terminal;
  printReport(terminal, reports, { verb: "Deployed", seconds: 65 });
  return lines;
}

describe("exitCodeOf", () => {
  const code = (isInterrupted: boolean, ...statuses: readonly StackStatus[]) => {
    const first = isInterrupted ? AbortSignal.abort() : new AbortController().signal;
    return exitCodeOf(
      statuses.map((status) => report(status)),
      { first } as Interrupt,
    );
  };

  test.each<[number, boolean, StackStatus[]]>([
    [0, false, ["deployed", "no changes", "removed"]],
    [0, true, ["deployed"]],
    [0, false, []],
    [1, false, ["deployed", "failed"]],
    [1, false, ["not deployed"]],
    [1, false, ["not removed"]],
    [130, true, ["deployed", "not deployed"]],
  ])("is %d (interrupted: %p) for %j", (expected, isInterrupted, statuses) => {
    expect(code(isInterrupted, ...statuses)).toBe(expected);
  });
});

describe("printReport", () => {
  test.each<[StackStatus, string, string]>([
    ["deployed", "green", " (0 added, 0 changed, 0 destroyed, 5.0 s)"],
    ["removed", "green", " (0 added, 0 changed, 0 destroyed, 5.0 s)"],
    ["no changes", "green", " (0 added, 0 changed, 0 destroyed, 5.0 s)"],
    ["failed", "red", " (0 added, 0 changed, 0 destroyed, 5.0 s)"],
    ["not deployed", "yellow", ""],
    ["not removed", "yellow", ""],
  ])("has a stack that is %s in %s", (status, color, facts) => {
    expect(printed(report(status)).slice(0, 3)).toEqual([
      "",
      "<bold>Stack dev-notes-Main",
      `  Status: <${color}>${status}${facts}`,
    ]);
  });

  test("has the reason in place of the facts", () => {
    expect(printed(report("failed", { reason: "interrupted" }))[2]).toBe(
      "  Status: <red>failed (interrupted)",
    );
  });

  test("indents errors and outputs of several lines, and hides secret ones", () => {
    const outputs = {
      Url: { value: "https://a.example", sensitive: false },
      Socket: { value: "wss://a.example", sensitive: false },
      Text: { value: "a\n\nb https://x", sensitive: false },
      List: { value: [1], sensitive: false },
      Key: { value: "secret", sensitive: true },
    };
    expect(printed(report("failed", { errors: ["one\n\ntwo"], outputs })).slice(3, -2)).toEqual([
      "  Error: one\n\n    two",
      "  Outputs:",
      "    Key: (sensitive)",
      "    List: [1]",
      "    Socket: <cyan>wss://a.example",
      "    Text: a\n\n      b https://x",
      "    Url: <cyan>https://a.example",
    ]);
  });

  test("sums the changes of all stacks, and counts those that succeeded", () => {
    const changes = { added: 1, changed: 2, destroyed: 3 };
    const lines = printed(
      report("deployed", { changes }),
      report("no changes"),
      report("failed", { changes }),
      report("not deployed"),
    );
    expect(lines.slice(-2)).toEqual([
      "",
      "Deployed 2 of 4 stacks in 1 min 5 s: 2 added, 4 changed, 6 destroyed.",
    ]);
    expect(printed(report("deployed")).at(-1)).toMatch(/^Deployed 1 of 1 stack in/);
    expect(countChanges(changes)).toBe("1 added, 2 changed, 3 destroyed");
  });

  test("does not mention outputs if all outputs are generated", () => {
    expect(printed(report("deployed"))).toHaveLength(5);
    const outputs = { "cross-stack-output-x": { value: "y", sensitive: false } };
    expect(printed(report("deployed", { outputs }))).toHaveLength(5);
  });
});

describe("a problem", () => {
  const stack = {
    template: {
      resource: { aws_s3_bucket: { Files: { "//": { metadata: { path: "dev-notes-Main/Files" } } } } },
    },
  } as unknown as SynthesizedStack;
  const problem = { severity: "error", summary: "Summary", detail: "" } as const;

  test("has the path of its construct, or its address, or neither", () => {
    const at = (address: string) => describeProblem(stack, { ...problem, address });
    expect(at("aws_s3_bucket.Files[0]")).toBe("dev-notes-Main/Files (aws_s3_bucket.Files[0]): Summary");
    expect(at("aws_s3_bucket.Other")).toBe("aws_s3_bucket.Other: Summary");
    expect(describeProblem(stack, problem)).toBe("Summary");
  });

  test("has its details without spaces around them", () => {
    expect(describeProblem(stack, { ...problem, detail: "\n  Detail\n" })).toBe("Summary\nDetail");
  });

  test("has a hint once, with the first of those that need it", () => {
    const denied = {
      ...problem,
      summary: "ExpiredToken",
      detail: "The security token included in the request is expired",
    };
    const hint = describeProblem(stack, denied);
    expect(hint).toContain("Hint: ");
    expect(describeProblems(stack, [denied, denied])).toEqual([hint, hint.replace(/\nHint: .*/s, "")]);
  });

  test("that an interrupt has caused is reported once for all operations", () => {
    const canceled = (name: string) => ({
      ...problem,
      summary: `creating Lambda Function (${name}): https response error, request canceled, context canceled`,
      address: `aws_lambda_function.${name}`,
    });
    const other = { ...problem, summary: "Other" };
    const three = ["A", "B", "C"].map(canceled);
    expect(describeProblems(stack, [...three, other, { ...problem, summary: "execution halted" }])).toEqual([
      "Other",
      "The interrupt has canceled 4 operations\naws_lambda_function.A\naws_lambda_function.B\naws_lambda_function.C\n" +
        "Deploy again: Terraform finds what was created, and does the rest.",
    ]);
    expect(describeProblems(stack, [canceled("A")])).toEqual([
      expect.stringMatching(/^aws_lambda_function\.A: creating/),
    ]);
  });
});

test("an error that several stacks have is printed once, with its hint", () => {
  const error = (id: string) =>
    `validating credentials: StatusCode: 403, RequestID: ${id}, InvalidClientTokenId\nHint: Sign in.`;
  const lines = printed(
    { ...report("failed", { errors: [error("1-a")] }), id: "dev-notes-One" },
    { ...report("failed", { errors: [error("2-b")] }), id: "dev-notes-Two" },
  ).join("\n");
  expect(lines.match(/Hint: /g)).toHaveLength(1);
  expect(lines).toContain("Error: The same as that of dev-notes-One: validating credentials");
});
