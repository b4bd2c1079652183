import { parseTerraformMessage } from "../../../lib/cli/terraform/messages";

const line = (message: object): string => JSON.stringify({ "@level": "info", ...message });
const resource = { addr: "aws_s3_bucket.a", resource_type: "aws_s3_bucket" };

describe("parseTerraformMessage", () => {
  test.each([
    [
      { type: "planned_change", change: { resource, action: "replace", reason: "tainted" } },
      { type: "planned", address: "aws_s3_bucket.a", action: "replace", reason: "tainted" },
    ],
    [
      { type: "change_summary", changes: { add: 1, change: 2, import: 0, remove: 3, operation: "apply" } },
      { type: "summary", operation: "apply", changes: { added: 1, changed: 2, destroyed: 3 } },
    ],
    [
      { type: "apply_complete", hook: { resource, action: "create", elapsed_seconds: 3 } },
      {
        type: "hook",
        event: "complete",
        hook: { address: "aws_s3_bucket.a", action: "create", seconds: 3, output: undefined },
      },
    ],
    [
      {
        type: "outputs",
        outputs: { a: { value: 1, sensitive: false }, b: { sensitive: true, action: "create" } },
      },
      {
        type: "outputs",
        outputs: { a: { value: 1, sensitive: false }, b: { value: undefined, sensitive: true } },
        changed: ["b"],
      },
    ],
  ])("reads %j", (message, expected) => {
    expect(parseTerraformMessage(line(message))).toEqual(expected);
  });

  test.each([
    ["resource.aws_s3_bucket.a.lifecycle.precondition[0]", "aws_s3_bucket.a"],
    ["data.aws_lb.a", "data.aws_lb.a"],
    ["output.a", undefined],
  ])("finds the resource of a problem in %s", (context, address) => {
    const diagnostic = { severity: "error", summary: "s", detail: "d", snippet: { context } };
    expect(parseTerraformMessage(line({ type: "diagnostic", diagnostic }))).toMatchObject({
      diagnostic: { address },
    });
  });

  test.each([[""], [line({ type: "version" })], [line({ type: "refresh_start", hook: { resource } })]])(
    "has no use for %j",
    (text) => {
      expect(parseTerraformMessage(text)).toBeUndefined();
    },
  );

  test("treats other lines as text, and parses the summary line of a remote run", () => {
    for (const text of ["{ broken", "{}", '{"type":5}', '{"message":"a"}', "[]", '"type"']) {
      expect(parseTerraformMessage(text)).toEqual({ type: "text", text });
    }
    expect(parseTerraformMessage("Apply complete! Resources: 1 added, 0 changed, 2 destroyed.")).toEqual({
      type: "summary",
      operation: "apply",
      changes: { added: 1, changed: 0, destroyed: 2 },
    });
  });
});
