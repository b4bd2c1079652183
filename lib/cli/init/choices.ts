import { existsSync } from "node:fs";
import { builtinModules } from "node:module";
import { basename, relative, resolve } from "node:path";
import { packageName } from "../../facts/errors/package-name";
import { libraryVersion } from "../command-line";
import { fail } from "../errors";
import { detectPackageManager, type PackageManagerName } from "../project/package-manager";
import { packedManifest } from "../project/packed-manifest";
import type { Terminal } from "../ui/terminal";
import { type CdkName, cdks } from "./packages";
import { type PresentProject, presentProject } from "./present-project";
import { type TemplateName, templates } from "./templates";
import { type TestRunnerName, testRunners } from "./test-runners";

export interface InitOptions {
  readonly name?: string;
  readonly template?: string;
  readonly packageManager?: string;
  readonly testRunner?: string;
  readonly cdk?: string;
  readonly ci?: string;
  readonly from?: string;
  /** False for `--no-install`. */
  readonly install?: boolean;
  readonly yes?: boolean;
}

/** Everything that decides about the files of a new project. */
export interface Choices {
  readonly folder: string;
  readonly name: string;
  readonly template: TemplateName;
  readonly manager: PackageManagerName;
  readonly testRunner: TestRunnerName;
  readonly cdk: CdkName;
  readonly ci: CiName;
  /** The version of the library in `package.json`: a range, or the path of a tarball. */
  readonly library: string;
  readonly install: boolean;
  readonly present: PresentProject;
}

const ciNames = ["github", "gitlab", "none"] as const;
export type CiName = (typeof ciNames)[number];
const managerNames = ["npm", "pnpm", "yarn", "bun"] as const;
const templateNames = Object.keys(templates) as readonly TemplateName[];
const testRunnerNames = Object.keys(testRunners) as readonly TestRunnerName[];
const cdkNames = Object.keys(cdks) as readonly CdkName[];

