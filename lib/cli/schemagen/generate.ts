import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { textOfFile } from "../../bundle";
import { isRecord } from "../../facts/text/record";
import { hasDigest, rememberDigest } from "../../kit/app";
import { fail } from "../errors";
import { ownGroup, type ProcessEnd, untilEnded } from "../processes/child-process";
import type { CommandContext } from "../project/command-context";
import { bindingVariables } from "../project/placeholder-variables";
import { blocksOf } from "../project/stack-template";
import { readSynthesizedStacks } from "../project/synthesized-stack";
import { checkInterrupt, type Interrupt } from "../ui/interrupt";
import { answerDescriptor, bundleSchemaModule, readSchemagenRoutes, type SchemagenRoute } from "./bundle";

/**
 * Writes the schema of each `graphql` route with `schemagen` whose inputs have changed, and runs its commands.
 *
 * The inputs are the schema module and its imports, the versions of its packages, the settings of the route, and the
 * output file. Files that the module reads at run time are not tracked.
 */
export async function generateSchemas(context: CommandContext): Promise<void> {
  const { project } = context;
  const output = resolve(project.root, project.output);
  const routes = readSchemagenRoutes(output);
  if (routes.length === 0) return;
  const functions = readSynthesizedStacks(output).flatMap((stack) =>
    Object.values(blocksOf(stack, "aws_lambda_function")),
  );
  const variables = bindingVariables(
    functions.flatMap(({ environment }) =>
      isRecord(environment) && isRecord(environment.variables) ? [{ variables: environment.variables }] : [],
    ),
  );
  for (const route of routes) await generateSchema(context, route, variables);
}

async function generateSchema(
  context: CommandContext,
  route: SchemagenRoute,
  variables: Readonly<Record<string, string>>,
): Promise<void> {
  const { terminal, project } = context;
  const { schema, output, commands, internalPackages } = route;
  const bundle = await bundleSchemaModule(project.root, route);
  const key = `schemagen ${JSON.stringify([schema, output, commands, internalPackages])}`;
  const digest = (): string => {
    const written = output === undefined ? "" : textOfFile(resolve(project.root, output));
    return createHash("sha256")
      .update(JSON.stringify([bundle, written]))
      .digest("hex");
  };
  if (hasDigest(project.root, key, digest())) return;
  terminal.status(`Generating ${output ?? schema}`);
  try {
    const text = await printSchemaOf(context, route, bundle.code, variables);
    if (output !== undefined) write(project.root, route, output, text);
    for (const each of commands) await runCommand(context, route, each);
  } finally {
    terminal.status(undefined);
  }
  // After the commands, because they may change the file, and because a failed command must run again.
  rememberDigest(project.root, key, digest());
  if (output !== undefined) terminal.print(`Generated ${output} from ${schema}.`);
}

function write(root: string, route: SchemagenRoute, output: string, text: string): void {
  const file = resolve(root, output);
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  } catch (error) {
    const reason = (error as Error).message;
    fail(route.where, "schemagen-not-written", `${route.prop}.output`, { value: output, reason });
  }
}

async function runCommand(
  { terminal, project, interrupt }: CommandContext,
  route: SchemagenRoute,
  command: string,
) {
  terminal.status(`Running ${command}`);
  const { problem, output } = await runCaptured(command, [], {
    cwd: project.root,
    shell: true,
    interrupt,
    onLine: terminal.verbose ? (line) => terminal.print(line) : undefined,
  });
  if (problem === undefined) return;
  fail(route.where, "hook-failed", `${route.prop}.commands`, { command, reason: problem, output });
}

/** Runs a bundled schema module in a separate process, and returns its schema in the GraphQL schema language. */
async function printSchemaOf(
  { project, interrupt }: CommandContext,
  route: SchemagenRoute,
  code: string,
  variables: Readonly<Record<string, string>>,
): Promise<string> {
  const folder = join(project.root, ".serverform");
  const file = join(folder, `schemagen-${process.pid}.mjs`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, code);
  try {
    const run = await runCaptured(process.execPath, ["--enable-source-maps", file], {
      cwd: project.root,
      interrupt,
      answerDescriptor,
      variables,
    });
    if (run.problem !== undefined) failToLoad(route, run.output);
    const answer: unknown = run.answer === "" ? undefined : JSON.parse(run.answer);
    // The module ended the process before the schema was printed.
    if (!isRecord(answer)) return failToLoad(route, run.output);
    if (typeof answer.text === "string") return answer.text;
    const exports = Array.isArray(answer.exports) ? answer.exports.map(String) : [];
    return fail(route.where, "schemagen-no-schema", `${route.prop}.schema`, { value: route.schema, exports });
  } finally {
    rmSync(file, { force: true });
  }
}

function failToLoad(route: SchemagenRoute, output: string): never {
  return fail(route.where, "schemagen-module-failed", `${route.prop}.schema`, {
    value: route.schema,
    output,
  });
}

interface CapturedOptions {
  readonly cwd: string;
  readonly interrupt: Interrupt;
  /** Whether to run the command in a shell. */
  readonly shell?: boolean;
  /** A file descriptor that the process writes its answer to. */
  readonly answerDescriptor?: 3;
  /** Variables in addition to those of this process, over which they take precedence. */
  readonly variables?: Readonly<Record<string, string>>;
  readonly onLine?: (line: string) => void;
}

interface CapturedRun {
  /** The reason for a failure: `failed with exit code 1`. Undefined after success. */
  readonly problem: string | undefined;
  /** The last lines of the output. */
  readonly output: string;
  /** The text from `answerDescriptor`. */
  readonly answer: string;
}

const shownLines = 60;

/** Runs a process until it ends. An interrupt ends the process and throws `Interrupted`. */
async function runCaptured(
  program: string,
  args: readonly string[],
  { cwd, interrupt, shell = false, answerDescriptor, variables, onLine }: CapturedOptions,
): Promise<CapturedRun> {
  checkInterrupt(interrupt);
  const stdio: ("ignore" | "pipe")[] = ["ignore", "pipe", "pipe"];
  if (answerDescriptor !== undefined) stdio[answerDescriptor] = "pipe";
  const child = spawn(program, args, {
    cwd,
    shell,
    stdio,
    env: { ...variables, ...process.env },
    ...ownGroup,
  });
  const lines: string[] = [];
  const take = (line: string): void => {
    lines.push(line);
    onLine?.(line);
  };
  const answerStream = answerDescriptor === undefined ? null : (child.stdio[answerDescriptor] as Readable);
  const [answer, end] = await Promise.all([
    answerStream === null ? "" : text(answerStream),
    untilEnded(child, interrupt, { output: take, errors: take }),
  ]);
  return {
    problem: problemOf(end),
    output: lines.slice(-shownLines).join("\n").trim() || "(nothing)",
    answer,
  };
}

function problemOf({ code, signal, problem }: ProcessEnd): string | undefined {
  if (problem !== undefined) return `could not run: ${problem}`;
  if (code === 0) return undefined;
  return code === null ? `was ended by ${signal}` : `failed with exit code ${code}`;
}
