/** @group processes */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expectOutputOf } from "../../support/output-schema";
import { cleanUp, Project } from "../support/cli";

afterAll(cleanUp);

describe("serverform docs", () => {
  const project = new Project();

  test("prints sections with heading, file and line, outside of a project too", async () => {
    const { code, stdout, stderr } = await project.run(["docs", "fair", "queues"], {}, "home");
    expect([code, stderr]).toEqual([0, ""]);
    const [heading, place = "", , text] = stdout.split("\n");
    expect([heading, text]).toEqual([
      "Queue > Props > Fair queues",
      expect.stringContaining("messages of one customer"),
    ]);
    const [, file = "", line] = /^(.*):(\d+)$/.exec(place) ?? [];
    const lines = readFileSync(join(project.path("home"), file), "utf8").split("\n");
    expect(lines[Number(line) - 1]).toBe("### Fair queues");
  });

  test("prints at most 40 lines of a section", async () => {
    const { stdout } = await project.run(["docs", "FunctionProps", "reservedConcurrentExecutions"]);
    expect(stdout).toMatch(/^… \d+ more lines$/m);
  });

  test("--json prints whole sections as one object", async () => {
    const { code, stdout, stderr } = await project.run(["docs", "opentofu", "--json"]);
    expectOutputOf("docs", stdout);
    const { sections } = JSON.parse(stdout);
    expect([code, stderr]).toEqual([0, ""]);
    expect(sections[0]).toEqual({
      file: expect.stringMatching(/README\.md$/),
      line: expect.any(Number),
      heading: "Command line > Commands > OpenTofu",
      text: expect.stringContaining("serverform deploy --terraform tofu"),
      score: expect.any(Number),
    });
    expect(existsSync(sections[0].file)).toBe(true);
  });

  test("ends with 1 if nothing is found, and with the help's advice without words", async () => {
    const nothing = await project.run(["docs", "xyzzyq"]);
    expect([nothing.code, nothing.stderr]).toEqual([1, expect.stringContaining("[docs-nothing-found]")]);
    const none = await project.run(["docs"]);
    expect([none.code, none.stderr]).toEqual([
      1,
      expect.stringContaining("missing required argument 'words'"),
    ]);
  });
});
