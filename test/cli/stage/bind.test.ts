/** @group processes */

import { join } from "node:path";
import { type App, Config, Stack, Table } from "../../../lib";
import { folderWithPackages, serveOutput, synthesize } from "../../live/loopback/stage";
import { LiveProject } from "../live/support";

jest.setTimeout(120_000);

const define = (app: App): void => {
  const stack = new Stack(app, "Main");
  new Table(stack, "my-notes", { fields: { id: "string" }, primaryIndex: { partitionKey: "id" } });
  new Config.Parameter(stack, "LEVEL", { value: "high" });
};

let project: LiveProject;

afterEach(() => project.stop());
afterAll(() => LiveProject.end());

const print =
  "console.log(JSON.stringify(Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('SERVERFORM_')))))";

describe("serverform bind", () => {
  test("runs a command with the variables of the stage, and ends with its exit status", async () => {
    project = await LiveProject.create();
    const folder = folderWithPackages();
    const out = join(folder, "out");
    project.declare(define, { bindingParameters: true });
    synthesize(project.stage.folder, {}, out, define, "notes", { bindingParameters: true });
    const aws = await serveOutput(folder, out);
    const environment = { AWS_ENDPOINT_URL: aws.servicesUrl };
    const words = ["bind", "--stage", "dev", "--", process.execPath, "-e", `${print}; process.exit(3)`];
    const { code, stdout } = await project.run(words, environment).ended;
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toEqual({
      SERVERFORM_APP: "notes",
      SERVERFORM_STAGE: "dev",
      SERVERFORM_Parameter_value_LEVEL: "high",
      SERVERFORM_Table_tableName_my_notes: "dev-notes-my-notes",
    });
  });

  test("says what to do when the stage has no parameters", async () => {
    project = await LiveProject.create();
    const words = ["bind", "--stage", "dev", "--", process.execPath, "-e", "1"];
    const { code, stderr } = await project.run(words).ended;
    expect(code).toBe(0);
    expect(stderr).toContain("bindingParameters: true");
  });
});
