import { existsSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { temporaryFolder } from "./stack";

type Settings = Readonly<Record<"collectCoverage" | "watch" | "watchAll", boolean>>;
interface Environment {
  readonly global: typeof globalThis;
  teardown(): Promise<void>;
}

type Sharing = "all" | "packages" | "none";

const { isOfJestWithoutState, isShared, runOf, sharingOf } = require("./shared-modules.cjs") as {
  isOfJestWithoutState(path: string): boolean;
  isShared(path: string, sharing: Sharing): boolean;
  runOf(settings: Settings, program?: string): unknown;
  sharingOf(testPath: string, settings: Settings): Sharing;
};
const SharedEnvironment = require("./shared-environment.cjs") as new (
  config: object,
  context: object,
) => Environment;

const once: Settings = { collectCoverage: false, watch: false, watchAll: false };

function fileWith(source: string): string {
  const file = join(temporaryFolder(), "some.test.ts");
  writeFileSync(file, source);
  return file;
}

function environmentOf(source: string): Environment {
  const projectConfig = { testEnvironmentOptions: {}, globals: {}, fakeTimers: {} };
  return new SharedEnvironment({ globalConfig: once, projectConfig }, { testPath: fileWith(source) });
}

test.each([
  ["all", 'import { App } from "serverform";\n'],
  ["packages", "/** @group processes */\n"],
  ["none", "/** @modules own: it counts apps. */\n"],
  ["all", "import 'a';\n/** @modules own */\n"],
  ["none", 'jest.mock("cdktf");\n'],
  ["none", '/** @group processes */\njest.mock("cdktf");\n'],
  ["none", "beforeEach(() => void jest.resetModules());\n"],
] as const)("a test file shares %p for %p", (sharing, source) => {
  expect(sharingOf(fileWith(source), once)).toBe(sharing);
});

test.each(["collectCoverage", "watch", "watchAll"])("no test file shares modules with %s", (setting) => {
  expect(sharingOf(fileWith(""), { ...once, [setting]: true })).toBe("none");
});

test.each([
  [resolve(__dirname, "../../lib/kit/app/index.ts"), true, false],
  [require.resolve("cdktf"), true, true],
  [require.resolve("esbuild"), true, false],
  [resolve(__dirname, "../../package.json"), false, false],
  [resolve(__dirname, "stack.ts"), false, false],
])("whether files that share all, or packages, share %s is %p and %p", (path, all, packages) => {
  expect([isShared(path, "all"), isShared(path, "packages")]).toEqual([all, packages]);
});

test.each([
  ["jest-matcher-utils", true],
  ["@jest/expect-utils", true],
  ["expect", false],
  ["jest-circus", false],
  ["jest-snapshot", false],
  ["cdktf", false],
])("whether test files share %s, where jest loads it for its own use, is %p", (name, expected) => {
  expect(isOfJestWithoutState(require.resolve(name))).toBe(expected);
});

test("all test files of a worker belong to one run, which has a copy of its options for each", () => {
  const program = resolve(__dirname, "../../node_modules/jest-worker/build/processChild.js");
  // Jest starts its workers with it.
  expect(existsSync(program)).toBe(true);
  expect(runOf({ ...once }, program)).toBe(runOf({ ...once }, program));
});

test("a process that runs jest twice has two runs", () => {
  const program = resolve(__dirname, "../mutations/jest-server.cjs");
  expect(runOf(once, program)).toBe(runOf(once, program));
  expect(runOf({ ...once }, program)).not.toBe(runOf(once, program));
});

test("values that a test file leaves in the global object and in process are removed with it", async () => {
  const first = environmentOf("");
  const { process } = first.global;
  const { env, exit } = process;
  Object.assign(first.global, { left: 1, fetch: undefined });
  env.SERVERFORM_LEFT = "1";
  process.exit = () => undefined as never;
  process.on("SIGUSR2", () => {});
  await first.teardown();
  const second = environmentOf("");
  expect(second.global).toBe(first.global);
  expect(second.global).not.toHaveProperty("left");
  expect(second.global.fetch).toBe(fetch);
  expect(env).not.toHaveProperty("SERVERFORM_LEFT");
  expect(process.exit).toBe(exit);
  expect(process.listenerCount("SIGUSR2")).toBe(0);
});

test("values that packages keep in the global object stay", async () => {
  const first = environmentOf("");
  Object.assign(first.global, { __tokens: 1 });
  await first.teardown();
  expect(environmentOf("").global).toHaveProperty("__tokens", 1);
});

test("a test file that has modules of its own has a global object of its own", () => {
  expect(environmentOf("/** @modules own */").global).not.toBe(environmentOf("").global);
});
