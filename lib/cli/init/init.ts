import { relative } from "node:path";
import { fail } from "../errors";
import { binaryOf, installPackages } from "../project/package-manager";
import type { Terminal } from "../ui/terminal";
import { type Choices, type InitOptions, makeChoices } from "./choices";
import { cdks } from "./packages";
import { projectFiles, type TargetKind, targetKindOf, withCommandsOf } from "./project-files";
import { templates } from "./templates";
import { type WrittenProject, writeProject } from "./write-project";

/** The output of `init --json`. */
export interface InitOutput extends WrittenProject {
  readonly name: string;
  /** Absolute path. The other paths are in it. */
  readonly folder: string;
  readonly template: Choices["template"];
  readonly testRunner: Choices["testRunner"];
  readonly cdk: Choices["cdk"];
  readonly packageManager: Choices["manager"];
  readonly isInstalled: boolean;
}

export async function initProject(
  terminal: Terminal,
  folder: string | undefined,
  options: InitOptions,
): Promise<InitOutput> {
  if (folder !== undefined) targetKindOf(folder);
  const choices = await makeChoices(terminal, folder, options);
  const kind = targetKindOf(choices.folder);
  const written = writeProject(choices, kind);
  printWritten(terminal, choices, kind, written);
  if (choices.install) await install(terminal, choices);
  printNext(terminal, choices, kind);
  const { name, template, testRunner, cdk, manager, install: isInstalled } = choices;
  return {
    name,
    folder: choices.folder,
    template,
    testRunner,
    cdk,
    packageManager: manager,
    isInstalled,
    ...written,
  };
}

async function install(terminal: Terminal, { manager, folder }: Choices): Promise<void> {
  const command = `${binaryOf(manager)} install`;
  terminal.print(`Installing the packages with ${binaryOf(manager)} ...`);
  terminal.status(command);
  const output = await installPackages(manager, folder);
  terminal.status(undefined);
  if (output !== undefined)
    fail("serverform init", "init-install-failed", "package.json", { command, output });
}

function printWritten(
  terminal: Terminal,
  { name, template, testRunner, cdk, folder }: Choices,
  kind: TargetKind,
  { created, extended, kept }: WrittenProject,
): void {
  const tests = kind === "cdktf" ? "" : `, tested with ${testRunner}`;
  terminal.print(`${name}: ${templates[template].summary}, on ${cdks[cdk].title}${tests}.`);
  terminal.print(terminal.colors.dim(folder));
  const lines = [
    ["created", created],
    ["extended", extended],
    ["left unchanged", kept],
  ] as const;
  for (const [what, paths] of lines) {
    const tops = new Set(paths.map((path) => path.replace(/\/.*$/, "/")));
    if (tops.size > 0) terminal.print(`  ${what}: ${[...tops].sort().join(", ")}`);
  }
}

/** Prints the next steps: commands to copy, and the address to open. */
function printNext(terminal: Terminal, choices: Choices, kind: TargetKind): void {
  const { folder, manager, template, install: isInstalled } = choices;
  const place = relative(process.cwd(), folder);
  const steps = [
    ...(place === "" ? [] : [`cd ${/[^\w./\\-]/.test(place) ? JSON.stringify(place) : place}`]),
    ...(isInstalled ? [] : [`${binaryOf(manager)} install`]),
    withCommandsOf(manager, "npm run dev"),
  ];
  terminal.print();
  if (kind === "cdktf") printWiring(terminal, choices);
  terminal.print("Next:");
  for (const step of steps) terminal.print(`  ${terminal.colors.cyan(step)}`);
  terminal.print(`  ${withCommandsOf(manager, templates[template].firstStep)}`);
}

/** In a CDKTF project, the user adds the stacks to the app. */
function printWiring(terminal: Terminal, choices: Choices): void {
  const stacks = projectFiles(choices, "cdktf").flatMap(({ path, text }) => {
    const stack = /^export function (\w+)\(/m.exec(text)?.[1];
    return path.startsWith("stacks/") && stack !== undefined ? [{ stack, path }] : [];
  });
  // Stacks that others use come first: `use` takes the result of a stack function.
  const inOrder = [...stacks].sort(
    (one, other) => Number(isUsed(choices, other.path)) - Number(isUsed(choices, one.path)),
  );
  const { library } = cdks[choices.cdk];
  terminal.print(
    "In the file of your app, replace the App of the CDK, and add the stacks; your own stacks stay in it:",
  );
  terminal.print(`  import { App } from "${library}";`);
  for (const { stack, path } of inOrder)
    terminal.print(
      `  import { ${stack} } from "./${path.replace(/\.ts$/, choices.present.isModule ? ".js" : "")}";`,
    );
  terminal.print(`  const app = new App({ name: "${choices.name}" });`);
  terminal.print(`  app${inOrder.map(({ stack }) => `.stack(${stack})`).join("")};`);
  terminal.print();
}

function isUsed(choices: Choices, stack: string): boolean {
  const name = stack.replace(/^stacks\//, "./").replace(/\.ts$/, choices.present.isModule ? ".js" : "");
  return projectFiles(choices, "cdktf").some(
    ({ path, text }) => path.startsWith("stacks/") && text.includes(`"${name}"`),
  );
}
