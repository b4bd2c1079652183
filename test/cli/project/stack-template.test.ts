import { constructPath } from "../../../lib/cli/project/stack-template";
import type { SynthesizedStack } from "../../../lib/cli/project/synthesized-stack";

const stackWith = (template: Readonly<Record<string, unknown>>): SynthesizedStack => ({
  id: "x",
  folder: "",
  dependencies: [],
  annotations: [],
  template,
});

describe("constructPath", () => {
  const named = (path: string): object => ({ "//": { metadata: { path } } });
  const template = {
    resource: { aws_s3_bucket: { a: named("Main/Bucket/a") } },
    data: { aws_lb: { b: named("Main/Lb/b") } },
  };

  test.each([
    ["aws_s3_bucket.a", "Main/Bucket/a"],
    ["aws_s3_bucket.a[0]", "Main/Bucket/a"],
    ['aws_s3_bucket.a["x.y"]', "Main/Bucket/a"],
    ["data.aws_lb.b", "Main/Lb/b"],
    ["aws_s3_bucket.b", undefined],
    ["module.m.aws_s3_bucket.a", undefined],
  ])("of %s is %s", (address, path) => {
    expect(constructPath(stackWith(template), address)).toBe(path);
  });
});
