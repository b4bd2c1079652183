/** @group processes */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import * as commandLine from "../../../../lib/cli/command-line";
import type { SynthesizedStack } from "../../../../lib/cli/project/synthesized-stack";
import { cleanUp } from "../../support/cli";
import { odd, resource, Stacks } from "../../support/recorded-stacks";

jest.mock("../../../../lib/cli/command-line", () => {
  const actual = jest.requireActual<typeof commandLine>("../../../../lib/cli/command-line");
  return { ...actual, libraryVersion: jest.fn(actual.libraryVersion) };
});

afterAll(cleanUp);
afterEach(() => jest.restoreAllMocks());

const alone = (more: object = {}): Stacks => {
  const stacks = new Stacks();
  stacks.file("a", "Get/index.js", "first");
  stacks.file("a", "Get/.hidden/x y.js", "");
  stacks.declare("a", { ...resource({ r: { input: "1" } }), ...more });
  return stacks;
};

const unchanged = { a: "unchanged 0,0,0" };

describe("A stack of which nothing has changed", () => {
  test("is not planned, and its outputs come from the state", async () => {
    const stacks = alone({ output: { o: { value: odd } } });
    expect(await stacks.deploy()).toEqual({ a: "deployed 1,0,0 planned" });
    // Terraform's zip of a package, from an earlier run.
    stacks.file("a", "Get.zip", "zip");
    expect(await stacks.deploy()).toEqual(unchanged);
  });

  test("is planned on demand, and nothing is applied then", async () => {
    const stacks = alone();
    await stacks.deploy();
    const before = readFileSync(stacks.stateFile("a"), "utf8");
    expect(await stacks.deploy(false)).toEqual({ a: "no changes 0,0,0 planned" });
    expect(readFileSync(stacks.stateFile("a"), "utf8")).toBe(before);
    expect(stacks.terraform("a", "plan", "-no-color")).toContain("No changes.");
  });

  test("is not planned on another machine, either", async () => {
    const stacks = alone();
    await stacks.deploy();
    for (const name of [".terraform", "serverform-record.tf.json"])
      rmSync(stacks.path("a", name), { recursive: true });
    expect(await stacks.deploy()).toEqual(unchanged);
  });

  test.each<[string, (stacks: Stacks) => void, string]>([
    ["configuration", (stacks) => stacks.declare("a", resource({ r: { input: "2" } })), "deployed 0,1,0"],
    ["package", (stacks) => stacks.file("a", "Get/index.js", "second"), "no changes 0,0,0"],
    ["file of a package", (stacks) => stacks.file("a", "Get/.hidden/new.js", ""), "no changes 0,0,0"],
    [
      "version of the library",
      () => void jest.mocked(commandLine.libraryVersion).mockReturnValue("99.0.0"),
      "no changes 0,0,0",
    ],
    [
      "resource by taint",
      (stacks) => void stacks.terraform("a", "taint", "terraform_data.r"),
      "deployed 1,0,1",
    ],
    [
      "resource that was taken out of the state",
      (stacks) => void stacks.terraform("a", "state", "rm", "terraform_data.r"),
      "deployed 1,0,0",
    ],
    [
      "state by an apply without the record",
      (stacks) => {
        rmSync(stacks.path("a", "serverform-record.tf.json"));
        stacks.terraform("a", "apply", "-auto-approve");
      },
      "no changes 0,0,0",
    ],
  ])("is planned after a change of its %s, and then not any more", async (_, change, status) => {
    const stacks = alone();
    await stacks.deploy();
    change(stacks);
    expect(await stacks.deploy()).toEqual({ a: `${status} planned` });
    expect(await stacks.deploy()).toEqual(unchanged);
  });

  test("is planned if its last deployment has failed, also if the app is as before it", async () => {
    const stacks = alone();
    await stacks.deploy();
    const failing = {
      provisioner: [{ "local-exec": { command: "false" } }],
      depends_on: ["terraform_data.r"],
    };
    stacks.declare("a", resource({ r: { input: "2" }, fails: failing }));
    expect(await stacks.deploy()).toEqual({ a: expect.stringMatching(/^failed .*planned$/) });
    expect(await stacks.deploy()).toEqual({ a: expect.stringMatching(/^failed .*planned$/) });
    stacks.terraform("a", "state", "rm", "terraform_data.fails");
    stacks.declare("a", resource({ r: { input: "1" } }));
    expect(await stacks.deploy()).toEqual({ a: "deployed 0,1,0 planned" });
    expect(await stacks.deploy()).toEqual(unchanged);
  });

  test("is planned after an edit that plain Terraform has applied in its folder", async () => {
    const stacks = alone();
    await stacks.deploy();
    stacks.declare("a", resource({ r: { input: "2" } }));
    stacks.terraform("a", "apply", "-auto-approve");
    expect(await stacks.deploy()).toEqual({ a: "no changes 0,0,0 planned" });
    expect(await stacks.deploy()).toEqual(unchanged);
  });

  test("is planned each time if something else decides its plan", async () => {
    const stacks = alone({ variable: { v: { default: "1", type: "string" } } });
    await stacks.deploy();
    expect(await stacks.deploy()).toEqual({ a: "no changes 0,0,0 planned" });
    expect(existsSync(stacks.path("a", "serverform-record.tf.json"))).toBe(false);
  });

  test("is planned with another version of a provider", async () => {
    const stacks = alone();
    await stacks.deploy();
    const compare = () =>
      stacks.engine().lastDeployments.compare(stacks.engine().stacks[0] as SynthesizedStack);
    expect((await compare()).isUnchanged).toBe(true);
    const lock = 'provider "registry.terraform.io/hashicorp/aws" {\n  version     = "6.25.0"\n}\n';
    writeFileSync(stacks.path("a", ".terraform.lock.hcl"), lock);
    expect((await compare()).isUnchanged).toBe(false);
  });

  test("is planned after its record was taken back", async () => {
    const stacks = alone();
    await stacks.deploy();
    const engine = stacks.engine();
    expect(await engine.lastDeployments.invalidate(engine.stacks[0] as SynthesizedStack)).toBe(true);
    expect(readFileSync(stacks.stateFile("a"), "utf8")).toContain("terraform_data");
    expect(await stacks.deploy()).toEqual({ a: "no changes 0,0,0 planned" });
  });
});

