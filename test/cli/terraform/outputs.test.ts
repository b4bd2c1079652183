import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  noChanges,
  type StackReport,
  visibleOutputs,
  writeOutputsFile,
} from "../../../lib/cli/terraform/report";
import { cleanUp, temporaryFolder } from "../support/cli";

afterAll(cleanUp);

const open = (value: unknown): { value: unknown; sensitive: boolean } => ({ value, sensitive: false });

const report = (id: string, outputs: StackReport["outputs"]): StackReport => ({
  id,
  status: "deployed",
  changes: noChanges,
  outputs,
  errors: [],
  seconds: 1,
});

describe("visibleOutputs", () => {
  test("are sorted case-insensitively, without the outputs that CDKTF generates", () => {
    const outputs = { b: open(1), C: open(1), A: open(1), "cross-stack-output-aws_s3_bucketxarn": open(1) };
    expect(visibleOutputs(outputs).map(([name]) => name)).toEqual(["A", "b", "C"]);
  });
});

describe("writeOutputsFile", () => {
  test("writes unchanged values, but leaves out secrets and stacks without outputs", () => {
    const file = join(temporaryFolder(), "new/outputs.json");
    writeOutputsFile(file, [
      report("dev-a", { list: open([1, 2]), none: open(null), secret: { value: "s", sensitive: true } }),
      report("dev-b", {}),
      report("dev-c", { "cross-stack-output-x": open(1) }),
    ]);
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ "dev-a": { list: [1, 2], none: null } });
  });
});
