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

  test.each([
    { type: "diagnostic" },
    { type: "planned_change" },
    { type: "change_summary" },
    { type: "outputs" },
    { type: "apply_start" },
    { type: "outputs", outputs: [] },
    { type: "other", diagnostic: {} },
    { type: "other", change: {} },
    { type: "other", changes: {} },
    { type: "other", outputs: {} },
    { type: "other", hook: { resource } },
  ])("ignores %j, which has another form", (message) => {
    expect(parseTerraformMessage(line(message))).toBeUndefined();
  });

  test("has no more than the texts of a problem, and its own address before that of the configuration", () => {
    const read = (diagnostic: object) => parseTerraformMessage(line({ type: "diagnostic", diagnostic }));
    expect(read({ severity: "other", summary: 5 })).toEqual({
      type: "diagnostic",
      diagnostic: { severity: "error", summary: "", detail: "", address: undefined },
    });
    expect(
      read({ severity: "warning", address: "a.b", snippet: { context: "data.aws_lb.a" } }),
    ).toMatchObject({ diagnostic: { severity: "warning", address: "a.b" } });
  });

  test("has no outputs of another form, and names those that differ", () => {
    const outputs = {
      a: 5,
      b: { value: 1, action: "noop" },
      c: { value: 2, action: "update", sensitive: 1 },
    };
    expect(parseTerraformMessage(line({ type: "outputs", outputs }))).toEqual({
      type: "outputs",
      outputs: { b: { value: 1, sensitive: false }, c: { value: 2, sensitive: false } },
      changed: ["c"],
    });
  });

  test("has the output of a provisioner, and leaves out missing seconds", () => {
    const hook = { resource, action: "create", output: "text" };
    expect(parseTerraformMessage(line({ type: "provision_progress", hook }))).toEqual({
      type: "hook",
      event: "provisioner",
      hook: { address: "aws_s3_bucket.a", action: "create", seconds: 0, output: "text" },
    });
    expect(parseTerraformMessage(line({ type: "resource_drift" }))).toEqual({ type: "drift" });
  });

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
