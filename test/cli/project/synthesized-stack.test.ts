import {
  constructPath,
  looksLikeStage,
  runsRemotely,
  type Stack,
  selectStacks,
} from "../../../lib/cli/project/synthesized-stack";

const stack = (id: string, template: object = {}, settings?: Stack["settings"]): Stack => ({
  id,
  folder: "",
  dependencies: [],
  annotations: [],
  template: { ...template },
  settings,
});

describe("selectStacks", () => {
  const stacks = [
    stack("dev-notes-Api", {}, { app: "notes", stage: "dev" }),
    stack("dev-notes-Api2", {}, { app: "notes", stage: "dev" }),
    stack("dev-Nameless", {}, { app: "", stage: "dev" }),
    stack("dev-plain"),
  ];

  test.each([
    [[], ["dev-notes-Api", "dev-notes-Api2", "dev-Nameless", "dev-plain"]],
    [["Api"], ["dev-notes-Api"]],
    [["Api*"], ["dev-notes-Api", "dev-notes-Api2"]],
    [
      ["Api2", "Api"],
      ["dev-notes-Api", "dev-notes-Api2"],
    ],
    [["Nameless"], ["dev-Nameless"]],
    [["plain"], ["dev-plain"]],
  ])("takes the patterns %j as %j", (patterns, expected) => {
    expect(selectStacks("diff", stacks, patterns, "dev").map(({ id }) => id)).toEqual(expected);
  });

  test.each([["notes"], ["dev.notes.Api"], ["ap*"], ["dev-notes-"]])("finds nothing for %s", (pattern) => {
    expect(() => selectStacks("deploy", stacks, [pattern], "dev")).toThrow(/which matches no stack/);
  });
});

describe("looksLikeStage", () => {
  test.each([
    ["prod", true],
    ["dev", true],
    ["us-east-1", true],
    ["us-gov-west-1", true],
    ["Api", false],
    ["production-api", false],
  ])("%s: %s", (argument, expected) => {
    expect(looksLikeStage(argument)).toBe(expected);
  });
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
    expect(constructPath(stack("x", template), address)).toBe(path);
  });
});

describe("runsRemotely", () => {
  test.each([
    [{ cloud: { organization: "o" } }, true],
    [{ backend: { remote: {} } }, true],
    [{ backend: { s3: {} } }, false],
    [undefined, false],
  ])("with the block %j: %s", (terraform, expected) => {
    expect(runsRemotely(stack("x", { terraform }))).toBe(expected);
  });
});
