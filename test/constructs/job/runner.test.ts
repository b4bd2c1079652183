/** @group processes */

import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { App, Job, Stack } from "../../../lib";
import { only, temporaryFolder } from "../../support/stack";

const start = process.cwd();
afterEach(() => process.chdir(start));

/** The output of a job that runs in a container: the command of its project, in the folder of its code. */
function printed(file: string, source: string, name: string): string {
  const project = temporaryFolder();
  mkdirSync(join(project, dirname(file)), { recursive: true });
  writeFileSync(join(project, file), source);
  writeFileSync(join(project, "cdktf.json"), "{}");
  process.chdir(project);
  const app = new App({ name: "notes", stage: "dev", region: "us-east-1", outdir: join(project, "out") });
  const stack = new Stack(app, "Main");
  const handler = `${file.replace(/\.[^.]+$/, "")}.${name}`;
  new Job(stack, "Report", { handler });
  app.synth();
  const { source: code } = only(stack, "aws_codebuild_project") as { source: { buildspec: string } };
  const { phases } = JSON.parse(code.buildspec.replaceAll("$${", "${"));
  const assets = join(project, "out/stacks/dev-notes-Main/assets");
  const folder = readdirSync(assets).find((each) => !each.startsWith("job-invoker"));
  return execFileSync("/bin/sh", ["-c", phases.build.commands[0]], {
    cwd: join(assets, folder ?? ""),
    env: { ...process.env, SERVERFORM_JOB_HANDLER: handler, SERVERFORM_PAYLOAD: '{"year":2026}' },
    encoding: "utf8",
  }).trim();
}

describe("the command of a job runs a handler", () => {
  const body = "({ year }) => console.log('year', year)";
  test.each([
    ["of an ES module", "functions/a.js", `export const main = ${body};`, "main"],
    [
      "in TypeScript",
      "functions/a.ts",
      `export const main = ${body.replace("year })", "year }: any)")};`,
      "main",
    ],
    ["of a CommonJS module", "functions/a.js", `exports.main = ${body};`, "main"],
    [
      "of a CommonJS module with one object",
      "functions/a.cjs",
      `module.exports = { main: ${body} };`,
      "main",
    ],
    [
      "of a CommonJS module that requires one",
      "a.js",
      `const p = require("node:path"); exports.main = ${body};`,
      "main",
    ],
    ["in an object", "functions/a.js", `export const jobs = { main: ${body} };`, "jobs.main"],
    ["that is the default export", "functions/a.js", `export default ${body};`, "default"],
  ])("%s", (_, file, source, name) => {
    expect(printed(file, source, name)).toBe("year 2026");
  });
});
