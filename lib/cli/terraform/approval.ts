import { resourceTypes } from "../../facts/aws/resource-types";
import { fail } from "../errors";
import { blocksOf, typesIn } from "../project/stack-template";
import type { SynthesizedStack } from "../project/synthesized-stack";
import { countOf } from "../ui/amounts";
import type { Terminal } from "../ui/terminal";
import { planLines } from "./diff-report";
import type { StackPlan } from "./plan";
import { keepsData } from "./remove";
import { apiTerms, isPreflight } from "./review/api-terms";
import { type Loss, labelOf, lossesOf } from "./review/losses";

export type PlanToApprove = Pick<StackPlan, "changes" | "outputs" | "values">;

/** Decides whether to apply the plan of a stack. Otherwise returns the reason, or the problem of the plan. */
export type Approval = (stack: SynthesizedStack, plan: PlanToApprove) => Promise<ApprovalDecision>;

export type ApprovalDecision =
  | { readonly isApproved: true }
  | { readonly isApproved: false; readonly reason?: string; readonly problem?: string };

const approved: ApprovalDecision = { isApproved: true };
const refused: ApprovalDecision = { isApproved: false, reason: "not approved" };

/**
 * Refuses changes without a question or `--yes`. Returns whether to ask.
 *
 * Pipelines have no terminal, so they must pass `--yes` explicitly.
 */
export function asksFirst(command: string, terminal: Terminal, yes: boolean): boolean {
  if (yes) return false;
  return (
    terminal.interactive || fail(`serverform ${command}`, "approval-without-terminal", "--yes", { command })
  );
}

export interface ApprovalOptions {
  /** Whether no question is asked. */
  readonly yes: boolean;
  /** @default - `deploy` */
  readonly command?: string;
  /** Addresses and names of resources that may be lost. @default - nothing */
  readonly allowed?: readonly string[];
}

/**
 * Returns the function that decides about each deployment, one question at a time.
 *
 * With `--yes` it does not ask. Losses of data and addresses always need a permission: at a terminal by typing the name of the
 * lost resource, elsewhere by `--allow-replace`.
 */
export function openApproval(
  terminal: Terminal,
  { yes, command = "deploy", allowed = [] }: ApprovalOptions,
): Approval {
  if (!asksFirst(command, terminal, yes)) {
    return async (stack, plan) => {
      const problem = lossProblem(stack, plan, allowed);
      return problem === undefined ? approved : { isApproved: false, problem };
    };
  }
  let last: Promise<unknown> = Promise.resolve();
  return (stack, plan) => {
    const ask = (): Promise<ApprovalDecision> => askAboutPlan(stack, plan, terminal, allowed);
    // Stacks are planned in parallel, but only one question can be open at a time.
    const answer = last.then(ask, ask);
    last = answer;
    return answer;
  };
}

async function askAboutPlan(
  stack: SynthesizedStack,
  plan: PlanToApprove,
  terminal: Terminal,
  allowed: readonly string[],
): Promise<ApprovalDecision> {
  printPlan(stack, plan, terminal);
  if (stack.settings?.isProtected === true) {
    const problem = lossProblem(stack, plan, allowed);
    if (problem !== undefined) return { isApproved: false, problem };
  }
  if (!(await terminal.confirm(`Deploy ${stack.id}?`))) return refused;
  for (const { name, text } of unallowed(stack, plan, allowed)) {
    terminal.print(terminal.colors.red(`${text.charAt(0).toUpperCase()}${text.slice(1)}.`));
    if ((await terminal.ask(`To allow this, type its name, ${name}:`, "no")) !== name) return refused;
  }
  return approved;
}

/** The problem of a plan that removes data without permission. */
export function lossProblem(
  stack: SynthesizedStack,
  plan: PlanToApprove,
  allowed: readonly string[],
): string | undefined {
  const isProtected = stack.settings?.isProtected === true;
  const losses = isProtected ? lossesOf(stack, plan) : unallowed(stack, plan, allowed);
  if (losses.length === 0) return undefined;
  const list = losses.map(({ text, address }) => `${text} (${address})`).join("\n");
  const remedy = isProtected
    ? "The app protects the stage: isProtected of App. Revert the change of the app that leads to this."
    : `If this is meant: ${losses.map(({ address }) => `--allow-replace ${address}`).join(" ")}`;
  const tainted = losses.filter(({ isTainted }) => isTainted === true).map(({ address }) => `'${address}'`);
  const keep = tainted.map((address) => `terraform untaint ${address}`).join(" && ");
  const untaint = tainted.length > 0 ? `\nTo keep what is tainted: cd ${stack.folder} && ${keep}` : "";
  return `The stack was not deployed, because something would be lost:\n${list}\n${remedy}${untaint}`;
}

function unallowed(
  stack: SynthesizedStack,
  plan: PlanToApprove,
  allowed: readonly string[],
): readonly Loss[] {
  return lossesOf(stack, plan).filter(
    ({ address, name }) => !allowed.includes(address) && !allowed.includes(name),
  );
}

/** Asks once whether to remove stacks. */
export function approveRemoval(
  terminal: Terminal,
  stacks: readonly SynthesizedStack[],
  stage: string,
): Promise<boolean> {
  terminal.print();
  terminal.print(`These stacks of stage ${terminal.colors.bold(stage)} will be removed:`);
  for (const stack of stacks) {
    terminal.print(`  ${stack.id}`);
    for (const line of removalLines(stack)) terminal.print(`    ${line}`);
  }
  return terminal.confirm(`Remove ${stacks.length === 1 ? "it" : "them"}?`);
}

export function printPlan(stack: SynthesizedStack, plan: PlanToApprove, terminal: Terminal): void {
  const facts = { ...plan, losses: lossesOf(stack, plan), terms: apiTerms(stack, plan.values) };
  terminal.print();
  terminal.print(terminal.colors.bold(`Stack ${stack.id}`));
  for (const line of planLines(facts, terminal)) terminal.print(line === "" ? "" : `  ${line}`);
}

/** The losses of a removal, in the words of the app: resources with data first, and whether they are kept. */
export function removalLines(stack: SynthesizedStack): readonly string[] {
  const resources = typesIn(stack).flatMap((type) =>
    Object.entries(blocksOf(stack, type)).map(([name, values]) => ({
      type,
      address: `${type}.${name}`,
      values,
    })),
  );
  const held = resources.flatMap(({ type, address, values }) => {
    const { holding } = resourceTypes[type] ?? {};
    if (holding === undefined || holding.isPart === true || values.force_destroy === true) return [];
    const effect = keepsData(stack, type) ? "stays in your account" : "its data is deleted";
    const name = `the ${holding.noun} ${labelOf(stack, address, values)}`;
    return [{ holds: holding.holds, line: holding.holds === "data" ? `${name}: ${effect}` : name }];
  });
  const count = (types: RegExp): number =>
    resources.filter(({ type, values }) => types.test(type) && !isPreflight(values)).length;
  const counts = [
    counted(count(/^aws_apigatewayv2_route$|^aws_api_gateway_method$/), "route"),
    counted(count(/^aws_lambda_function$/), "function"),
  ].flat();
  return [
    ...held.filter(({ holds }) => holds === "data").map(({ line }) => line),
    ...held.filter(({ holds }) => holds === "address").map(({ line }) => line),
    ...(counts.length > 0 ? [counts.join(", ")] : []),
  ];
}

const counted = (count: number, noun: string): readonly string[] =>
  count === 0 ? [] : [countOf(count, noun)];
