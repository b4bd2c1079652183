import { RunRecord } from "../../../lib/cli/terraform/run-record";

describe("RunRecord", () => {
  test("reports a repeated problem once", () => {
    const record = new RunRecord();
    const diagnostic = { severity: "error", summary: "execution halted", detail: "" };
    for (const each of [diagnostic, diagnostic, { ...diagnostic, detail: "other" }])
      record.onLine(JSON.stringify({ type: "diagnostic", diagnostic: each }));
    expect(record.errors.map(({ detail }) => detail)).toEqual(["", "other"]);
  });

  test("is applied only when Terraform has said so", () => {
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

  test("counts the completed changes when there is no summary", () => {
    const record = new RunRecord();
    for (const action of ["create", "create", "update", "delete", "read"]) {
      const hook = { resource: { addr: "aws_s3_bucket.a" }, action, elapsed_seconds: 0 };
      record.onLine(JSON.stringify({ type: "apply_complete", hook }));
    }
    expect(record.changes).toEqual({ added: 2, changed: 1, destroyed: 1 });
  });
});
