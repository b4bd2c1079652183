import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import * as nodeModule from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { ServerformError } from "../../facts/errors/error";
import { type ErrorFields, errorOfFields } from "../../facts/errors/error-fields";
import { jsonOf } from "../../facts/text/json";
import { fail } from "../errors";
import { ownGroup, untilEnded } from "../processes/child-process";
import { checkInterrupt, type Interrupt } from "../ui/interrupt";
import type { Terminal } from "../ui/terminal";
import { condenseAppOutput } from "./app-failure";
import { folderUpwards, type Project } from "./project";
import { readSynthesizedStacks, type SynthesizedStack, writtenAt } from "./synthesized-stack";

/** Environment variables that the library and the app read. They override those of the shell and of `.env` files. */
export type AppVariables = Readonly<Record<`SERVERFORM_${string}`, string | undefined>> & {
  /** `true` if the output is for this machine only. */
  readonly IS_LOCAL?: string;
};

/**
 * Runs the app command as `cdktf synth` does, and reads its output.
 *
 * The output folder is not cleared first, so a failed run keeps the output of the last successful one.
 *
 * @param toldNotices - the notices of earlier runs in this session, which are not repeated
 */
export async function synthesizeProject(
  project: Project,
  variables: AppVariables,
  terminal: Terminal,
  interrupt: Interrupt,
  toldNotices: Set<string> = new Set(),
): Promise<readonly SynthesizedStack[]> {
  const outputFolder = resolve(project.root, project.output);
  const before = writtenAt(outputFolder);
  terminal.status(`Synthesizing: ${project.app}`);
  const described = new DescribedErrors();
  let run: AppRun;
  try {
    run = await runApp(
      project,
      { ...variables, SERVERFORM_PROBLEMS_FILE: described.file },
      terminal,
      interrupt,
    );
  } finally {
    terminal.status(undefined);
    described.read();
  }
  if (run.exit !== 0) failWithOutput(project, run, described.errors, terminal.verbose);
  const told = withoutPrintedNotices(run.errors, toldNotices);
  if (!terminal.verbose && told.trim() !== "") terminal.error(told);
  const after = writtenAt(outputFolder);
  if (after === undefined || after === before) {
    fail("cdktf.json", "app-wrote-nothing", "app", {
      command: project.app,
      file: join(project.output, "manifest.json"),
    });
  }
  const stacks = readSynthesizedStacks(outputFolder);
  printAnnotations(stacks, terminal);
  return stacks;
}

/** The environment of the app command: the same variables as cdktf-cli 0.21 sets, so that the output is the same. */
export function appEnvironment(
  { context, localModules, output }: Project,
  variables: AppVariables,
  environment: NodeJS.ProcessEnv = process.env,
): NodeJS.ProcessEnv {
  // Terraform variables are for Terraform. An app that read them would write their values into its output.
  const passed = Object.entries(environment).filter(([name]) => !name.startsWith("TF_VAR_"));
  const given = Object.entries(variables).filter(([, value]) => value !== undefined);
  const ownContext = context ?? JSON.parse(environment.CDKTF_CONTEXT_JSON ?? "{}");
  return {
    NODE_OPTIONS: "--max-old-space-size=4096",
    ...Object.fromEntries(passed),
    ...Object.fromEntries(given),
    CDKTF_OUTDIR: output,
    CDKTF_CONTINUE_SYNTH_ON_ERROR_ANNOTATIONS: "true",
    CDKTF_CONTEXT_JSON: JSON.stringify({ ...ownContext, cdktfRelativeModules: localModules }),
    SYNTH_HCL_OUTPUT: "false",
    // The command prints the text of an error itself, and --verbose also the call stack.
    SERVERFORM_CALL_STACKS: "true",
    // For app commands that call cdktf, for example "cdktf get && node main.js".
    CHECKPOINT_DISABLE: "1",
    DISABLE_VERSION_CHECK: "1",
  };
}

interface AppRun {
  readonly exit: number | string;
  /** The output of the app on stderr. */
  readonly errors: string;
}

async function runApp(
  project: Project,
  variables: AppVariables,
  terminal: Terminal,
  interrupt: Interrupt,
): Promise<AppRun> {
  checkInterrupt(interrupt);
  const environment = appEnvironment(project, variables);
  if (!terminal.colored) environment.NO_COLOR = "1";
  const command = withLocalBinary(project.app, project.root);
  const child = spawn(command, {
    cwd: project.root,
    env: environment,
    shell: true,
    stdio: ["ignore", "pipe", "pipe"],
    ...ownGroup,
  });
  const errors: string[] = [];
  const { code, signal, problem } = await untilEnded(child, interrupt, {
    output: (line) => terminal.print(line),
    // Not printed yet: if the app fails, only the message is shown, without its call stack.
    errors: (line) => {
      errors.push(line);
      if (terminal.verbose) terminal.error(line);
    },
  });
  return { exit: problem ?? code ?? signal ?? 1, errors: errors.join("\n") };
}

