import { RunRecord } from "../../../lib/cli/terraform/run-record";

describe("RunRecord", () => {
  test("reports a repeated problem once", () => {
    const record = new RunRecord();
    const diagnostic = { severity: "error", summary: "execution halted", detail: "" };
    for (const each of [diagnostic, diagnostic, { ...diagnostic, detail: "other" }])
      record.onLine(JSON.stringify({ type: "diagnostic", diagnostic: each }));
    expect(record.errors.map(({ detail }) => detail)).toEqual(["", "other"]);
  });

  test("is applied only when Terraform reports it", () => {
    const record = new RunRecord();
    for (const line of [
      "Running apply in HCP Terraform. Output will stream here. Pressing Ctrl-C",
      "terraform_data.r: Creating...",
    ])
      record.onLine(line);
    expect(record).toMatchObject({ isRemote: true, isApplied: false });
    record.onLine("Apply complete! Resources: 1 added, 0 changed, 0 destroyed.");
    expect(record.isApplied).toBe(true);
  });

  const summary = { type: "change_summary", changes: { add: 0, change: 0, remove: 0, operation: "plan" } };
  const outputs = (action: string) => ({ type: "outputs", outputs: { a: { sensitive: false, action } } });
  const change = (action: string) => ({
    type: "planned_change",
    change: { resource: { addr: "terraform_data.r" }, action },
  });

  test.each<[string, readonly object[], boolean]>([
    ["a plan without changes", [summary, outputs("noop")], true],
    ["a plan that has not ended", [outputs("noop")], false],
    ["a changed output", [summary, outputs("update")], false],
    ["a deleted output", [summary, outputs("delete")], false],
    ["a changed resource", [change("update"), summary], false],
    ["a moved resource", [change("move"), summary], false],
    ["an imported resource", [change("import"), summary], false],
    ["a data source that is read later", [change("read"), summary], false],
    ["a resource that something else has changed", [{ type: "resource_drift", change: {} }, summary], false],
    [
      "a summary of an application",
      [{ ...summary, changes: { ...summary.changes, operation: "apply" } }],
      false,
    ],
    ["an error", [summary, { type: "diagnostic", diagnostic: { severity: "error", summary: "x" } }], false],
  ])("knows from the messages of a plan whether there is nothing to apply: %s", (_, messages, expected) => {
    const record = new RunRecord();
    for (const message of messages) record.onLine(JSON.stringify(message));
    expect(record.isUnchanged).toBe(expected);
  });

  test("counts the completed changes when there is no summary", () => {
    const record = new RunRecord();
    for (const action of ["create", "create", "update", "delete", "read"]) {
      const hook = { resource: { addr: "aws_s3_bucket.a" }, action, elapsed_seconds: 0 };
      record.onLine(JSON.stringify({ type: "apply_complete", hook }));
    }
    expect(record.changes).toEqual({ added: 2, changed: 1, destroyed: 1 });
  });
});
