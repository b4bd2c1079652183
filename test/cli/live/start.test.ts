/** @group processes */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { writeFiles } from "../../live/loopback/support";
import { handlerFile, LiveProject } from "./support";

jest.setTimeout(120_000);

let project: LiveProject;

afterEach(() => project.stop());

const read = (file: string): string => readFileSync(join(project.stage.folder, file), "utf8");

describe("serverform start", () => {
  test("deploys the debug stack and the app, and the app's functions run here until the end", async () => {
    project = await LiveProject.create();
    const lines = await project.start();
    expect(await project.get("/hello")).toEqual({ from: "laptop" });
    expect(await lines.next("invocation")).toMatchObject({
      function: "dev-notes-Main-Api-Lambda_GET_--hello",
      handler: "functions/hello.get",
      source: "GET /hello",
    });
    expect(await lines.next("result")).toMatchObject({ status: "ok" });
    const { code } = await lines.interrupt();
    expect(code).toBe(0);
    expect(await project.get("/hello")).toEqual({ from: "deployed" });
    const applied = read("terraform.log").match(/^(\S+) apply/gm);
    expect(applied).toEqual(["dev-notes-debug-stack apply", "dev-notes-Main apply"]);
  });

  test("runs a saved file at the next invocation", async () => {
    project = await LiveProject.create();
    await project.start();
    expect(await project.get("/hello")).toEqual({ from: "laptop" });
    writeFiles(project.stage.folder, { "functions/hello.ts": handlerFile("edited") });
    let answer = await project.get("/hello");
    while (JSON.stringify(answer) !== '{"from":"edited"}') answer = await project.get("/hello");
    expect(answer).toEqual({ from: "edited" });
  });
});
