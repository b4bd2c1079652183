/** @group processes */

import { cleanUp, Project } from "../support/cli";

afterAll(cleanUp);

describe("the project", () => {
  test("is required", async () => {
    const project = new Project();
    const { code, stderr } = await project.run(["build"], {}, "/");
    expect(code).toBe(1);
    expect(stderr).toMatch(/^serverform: cdktf\.json was found neither in \/ nor above it\./);
  });

  test.each([
    ["{", "[json-invalid]"],
    ["{}", "[prop-required]"],
    ['{"app": "node main.js", "context": 1}', "[prop-invalid]"],
    ['{"app": "node main.js", "output": ""}', "[prop-invalid]"],
  ])("with the settings %s is refused", async (settings, code) => {
    const project = new Project();
    project.write("cdktf.json", settings);
    expect((await project.run(["build"])).stderr).toContain(code);
  });
});
