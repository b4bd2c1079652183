/** @group processes */
import { cleanUp } from "../../support/cli";
import { odd, resource, Stacks } from "../../support/recorded-stacks";

afterAll(cleanUp);
afterEach(() => jest.restoreAllMocks());

const onlyChanged = (stacks: Stacks) => stacks.deploy(true, undefined, { onlyChanged: true });

const blocks = {
  first: { input: "1" },
  second: { input: "${terraform_data.first.output}" },
  code: { input: "assets/Get" },
  other: { input: "1" },
  gone: { input: "${terraform_data.other.output}" },
};
const output = { o: { value: "${terraform_data.second.output}" }, l: { value: odd } };

function deployed(): Stacks {
  const stacks = new Stacks();
  stacks.file("a", "Get/index.js", "first");
  stacks.file("a", "Put/index.js", "first");
  stacks.declare("a", { ...resource(blocks), output });
  return stacks;
}

describe("A deployment of what has changed", () => {
  test("plans changed blocks and what refers to them, and leaves a complete record each time", async () => {
    const stacks = deployed();
    const record = "its state has no record of a complete deployment";
    expect(await onlyChanged(stacks)).toEqual({ a: `deployed 5,0,0 planned because ${record}` });
    stacks.declare("a", { ...resource({ ...blocks, first: { input: "2" } }), output });
    expect(await onlyChanged(stacks)).toEqual({ a: "deployed 0,2,0 planned but for 3" });
    expect(stacks.terraform("a", "output", "-raw", "o")).toBe("2");
    const { gone: _, ...rest } = { ...blocks, first: { input: "2" } };
    stacks.declare("a", { ...resource(rest), output });
    // Beside what it removes, Terraform plans one block, with which it writes the record.
    expect(await onlyChanged(stacks)).toEqual({ a: "deployed 0,0,1 planned but for 3" });
    stacks.file("a", "Get/index.js", "second");
    expect(await onlyChanged(stacks)).toEqual({ a: "no changes 0,0,0 planned but for 3" });
    expect(await onlyChanged(stacks)).toEqual({ a: "unchanged 0,0,0" });
    // No change is left for a plan of everything.
    expect(await stacks.deploy(false)).toEqual({ a: "no changes 0,0,0 planned" });
    expect(stacks.terraform("a", "plan", "-no-color")).toContain("No changes.");
  });

  test("plans everything after a failure, which targets alone would not end", async () => {
    const stacks = deployed();
    await stacks.deploy();
    const failing = { provisioner: [{ "local-exec": { command: "false" } }] };
    stacks.declare("a", { ...resource({ ...blocks, failing }), output });
    expect(await onlyChanged(stacks)).toEqual({ a: expect.stringMatching(/^failed .*but for 5$/) });
    stacks.declare("a", { ...resource(blocks), output });
    expect(await onlyChanged(stacks)).toEqual({
      a: expect.stringMatching(/^deployed 0,0,1 planned because its state has no record/),
    });
  });

  test("finds the outputs of other stacks that have changed", async () => {
    const remote = "data.terraform_remote_state.cross-stack-reference-input-a.outputs";
    const stacks = new Stacks();
    const declare = (one: unknown) =>
      stacks.declare("a", { output: { one: { value: one }, two: { value: "2" } } });
    declare(odd);
    stacks.declare(
      "b",
      {
        ...resource({
          one: { input: `\${${remote}.one}` },
          two: { input: `\${${remote}.two}` },
          other: { input: "1" },
        }),
        data: {
          terraform_remote_state: {
            "cross-stack-reference-input-a": { backend: "local", config: { path: stacks.stateFile("a") } },
          },
        },
      },
      ["a"],
    );
    await stacks.deploy();
    declare("new");
    expect(await onlyChanged(stacks)).toEqual({
      a: "deployed 0,0,0 planned because its output one has changed, which refers to no block",
      b: "deployed 0,1,0 planned but for 2",
    });
    expect(await onlyChanged(stacks)).toEqual({ a: "unchanged 0,0,0", b: "unchanged 0,0,0" });
  });
});
