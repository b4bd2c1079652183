/** @group processes */

import { deploymentSteps } from "../../../lib/cli/stacks/list-stacks";
import { expectOutputOf } from "../../support/output-schema";
import { cleanUp, Project } from "../support/cli";

afterAll(cleanUp);

interface Listed {
  readonly id: string;
  readonly step: number;
  readonly digests: { readonly configuration: string; readonly packages: string };
}

const app = (input: string) => ({
  "dev-a-Api": { resources: { api: { reads: "dev-a-Data.table" } } },
  "dev-a-Data": { resources: { table: { input } } },
});

describe("serverform stacks", () => {
  test("lists each stack after its dependencies, with digests of its deployed files", async () => {
    const { "dev-a-Api": api, "dev-a-Data": data } = app("1");
    const project = new Project({ "dev-a-Data": data, "dev-a-Api": api });
    const list = async (): Promise<readonly Listed[]> => {
      const { code, stdout } = await project.run(["stacks", "--stage", "dev", "--json"]);
      expect(code).toBe(0);
      expectOutputOf("stacks", stdout);
      return (JSON.parse(stdout) as { readonly stacks: readonly Listed[] }).stacks;
    };
    const [first, second] = await list();
    expect([first, second]).toMatchObject([
      { id: "dev-a-Data", folder: "cdktf.out/stacks/dev-a-Data", dependencies: [], step: 1 },
      { id: "dev-a-Api", folder: "cdktf.out/stacks/dev-a-Api", dependencies: ["dev-a-Data"], step: 2 },
    ]);
    await project.run(["deploy", "--yes", "--stage", "dev"]);
    project.declare({ "dev-a-Data": app("2")["dev-a-Data"], "dev-a-Api": api });
    const [edited, same] = await list();
    expect(edited?.digests.configuration).not.toBe(first?.digests.configuration);
    expect(same?.digests).toEqual(second?.digests);
    const { stdout } = await project.run(["stacks", "*-Api"]);
    expect(stdout).toBe("Stage: dev\n\nStack dev-a-Api\n  Step 2\n  In cdktf.out/stacks/dev-a-Api\n");
  });

  test("puts a stack into the step after the last of its dependencies", () => {
    const stacks = ["a", "b a", "c", "d a b", "e c d"].map((text) => {
      const [id = "", ...dependencies] = text.split(" ");
      return { id, dependencies };
    });
    expect(Object.fromEntries(deploymentSteps(stacks))).toEqual({ a: 1, b: 2, c: 1, d: 3, e: 4 });
  });
});
