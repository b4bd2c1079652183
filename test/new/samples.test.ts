/** @group processes */

import { spawnSync } from "node:child_process";
import { cpSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { scripts } from "../../package.json";
import { cleanEnvironment } from "../examples/support";
import { typescript } from "../support/compiled";
import { temporaryFolder } from "../support/stack";
import { newKinds } from "./kinds";
import { type NewKind, sampleName } from "./kinds/kind";
import { create, format } from "./new";
import { Tree } from "./plan";

// One copy of the tree gets everything, so that one type check and one run of jest hold all kinds.

const root = resolve(__dirname, "../..");
const tree = new Tree(copyOfTree());

/** The options with which `npm test` starts jest. */
const optionsOfTests = scripts.test.split(" ").filter((word) => word.startsWith("--"));
const written: readonly string[] = [
  ...Object.entries<NewKind>(newKinds).map(([name, kind]) => [name, sampleName(kind)]),
  ["construct", "Bell", "--bindable"],
].flatMap((args) => create(tree, args).written);
format(tree, [...new Set(written)]);
// Tests of commands compile the library first, which takes a minute in a copy. The command runs below instead.
const tests = written.filter((path) => path.endsWith(".test.ts") && !path.includes("/cli/"));

/** Nets over all types, classes, literals and types of resources of the library, and over the kinds of authorizers. */
const nets = [
  "test/types/prop-sentences.test.ts",
  "test/types/parameter-names.test.ts",
  "test/facts/aws/literals.test.ts",
  "test/facts/aws/resource-types.test.ts",
  "test/constructs/api/authorizers/jwt.test.ts",
];

function copyOfTree(): string {
  const folder = temporaryFolder();
  // Packages are most of the files.
  const linked = ["node_modules", "test/packages"];
  for (const path of ["lib", "test", "package.json", "tsconfig.json", "biome.json", ".gitignore"])
    cpSync(join(root, path), join(folder, path), {
      recursive: true,
      filter: (source) => !linked.includes(relative(root, source)),
    });
  for (const path of linked) symlinkSync(join(root, path), join(folder, path));
  return folder;
}

/** Runs a program of a package in the copy. Returns its exit status and output. */
const run = (program: string, ...args: readonly string[]) =>
  runNode(join(root, "node_modules", program), ...args);

function runNode(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: tree.root,
    encoding: "utf8",
    env: cleanEnvironment(),
  });
  return { status, output: `${stdout}${stderr}` };
}

test("everything that npm run new writes compiles", () => {
  // The type test of metadata compares the types of routes.
  const include = ["lib", "test/types/metadata.ts", ...written.filter((path) => /^test\/.*\.ts$/.test(path))];
  writeFileSync(
    join(tree.root, "tsconfig.new.json"),
    JSON.stringify({ extends: "./tsconfig.json", include }),
  );
  // Several checkers would each resolve the types that they share.
  const { status, output } = run(
    "typescript/bin/tsc",
    "--noEmit",
    "--checkers",
    "1",
    "-p",
    "tsconfig.new.json",
  );
  expect([status, output]).toEqual([0, ""]);
});

test("the tests that npm run new writes pass, and nets over the whole library", () => {
  expect(tests).toHaveLength(Object.keys(newKinds).length);
  const jest = [...optionsOfTests, join(root, "node_modules/jest/bin/jest.js")];
  const { status, output } = runNode(...jest, "--runInBand", "--runTestsByPath", ...tests, ...nets);
  for (const path of [...tests, ...nets]) expect(output).toContain(`PASS ${path}`);
  expect(status).toBe(0);
});

test("the command that npm run new writes runs", () => {
  const program = [...typescript, "lib/cli/main.ts"];
  const { status, output } = runNode(...program, `${newKinds.command.example}x`, "--to", "Ada");
  expect([status, output]).toEqual([0, "alarmsx for Ada\n"]);
});

test("the linter has no findings in the output of npm run new", () => {
  const { status, output } = run(
    "@biomejs/biome/bin/biome",
    "check",
    "--error-on-warnings",
    ...new Set(written),
  );
  expect([status, output]).toEqual([0, expect.any(String)]);
});
