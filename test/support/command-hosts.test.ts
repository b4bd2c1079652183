/** @group processes */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cleanEnvironment } from "../cli/support/cli";
import { type CommandRun, endHosts, type Run, startAlone, startShared } from "./command-hosts";
import { withCompiledLibrary } from "./compiled";
import { temporaryFolder } from "./stack";

afterAll(endHosts);

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
  writeFileSync(join(folder, "cdktf.json"), JSON.stringify({ language: "typescript", app: "node main.js" }));
});

const runOf = (args: readonly string[], environment: NodeJS.ProcessEnv = {}): CommandRun => ({
  args,
  folder,
  environment: { ...cleanEnvironment(), ...withCompiledLibrary(), HOME: folder, ...environment },
});

const shared = (args: readonly string[], environment?: NodeJS.ProcessEnv): Promise<Run> =>
  startShared(runOf(args, environment)).ended;

test.each([
  ["output", ["--help"]],
  ["an error", ["build", "--no-such-option"]],
  ["an app that fails", ["build", "--stage", "dev"]],
])("%s is that of a process of its own", async (_name, args) => {
  expect(await shared(args)).toEqual(await startAlone(runOf(args)).ended);
});

test("a run has its own environment, and the next one does not inherit it", async () => {
  writeFileSync(join(folder, "main.js"), "throw new Error(`stage ${process.env.OWN} of ${process.cwd()}`);");
  const first = await shared(["build", "--stage", "dev"], { OWN: "mine" });
  expect(first.stderr).toContain(`stage mine of ${folder}`);
  const second = await shared(["build", "--stage", "dev"]);
  expect(second.stderr).toContain(`stage undefined of ${folder}`);
});

test("runs at the same time have processes of their own, and runs after one another share one", async () => {
  const runs = [startShared(runOf(["--help"])), startShared(runOf(["--version"]))];
  const pids = runs.map(({ child }) => child.pid);
  expect(new Set(pids).size).toBe(2);
  const [help, version] = await Promise.all(runs.map(({ ended }) => ended));
  expect(help?.stdout).toContain("Usage: serverform");
  expect(version?.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  const next = startShared(runOf(["--version"]));
  expect(pids).toContain(next.child.pid);
  await next.ended;
});

test("a run that is killed ends without a status, and the next one has another process", async () => {
  // It starts an app, so it does not end by itself before.
  const killed = startShared(runOf(["build", "--stage", "dev"]));
  killed.child.kill("SIGKILL");
  expect(await killed.ended).toMatchObject({ code: null });
  expect(await shared(["--version"])).toMatchObject({ code: 0 });
});

test.each([
  ["options of Node", { NODE_OPTIONS: "--no-warnings" }, false],
  ["files of the SDK in its home", {}, true],
])("a run with %s has a process of its own, which ends", async (_name, environment, hasFiles) => {
  if (hasFiles) mkdirSync(join(folder, ".aws"));
  const { child, ended } = startShared(runOf(["--version"], environment));
  expect(await ended).toMatchObject({ code: 0 });
  expect(() => process.kill(child.pid ?? 0, 0)).toThrow("ESRCH");
});

test("a run with other variables of Node has another process", async () => {
  const first = startShared(runOf(["--version"]));
  await first.ended;
  const other = startShared(runOf(["--version"], { NODE_NO_WARNINGS: "1" }));
  expect(other.child.pid).not.toBe(first.child.pid);
  await other.ended;
  const alike = startShared(runOf(["--version"], { NODE_NO_WARNINGS: "1" }));
  expect(alike.child.pid).toBe(other.child.pid);
  await alike.ended;
});
