import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { temporaryFolder } from "./stack";

type Settings = Readonly<Record<"collectCoverage" | "watch" | "watchAll", boolean>>;
interface Environment {
  readonly global: typeof globalThis;
  teardown(): Promise<void>;
}

const { isShared, sharesModules } = require("./shared-modules.cjs") as {
  isShared(path: string): boolean;
  sharesModules(testPath: string, settings: Settings): boolean;
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
  [true, 'import { App } from "serverform";\n'],
  [false, "/** @group processes */\n"],
  [false, "/** @modules own: it counts apps. */\n"],
  [true, "import 'a';\n/** @modules own */\n"],
  [false, 'jest.mock("cdktf");\n'],
  [false, "beforeEach(() => void jest.resetModules());\n"],
])("whether a test file shares modules is %p for %p", (shares, source) => {
  expect(sharesModules(fileWith(source), once)).toBe(shares);
});

test.each(["collectCoverage", "watch", "watchAll"])("no test file shares modules with %s", (setting) => {
  expect(sharesModules(fileWith(""), { ...once, [setting]: true })).toBe(false);
});

test.each([
  ["../../lib/app/index.ts", true],
  ["../../package.json", false],
  ["stack.ts", false],
])("whether test files share %s is %p", (path, expected) => {
  expect(isShared(resolve(__dirname, path))).toBe(expected);
});

test("what a test file leaves in the global object and in process goes with it", async () => {
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

test("what packages keep in the global object stays", async () => {
  const first = environmentOf("");
  Object.assign(first.global, { __tokens: 1 });
  await first.teardown();
  expect(environmentOf("").global).toHaveProperty("__tokens", 1);
});

test("a test file that has modules of its own has a global object of its own", () => {
  expect(environmentOf("/** @modules own */").global).not.toBe(environmentOf("").global);
});
