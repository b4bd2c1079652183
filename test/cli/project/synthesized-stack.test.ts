import { readSynthesizedStacks, writtenAt } from "../../../lib/cli/project/synthesized-stack";
import { cleanUp, Project } from "../support/cli";

afterAll(cleanUp);

/** An output folder with these stacks in its manifest. */
function outputWith(stacks: Readonly<Record<string, object>>, template: object = {}): string {
  const project = new Project();
  const entries = Object.entries(stacks).map(([name, rest]) => {
    project.write(`out/stacks/${name}/cdk.tf.json`, JSON.stringify(template));
    const folder = `stacks/${name}`;
    return [name, { name, synthesizedStackPath: `${folder}/cdk.tf.json`, workingDirectory: folder, ...rest }];
  });
  project.write("out/manifest.json", JSON.stringify({ stacks: Object.fromEntries(entries) }));
  return project.path("out");
}

describe("readSynthesizedStacks", () => {
  test("returns each stack after its dependencies", () => {
    const output = outputWith({ a: { dependencies: ["b"] }, b: { dependencies: ["c"] }, c: {}, d: {} });
    const stacks = readSynthesizedStacks(output);
    expect(stacks.map(({ id }) => id)).toEqual(["c", "b", "a", "d"]);
    expect(stacks[0]?.folder).toBe(`${output}/stacks/c`);
  });

  test("reads annotations", () => {
    const annotation = { level: "@cdktf/warn", constructPath: "a/Api", message: "Careful." };
    const [stack] = readSynthesizedStacks(outputWith({ a: { annotations: [annotation] } }));
    expect(stack?.annotations).toEqual([{ level: "warn", path: "a/Api", message: "Careful." }]);
  });

  test.each([
    [
      { app: "notes", stage: "dev", removalPolicy: "retain" },
      { app: "notes", stage: "dev", removalPolicy: "retain" },
    ],
    [
      { app: "notes", stage: "dev", removalPolicy: "burn" },
      { app: "notes", stage: "dev", removalPolicy: undefined },
    ],
    [
      { app: "notes", stage: "prod", isProtected: true, isDebugStack: true },
      { app: "notes", stage: "prod", removalPolicy: undefined, isProtected: true, isDebugStack: true },
    ],
    [undefined, undefined],
  ])("reads the settings %j as %j", (serverform, expected) => {
    const [stack] = readSynthesizedStacks(outputWith({ a: {} }, { "//": { serverform } }));
    expect(stack?.settings).toEqual(expected);
  });
});

describe("writtenAt", () => {
  test("is undefined without a manifest", () => {
    expect(writtenAt(new Project().folder)).toBeUndefined();
    expect(writtenAt(outputWith({}))).toBeGreaterThan(0);
  });
});
