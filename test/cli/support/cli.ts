import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  watch,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { isRunByAgent } from "../../../lib/cli/ui/terminal";
import {
  type CommandRun,
  endHosts,
  type Run,
  type StartedRun,
  startAlone,
  startShared,
} from "../../support/command-hosts";
import { compiledCommandLine, withCompiledLibrary } from "../../support/compiled";
import { synthesizedStacks } from "./synthesized-stacks";

export type { Run };

const root = resolve(__dirname, "../../..");
const folders: string[] = [];

/** A run that has not ended. */
export interface Running extends StartedRun {
  /** Waits until the run has written a file. Fails if the run ends before that. */
  readonly writes: (file: string) => Promise<void>;
}

/** One resource of a stack of the fixture app. */
export interface FixtureResource {
  readonly input?: string;
  /** `<stack id>.<name>` of a resource of an earlier stack. */
  readonly reads?: string;
  readonly command?: string;
  readonly destroyCommand?: string;
  /** The message of a precondition that always fails. */
  readonly precondition?: string;
}

/** One stack of the fixture app. */
export interface FixtureStack {
  readonly resources?: Readonly<Record<string, FixtureResource>>;
  readonly outputs?: Readonly<
    Record<string, { readonly value?: unknown; readonly of?: string; readonly sensitive?: boolean }>
  >;
  readonly dependsOn?: readonly string[];
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly warning?: string;
  readonly error?: string;
}

/** A project folder of a test. */
export class Project {
  readonly folder: string;
  /** Added to the environment of every run. */
  readonly environment: NodeJS.ProcessEnv;

  constructor(
    stacks: Readonly<Record<string, FixtureStack>> = {},
    settings: Readonly<Record<string, unknown>> = {},
  ) {
    this.folder = temporaryFolder();
    const home = join(this.folder, "home");
    mkdirSync(home);
    this.environment = { HOME: home };
    cpSync(join(root, "test/fixtures/cli/app"), this.folder, { recursive: true });
    symlinkSync(join(root, "node_modules"), join(this.folder, "node_modules"));
    this.write("cdktf.json", JSON.stringify({ language: "typescript", app: "sh app.sh", ...settings }));
    this.declare(stacks);
  }

  /** Replaces the stacks of the app. */
  declare(stacks: Readonly<Record<string, FixtureStack>>): void {
    this.write("stacks.json", JSON.stringify(stacks));
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  write(name: string, text: string): string {
    mkdirSync(dirname(this.path(name)), { recursive: true });
    writeFileSync(this.path(name), text);
    return this.path(name);
  }

  /** Writes a shell script and returns its path. */
  script(name: string, text: string): string {
    const file = this.write(name, `#!/bin/sh\n${text}\n`);
    chmodSync(file, 0o755);
    return file;
  }

  /** Wraps the real binary in a script that records its arguments, one call per line. Returns the file of the record. */
  recordTerraform(before = ""): { readonly environment: NodeJS.ProcessEnv; readonly file: string } {
    const file = this.path("terraform.log");
    const binary = this.script(
      "recorder",
      `echo "$(basename "$PWD") $*" >> "${file}"\n${before}\nexec terraform "$@"`,
    );
    return { environment: { TERRAFORM_BINARY_NAME: binary }, file };
  }

  /** Runs the command line, in a folder of the project or elsewhere: in a process that it shares, unless a program is given. */
  run(
    args: readonly string[],
    environment: NodeJS.ProcessEnv = {},
    folder = ".",
    program?: readonly string[],
  ): Promise<Run> {
    const start = program === undefined ? this.startShared : this.start;
    return start.call(this, args, environment, folder, program).ended;
  }

  /** Starts the command line in a process that it shares, if it can. */
  startShared(args: readonly string[], environment: NodeJS.ProcessEnv = {}, folder = "."): StartedRun {
    return startShared(this.runOf(args, environment, folder));
  }

  /** Starts the command line in its own process. */
  start(
    args: readonly string[],
    environment: NodeJS.ProcessEnv = {},
    folder = ".",
    program: readonly string[] = compiledCommandLine(),
  ): Running {
    const { child, ended } = startAlone(this.runOf(args, environment, folder), program);
    return { child, ended, writes: (file) => Promise.race([fileExists(file), endsWithout(file, ended)]) };
  }

  private runOf(args: readonly string[], environment: NodeJS.ProcessEnv, folder: string): CommandRun {
    const own = { ...this.environment, ...environment };
    return {
      args,
      folder: resolve(this.folder, folder),
      environment: {
        ...cleanEnvironment(),
        ...withCompiledLibrary(),
        ...synthesizedStacks(this.folder, own),
        ...own,
      },
    };
  }
}

/** Makes the app write another value into the `terraform` block. */
export function overrideTerraformBlock(project: Project, path: string, value: unknown): void {
  project.write(
    "before.js",
    `const { TerraformStack } = require("cdktf");
     const prepare = TerraformStack.prototype.prepareStack;
     TerraformStack.prototype.prepareStack = function () {
       this.addOverride("terraform.${path}", ${JSON.stringify(value)});
       prepare.call(this);
     };`,
  );
}

async function fileExists(path: string): Promise<void> {
  // The watcher starts before the first check, so that no event is missed.
  const watcher = watch(dirname(path), { persistent: false });
  try {
    await new Promise<void>((resolve) => {
      const look = (): void => {
        if (existsSync(path)) resolve();
      };
      watcher.on("change", look);
      look();
    });
  } finally {
    watcher.close();
  }
}

async function endsWithout(file: string, ended: Promise<Run>): Promise<void> {
  const run = await ended;
  if (!existsSync(file))
    throw new Error(`The run ended without writing ${file}: ${JSON.stringify(run, null, 2)}`);
}

export function temporaryFolder(): string {
  // The real path: on macOS the temporary folder is a symbolic link, and Terraform prints its target.
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "serverform-cli-")));
  folders.push(folder);
  return folder;
}

/** Deletes the folders of a test file, and ends the processes in which it has run commands. */
export function cleanUp(): void {
  endHosts();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** The environment of the tests without variables that change the results: credentials, settings, colours, agents. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const changing =
    /^(AWS_|TF_|TERRAFORM_|CDKTF_|SERVERFORM_|CHECKPOINT_|CI$|NO_COLOR$|FORCE_COLOR$|NODE_OPTIONS$)/;
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !changing.test(name) && !isRunByAgent({ [name]: "1" })),
  );
}