describe("A stack that reads outputs of another one", () => {
  const remote = "data.terraform_remote_state.cross-stack-reference-input-a.outputs";

  function two(): Stacks {
    const stacks = new Stacks();
    stacks.declare("a", { output: { read: { value: odd, sensitive: true }, other: { value: "1" } } });
    stacks.declare(
      "b",
      {
        ...resource({ r: { input: `\${${remote}.read}` } }),
        data: {
          terraform_remote_state: {
            "cross-stack-reference-input-a": { backend: "local", config: { path: stacks.stateFile("a") } },
          },
        },
      },
      ["a"],
    );
    return stacks;
  }

  test("is not planned alone on another machine, either, if they have not changed", async () => {
    const stacks = two();
    await stacks.deploy();
    for (const id of ["a", "b"]) rmSync(stacks.path(id, ".terraform"), { recursive: true, force: true });
    expect(await stacks.deploy(true, "b")).toEqual({ b: "unchanged 0,0,0" });
  });

  test("is planned if one of them changes, and only then", async () => {
    const stacks = two();
    await stacks.deploy();
    expect(await stacks.deploy()).toEqual({ a: "unchanged 0,0,0", b: "unchanged 0,0,0" });
    stacks.declare("a", { output: { read: { value: odd, sensitive: true }, other: { value: "2" } } });
    expect(await stacks.deploy()).toEqual({ a: "deployed 0,0,0 planned", b: "unchanged 0,0,0" });
    stacks.declare("a", { output: { read: { value: "new", sensitive: true }, other: { value: "2" } } });
    expect(await stacks.deploy()).toEqual({ a: "deployed 0,0,0 planned", b: "deployed 0,1,0 planned" });
    expect(await stacks.deploy()).toEqual({ a: "unchanged 0,0,0", b: "unchanged 0,0,0" });
  });
});
