import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { ServerformError } from "../../facts/errors/error";
import { type ErrorFields, errorOfFields } from "../../facts/errors/error-fields";
import { jsonOf } from "../../facts/text/json";
import { fail } from "../errors";
import { killGroup, linesOf, ownGroup } from "../processes/child-process";
import { type Interrupt, Interrupted } from "../ui/interrupt";
import type { Terminal } from "../ui/terminal";
import { condenseAppOutput } from "./app-failure";
import { withoutToldNotices } from "./app-notices";
import { withLocalBinary } from "./local-binary";
import type { Project } from "./project";
import type { AppReads } from "./reads/app-reads";
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
 * @param reads - records the files that the app reads
 */
export async function synthesizeProject(
  project: Project,
  variables: AppVariables,
  terminal: Terminal,
  interrupt: Interrupt,
  toldNotices: Set<string> = new Set(),
  reads?: AppReads,
): Promise<readonly SynthesizedStack[]> {
  const outputFolder = resolve(project.root, project.output);
  const before = writtenAt(outputFolder);
  terminal.status(`Synthesizing: ${project.app}`);
  const described = new DescribedErrors();
  const { exit, errors } = await runApp(
    project,
    { ...variables, SERVERFORM_PROBLEMS_FILE: described.file },
    terminal,
    interrupt,
    reads,
  );
  const problems = described.take();
  terminal.status(undefined);
  if (interrupt.first.aborted) throw new Interrupted();
  if (exit !== 0) failWithOutput(project, { exit, errors }, problems, terminal.verbose);
  const told = withoutToldNotices(errors, toldNotices);
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
  reads: AppReads | undefined,
): Promise<AppRun> {
  const environment = appEnvironment(project, variables);
  if (!terminal.colored) environment.NO_COLOR = "1";
  const command = withLocalBinary(project.app, project.root);
  const record = reads?.begin(project.output, command, environment.NODE_OPTIONS);
  const child: ChildProcess = spawn(command, {
    cwd: project.root,
    env: { ...environment, ...record?.environment },
    shell: true,
    stdio: ["ignore", "pipe", "pipe"],
    ...ownGroup,
  });
  const stop = (): void => killGroup(child, "SIGINT");
  interrupt.first.addEventListener("abort", stop);
  const errors: string[] = [];
  const reading = [
    linesOf(child.stdout, (line) => terminal.print(line)),
    // Not printed yet: if the app fails, only the message is shown, without its call stack.
    linesOf(child.stderr, (line) => {
      errors.push(line);
      if (terminal.verbose) terminal.error(line);
    }),
  ];
  const exit = await new Promise<number | string>((done) => {
    child.once("error", (error) => done(error.message));
    child.once("close", (code, signal) => done(code ?? signal ?? 1));
  });
  await Promise.all(reading);
  interrupt.first.removeEventListener("abort", stop);
  record?.end(exit === 0);
  return { exit, errors: errors.join("\n") };
}

/** The errors with which an app ends, as it describes them itself. */
class DescribedErrors {
  private readonly folder = mkdtempSync(join(tmpdir(), "serverform-"));
  /** The app writes it. */
  readonly file = join(this.folder, "problems.json");

  /** The errors; none if the app has ended in another way. */
  take(): readonly ServerformError[] {
    try {
      const given = jsonOf(readFileSync(this.file, "utf8"));
      return Array.isArray(given) ? (given as readonly ErrorFields[]).map(errorOfFields) : [];
    } catch {
      return [];
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