class DescribedErrors {
  private readonly folder = mkdtempSync(join(tmpdir(), "serverform-"));
  /** Written by the app. */
  readonly file = join(this.folder, "problems.json");
  /** None if the app has ended in another way. */
  errors: readonly ServerformError[] = [];

  /** Reads the file, and removes it. */
  read(): void {
    try {
      const given = jsonOf(readFileSync(this.file, "utf8"));
      if (Array.isArray(given)) this.errors = (given as readonly ErrorFields[]).map(errorOfFields);
    } catch {
      // The app has written none.
    } finally {
      rmSync(this.folder, { recursive: true, force: true });
    }
  }
}

function failWithOutput(
  project: Project,
  { exit, errors: output }: AppRun,
  problems: readonly ServerformError[],
  verbose: boolean,
): never {
  const { text, fromLibrary } = condenseAppOutput(output, project.root);
  const { path = "app", prop = "" } = problems[0] ?? {};
  if (fromLibrary) throw new ServerformError("synthesis-failed", path, prop, text, problems);
  return fail("cdktf.json", "app-failed", "app", {
    command: project.app,
    reason: typeof exit === "number" ? `exit code ${exit}` : exit,
    output: verbose ? "" : text,
  });
}

function printAnnotations(stacks: readonly SynthesizedStack[], terminal: Terminal): void {
  const annotations = stacks.flatMap((stack) => stack.annotations);
  for (const { level, path, message } of annotations) {
    if (level === "warn") terminal.warn(`${path}: ${message}`);
    if (level === "info") terminal.print(`${path}: ${message}`);
  }
  const errors = annotations.filter(({ level }) => level === "error");
  if (errors.length === 0) return;
  const text = errors.map(({ path, message }) => `${path}: ${message}`).join("\n\n");
  throw new ServerformError("synthesis-failed", errors[0]?.path ?? "app", "", text);
}

/** The prefix of each notice of the library in the output of an app. */
const mark = "serverform: ";

/**
 * The output of an app on stderr without notices that were printed before.
 *
 * @param told - the notices that were printed in this session; new ones are added
 */
export function withoutPrintedNotices(output: string, told: Set<string>): string {
  const lines = output.split("\n").filter((line) => {
    if (!line.startsWith(mark)) return true;
    const isNew = !told.has(line);
    told.add(line);
    return isNew;
  });
  return lines.join("\n").trimEnd();
}

/**
 * The command of an app with a direct call of the binary instead of `npx <binary>`, if a package of the project has it.
 *
 * npx would run the same file, and needs about as long to find it as a small app needs to be synthesized.
 */
export function withLocalBinary(command: string, folder: string): string {
  const [found, name = ""] = /^npx ([A-Za-z][\w.-]*)(?= |$)/.exec(command) ?? [];
  if (found === undefined) return command;
  const binary = join("node_modules/.bin", name);
  const owner = folderUpwards(folder, binary);
  if (owner === undefined) return command;
  // A shell interprets other characters, even between quotation marks. Then npx finds the binary.
  if (!plainPath.test(owner) || !plainPath.test(process.execPath)) return command;
  const rest = command.slice(found.length);
  const isTsx = name === "tsx" && /^ [^\s-]\S*\.[cm]?[jt]sx?(?= |$)/.test(rest) && canImportTsx(owner);
  return isTsx ? `"${process.execPath}" --import tsx${rest}` : `"${join(owner, binary)}"${rest}`;
}

/** A path that every shell reads literally between quotation marks. */
const plainPath =
  process.platform === "win32" ? /^[\p{L}\p{N} _@+=:,.~()\\/-]+$/u : /^[\p{L}\p{N} _@+=:,.~()/-]+$/u;

/**
 * Whether Node can load tsx itself. The command `tsx` starts Node with tsx in a second process; the first one takes a quarter of
 * the time of a small app.
 *
 * Source: https://tsx.is/dev-api/node-cli. Node has `register`, which it needs, from 20.6 on.
 */
function canImportTsx(owner: string): boolean {
  if (!("register" in nodeModule)) return false;
  try {
    const text = readFileSync(join(owner, "node_modules/tsx/package.json"), "utf8");
    const { version } = JSON.parse(text) as { version?: unknown };
    return Number.parseInt(String(version), 10) >= 4;
  } catch {
    // The binary belongs to another package, or is installed in another way.
    return false;
  }
}