/** Reads the choices from the options, asks for the others if a person can answer, and uses defaults for the rest. */
export async function makeChoices(
  terminal: Terminal,
  given: string | undefined,
  options: InitOptions,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<Choices> {
  const asks = terminal.interactive && options.yes !== true;
  const pick = <Name extends string>(prop: string, title: string, names: readonly Name[], named?: string) =>
    pickOne(asks ? terminal : undefined, { prop, title, names, named });
  const packed = packageOf(options.from);
  // Checked before the first question, so that users do not answer questions in vain.
  const folder = resolve(given ?? (asks ? await terminal.ask("Folder of the app:", "my-app") : "."));
  const present = presentProject(folder);
  const name = checkedName(
    options.name ?? present.name ?? basename(folder),
    options.name === undefined ? "[folder]" : "--name",
  );
  if (present.workspace !== undefined && options.ci !== undefined && options.ci !== "none")
    fail("serverform init", "init-ci-in-workspace", "--ci", {
      value: options.ci,
      workspace: present.workspace,
    });
  const project = existsSync(resolve(folder, "package.json")) ? folder : present.workspace;
  if (asks) printTemplates(terminal);
  const template = await pick("--template", "Template", templateNames, options.template);
  const testRunner = await pick(
    "--test-runner",
    "Test runner",
    sortedFirst(testRunnerNames, present.testRunner ?? "vitest"),
    options.testRunner,
  );
  const ownCdk = cdkNames.find((each) => cdks[each].library === (packed ?? packageName)) ?? "cdktf";
  const cdk =
    packed === undefined ? await pick("--cdk", "CDK", sortedFirst(cdkNames, ownCdk), options.cdk) : ownCdk;
  if (options.cdk !== undefined && options.cdk !== cdk)
    fail("serverform init", "init-package-of-other-cdk", "--cdk", { value: options.cdk, cdk });
  return {
    folder,
    name,
    template,
    testRunner,
    cdk,
    manager: managerOf(
      project,
      await pick(
        "--package-manager",
        "Package manager",
        sortedFirst(managerNames, managerHere(project, environment)),
        options.packageManager,
      ),
      environment,
    ),
    // The pipeline of a workspace is at its root.
    ci: present.workspace === undefined ? await pick("--ci", "Pipeline", ciNames, options.ci) : "none",
    library:
      options.from === undefined
        ? `^${libraryVersion()}`
        : `file:${relative(folder, resolve(options.from)).replaceAll("\\", "/")}`,
    install: options.install !== false,
    present,
  };
}

function packageOf(from: string | undefined): string | undefined {
  if (from === undefined) return undefined;
  const name = packedManifest(resolve(from))?.name;
  if (cdkNames.some((each) => cdks[each].library === name)) return name;
  const reason = !existsSync(from) ? "there is no such file" : "it is not a package of serverform";
  return fail("serverform init", "init-package-unusable", "--from", { value: from, reason });
}

function checkedName(name: string, prop: string): string {
  const reason = refusalOfName(name);
  if (reason !== undefined) {
    fail("serverform init", "init-name-invalid", prop, { value: name, reason, near: nameLike(name) });
  }
  return name;
}

interface Question<Name extends string> {
  readonly prop: string;
  readonly title: string;
  /** The first is the default. */
  readonly names: readonly Name[];
  readonly named: string | undefined;
}

async function pickOne<Name extends string>(
  terminal: Terminal | undefined,
  { prop, title, names, named }: Question<Name>,
): Promise<Name> {
  const find = (text: string) => names.find((name) => name === text.trim().toLowerCase());
  if (named !== undefined) {
    return find(named) ?? fail("serverform init", "init-choice-unknown", prop, { value: named, names });
  }
  const [first] = names;
  if (first === undefined) throw new Error(`${prop} has no values.`);
  if (terminal === undefined) return first;
  for (;;) {
    const found = find(await terminal.ask(`${title} (${names.join(", ")}):`, first));
    if (found !== undefined) return found;
    terminal.error(`Write one of ${names.join(", ")}.`);
  }
}

function printTemplates(terminal: Terminal): void {
  const width = Math.max(...templateNames.map((name) => name.length));
  terminal.print("Templates:");
  for (const name of templateNames) terminal.print(`  ${name.padEnd(width)}  ${templates[name].summary}`);
}

const sortedFirst = <Name extends string>(names: readonly Name[], first: Name): readonly Name[] => [
  first,
  ...names.filter((name) => name !== first),
];

type ManagerChoice = (typeof managerNames)[number];

/** The package manager of the existing project or workspace; for a new project, the one that runs this command. */
function managerHere(project: string | undefined, environment: NodeJS.ProcessEnv): ManagerChoice {
  if (project !== undefined) {
    const found = detectPackageManager(project);
    return found === "yarn-classic" ? "yarn" : found;
  }
  const agent = environment.npm_config_user_agent?.split("/", 1)[0];
  return managerNames.find((name) => name === agent) ?? "npm";
}

/** Yarn 1 has different commands than its successors. */
function managerOf(
  project: string | undefined,
  choice: ManagerChoice,
  environment: NodeJS.ProcessEnv,
): PackageManagerName {
  if (choice !== "yarn") return choice;
  const isClassic =
    /^yarn\/[01]\./.test(environment.npm_config_user_agent ?? "") ||
    (project !== undefined && detectPackageManager(project) === "yarn-classic");
  return isClassic ? "yarn-classic" : "yarn";
}

const longest = 214;

/**
 * The reason why npm refuses the name of a package; undefined for a valid name.
 *
 * Source: https://docs.npmjs.com/cli/v11/configuring-npm/package-json#name
 */
function refusalOfName(name: string): string | undefined {
  if (name.length > longest) return `has more than ${longest} characters`;
  if (!/^[a-z0-9-][a-z0-9._-]*$/.test(name))
    return "may contain only lower-case letters, digits, hyphens, dots and underscores, and begins with one of the first three";
  if (builtinModules.includes(name) || name === "node_modules" || name === "favicon.ico")
    return "is reserved by Node.js or npm";
  if (/^serverform(-cdktn)?$|^cdkt[fn]$|^constructs$/.test(name))
    return "is a package that the project itself needs";
  return undefined;
}

/** A valid npm name, as similar as possible to the given one. */
function nameLike(name: string): string {
  const near = name
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, "-")
    .replace(/^[._-]+|[._-]+$/g, "")
    .slice(0, longest);
  if (near === "") return "my-app";
  return refusalOfName(near) === undefined ? near : `${near}-app`;
}

/** The name of the app for a package: its name with letters, digits and hyphens only. */
export const appNameOf = (packageName: string): string => packageName.replace(/[._]/g, "-");
