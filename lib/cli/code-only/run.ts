import type { Timers } from "../../local";
import { AwsError, type AwsOptions } from "../../runtime/aws";
import { fail } from "../errors";
import type { CommandContext } from "../project/command-context";
import type { SynthesizedStack } from "../project/synthesized-stack";
import { stageCredentials } from "../stage/developer-credentials";
import { appRegion } from "../stage/stack-facts";
import type { Engine } from "../terraform/engine";
import { withPlan } from "../terraform/plan";
import { describeProblems } from "../terraform/report";
import { foreignStateOf } from "../terraform/review/losses";
import { initializeStacks } from "../terraform/stack-runs";
import { countOf, formatDuration } from "../ui/amounts";
import { checkInterrupt } from "../ui/interrupt";
import { commandTimers } from "../ui/pause";
import type { Terminal } from "../ui/terminal";
import { type ChangedCode, type CodeSelection, selectCode } from "./select";
import { updateCode } from "./update-code";

export interface CodeOnlyOptions {
  readonly yes?: boolean;
  readonly roleArn?: string;
  readonly json?: boolean;
}

/**
 * Deploys only new code, without Terraform, to functions with no other change. Returns the exit status.
 *
 * Terraform plans without asking AWS, which takes a second, and changes nothing. The next full deployment finds the code in
 * place.
 */
export async function deployCode(
  context: CommandContext,
  stacks: readonly SynthesizedStack[],
  engine: Engine,
  { yes = false, roleArn, json = false }: CodeOnlyOptions,
): Promise<number> {
  const { terminal, stage, interrupt } = context;
  const begin = performance.now();
  const problem = await initializeStacks(stacks, engine);
  if (problem !== undefined) refuseStack(problem.id, problem.errors);
  const selections: CodeSelection[] = [];
  for (const stack of stacks) selections.push(await selectOf(stack, engine));
  checkInterrupt(interrupt);
  const functions = selections.flatMap((each) => each.functions);
  const names = functions.map(({ name }) => name).join(", ");
  const isWanted = yes || functions.length === 0 || (await terminal.confirm(`Update the code of ${names}?`));
  if (!isWanted) fail("serverform deploy", "not-approved", "the question", {});
  // A signal does not end the question.
  checkInterrupt(interrupt);
  const region = appRegion(stacks);
  const aws = { region, credentials: await stageCredentials(region, roleArn, stacks) };
  const results = await updateAll(functions, aws, commandTimers, terminal);
  printRest(terminal, selections);
  const done = results.filter(({ status }) => status !== "failed").length;
  const seconds = (performance.now() - begin) / 1000;
  const time = formatDuration(seconds);
  terminal.print(`${doneLine(results)} in ${time}.`);
  const output: CodeOutput = { stage, seconds, functions: results };
  if (json) terminal.data(JSON.stringify(output));
  return done === functions.length ? 0 : 1;
}

/** `Updated the code of 1 of 3 functions; 1 had it already` */
export function doneLine(results: readonly CodeResult[]): string {
  const count = (status: CodeResult["status"]): number =>
    results.filter((each) => each.status === status).length;
  const unchanged = count("unchanged");
  const had = unchanged === 0 ? "" : `; ${unchanged} had it already`;
  return `Updated the code of ${count("updated")} of ${countOf(results.length, "function")}${had}`;
}

function refuseStack(id: string, errors: readonly string[]): never {
  return fail("serverform deploy", "stack-not-planned", id, { output: errors.join("\n") });
}

/** Plans a stack without a refresh. */
function selectOf(stack: SynthesizedStack, engine: Engine): Promise<CodeSelection> {
  return withPlan(
    stack,
    engine,
    ({ record, values, changes }) => {
      if (record.errors.length > 0) refuseStack(stack.id, describeProblems(stack, record.errors));
      const foreign = foreignStateOf(stack, values);
      if (foreign !== undefined) refuseStack(stack.id, [`${foreign}.`]);
      if (values.length === 0 && changes.length > 0) refuseStack(stack.id, [unreadable(stack)]);
      return selectCode(stack, values);
    },
    { refresh: false },
  );
}

/** The plan of a remote run contains only addresses if the user may not read it, and with the backend `remote`. */
function unreadable({ id }: SynthesizedStack): string {
  return (
    `Terraform Cloud makes the plan of ${id}, which cannot be read here, so functions in which only the code has changed ` +
    "are unknown. Use: serverform deploy"
  );
}

/** The output of `deploy --code-only --json`. */
export interface CodeOutput {
  readonly stage: string;
  readonly seconds: number;
  readonly functions: readonly CodeResult[];
}

/** The end of the update of one function. */
interface CodeResult {
  readonly name: string;
  /** `unchanged`: it has this code already. */
  readonly status: "updated" | "unchanged" | "failed";
}

export async function updateAll(
  functions: readonly ChangedCode[],
  aws: AwsOptions,
  timers: Timers,
  terminal: Pick<Terminal, "print" | "error">,
): Promise<readonly CodeResult[]> {
  return Promise.all(
    functions.map(async (each): Promise<CodeResult> => {
      const { name } = each;
      try {
        const isNew = await updateCode(each, { ...aws, region: each.region ?? aws.region }, timers);
        terminal.print(`${name}: ${isNew ? "new code" : "has this code already"}`);
        return { name, status: isNew ? "updated" : "unchanged" };
      } catch (error) {
        if (!(error instanceof AwsError)) throw error;
        const hint =
          error.status === 403
            ? " The command needs lambda:UpdateFunctionCode and lambda:GetFunctionConfiguration."
            : "";
        terminal.error(`${name}: not updated: ${error.code}: ${error.message}.${hint}`);
        return { name, status: "failed" };
      }
    }),
  );
}

/** Prints the changes that need a full deployment. */
export function printRest(
  terminal: Pick<Terminal, "print" | "warn">,
  selections: readonly CodeSelection[],
): void {
  const left = selections.flatMap((each) => each.left);
  const others = selections.flatMap((each) => each.others);
  if (left.length > 0) terminal.warn(`New code that needs a full deployment: ${left.join("; ")}.`);
  if (others.length > 0) terminal.warn(`Not deployed: ${others.join(", ")}. For these: serverform deploy.`);
  terminal.print("Not checked: outputs, and changes in AWS since the last deployment.");
}
