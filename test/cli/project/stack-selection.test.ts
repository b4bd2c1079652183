import { looksLikeStage, selectStacks } from "../../../lib/cli/project/stack-selection";
import type { SynthesizedStack } from "../../../lib/cli/project/synthesized-stack";

const stack = (id: string, settings?: SynthesizedStack["settings"]): SynthesizedStack => ({
  id,
  folder: "",
  dependencies: [],
  annotations: [],
  template: {},
  settings,
});

describe("selectStacks", () => {
  const stacks = [
    stack("dev-notes-Api", { app: "notes", stage: "dev" }),
    stack("dev-notes-Api2", { app: "notes", stage: "dev" }),
    stack("dev-Nameless", { app: "", stage: "dev" }),
    stack("dev-plain"),
  ];

  test.each([
    [[], ["dev-notes-Api", "dev-notes-Api2", "dev-Nameless", "dev-plain"]],
    [["Api"], ["dev-notes-Api"]],
    [["dev-notes-Api"], ["dev-notes-Api"]],
    [["dev-notes-A*"], ["dev-notes-Api", "dev-notes-Api2"]],
    [["*pi"], ["dev-notes-Api"]],
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
