import { isObject } from "../project/json";
import type { Choices } from "./choices";
import { cdks, type PackageName, versionsOf } from "./packages";
import { ownSettings } from "./project-files";
import type { TargetKind } from "./target-folder";
import { templateOf } from "./templates";
import { testRunnerOf } from "./test-runners";

type Entries = Readonly<Record<string, unknown>>;

const compilerPackages: readonly PackageName[] = ["@types/aws-lambda", "@types/node", "tsx", "typescript"];

/** The `package.json` of a new project. */
export function newPackageJson(choices: Choices): string {
  return printed(
    withAdditions({ name: choices.name, private: true, type: "module" }, choices, "empty"),
    "  ",
  );
}

/** A project's `package.json` with the entries that the app needs. Present entries stay unchanged. */
export function extendedPackageJson(text: string, choices: Choices, kind: TargetKind): string {
  const project: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
  const indent = /^([ \t]+)"/m.exec(text)?.[1] ?? "  ";
  return printed(withAdditions(isObject(project) ? project : {}, choices, kind), indent);
}

function withAdditions(project: Entries, choices: Choices, kind: TargetKind): Entries {
  const { template, testRunner, cdk, library, present } = choices;
  const { dependencies, devDependencies, typecheckPages } = templateOf(template);
  // A CDKTF project has tests and a compiler of its own.
  const runner = kind === "cdktf" ? undefined : testRunnerOf(testRunner);
  const scripts = {
    dev: "serverform local",
    ...(runner !== undefined && { test: runner.script }),
    typecheck: ["serverform build", compilerFor(choices, kind), typecheckPages]
      .filter((each) => each !== undefined)
      .join(" && "),
    deploy: "serverform deploy",
  };
  const added = {
    dependencies: { ...versionsOf(dependencies), ...cdks[cdk].peers, [cdks[cdk].library]: library },
    devDependencies: versionsOf([...compilerPackages, ...devDependencies, ...(runner?.packages ?? [])]),
  };
  // The types of jest's globals must have the version of the installed jest.
  const { jest } = present.packages;
  if (typeof jest === "string" && "@jest/globals" in added.devDependencies)
    added.devDependencies = { ...added.devDependencies, "@jest/globals": jest };
  const isThere = (name: string) =>
    ["dependencies", "devDependencies"].some((section) => name in entriesOf(project[section]));
  const missing = (entries: Entries) =>
    Object.fromEntries(Object.entries(entries).filter(([name]) => !isThere(name)));
  return {
    ...project,
    scripts: { ...scripts, ...withoutPlaceholders(entriesOf(project.scripts)) },
    dependencies: sorted({ ...missing(added.dependencies), ...entriesOf(project.dependencies) }),
    devDependencies: sorted({ ...missing(added.devDependencies), ...entriesOf(project.devDependencies) }),
    // A project that already has jest settings keeps them.
    ...(present.hasJestSettings ? {} : runner?.settings),
  };
}

/** The command that checks the types of the app. The project's own settings may cover other files, and may write compiled files. */
function compilerFor({ present }: Choices, kind: TargetKind): string {
  if (!present.hasCompilerSettings) return "tsc";
  return kind === "cdktf" ? "tsc --noEmit" : `tsc -p ${ownSettings}`;
}

const entriesOf = (value: unknown): Entries => (isObject(value) ? value : {});

/** `npm init` writes a script `test` that fails. */
const withoutPlaceholders = (scripts: Entries): Entries =>
  Object.fromEntries(
    Object.entries(scripts).filter(([, script]) => !String(script).includes("Error: no test specified")),
  );

/** Package managers sort the entries by name. */
const sorted = (entries: Entries): Entries =>
  Object.fromEntries(Object.entries(entries).sort(([one], [other]) => (one < other ? -1 : 1)));

const printed = (project: Entries, indent: string): string => `${JSON.stringify(project, null, indent)}\n`;
