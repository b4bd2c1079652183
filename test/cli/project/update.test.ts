import { versionChanges } from "../../../lib/cli/project/update";
import { publishedManifest as manifest } from "../support/published-manifest";

describe("versionChanges", () => {
  test("keeps aliases and paths", () => {
    const project = {
      dependencies: { serverform: "^2.1.0", cdktf: "npm:cdktn@0.21.0", constructs: "file:../constructs" },
    };
    expect(versionChanges(project, manifest).map(({ name }) => name)).toEqual(["@cdktf/provider-aws"]);
  });

  test("updates an optional peer dependency, but does not add one", () => {
    expect(versionChanges({ dependencies: {} }, manifest).map(({ name }) => name)).not.toContain("graphql");
    expect(versionChanges({ devDependencies: { graphql: "^15" } }, manifest)).toContainEqual({
      section: "devDependencies",
      name: "graphql",
      from: "^15",
      to: "^16",
    });
  });

  test.each([
    ["1.0.0", "2.1.0"],
    ["~1.0.0", "~2.1.0"],
    ["^1.0.0", "^2.1.0"],
    ["latest", "^2.1.0"],
  ])("keeps the style of the range %s", (range, expected) => {
    expect(versionChanges({ dependencies: { serverform: range } }, manifest)[0]?.to).toBe(expected);
  });
});
