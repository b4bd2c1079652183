import { RunRecord } from "../../../lib/cli/terraform/run-record";

describe("RunRecord", () => {
  test("counts the completed changes when there is no summary", () => {
    const record = new RunRecord();
    for (const action of ["create", "create", "update", "delete", "read"]) {
      const hook = { resource: { addr: "aws_s3_bucket.a" }, action, elapsed_seconds: 0 };
      record.onLine(JSON.stringify({ type: "apply_complete", hook }));
    }
    expect(record.changes).toEqual({ added: 2, changed: 1, destroyed: 1 });
  });
});
