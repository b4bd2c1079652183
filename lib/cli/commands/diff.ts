import type { Command } from "commander";
import type { DiffAgainstOptions } from "../access/diff-against";
import type { CommandContext } from "../project/command-context";
import type { SavedPlan } from "../terraform";
import type { DiffOutput, SavePlan, StackDiff } from "../terraform/diff";

/** `serverform diff [stacks...]`: shows what a deployment would change. */
export function declareDiff(program: Command): void {
  program
    .command("diff")
    .argument("[stacks...]", "only these stacks; may contain *")
    .description("show what a deployment would change")
    .option("--out <file>", "save the plans for serverform deploy --plan; they contain secret values")
    .option(
      "--against <version>",
      "compare the access with a git ref or an output folder, without AWS and Terraform",
    )
    .option("--from <folder>", "with --against: the later version, instead of the app's")
    .option("--fail-on <kinds>", "with --against: exit with 1 for any of opening,loss,star")
    .option("--markdown", "with --against: print a comment for a pull request; other text goes to stderr")
    .option("--json", "print a JSON object; other text goes to stderr")
    .action(async (stacks: string[], _options: object, command: Command) => {
      process.exitCode = await diff(stacks, command.optsWithGlobals());
    });
}

type DiffOptions = Partial<DiffAgainstOptions>;

async function diff(patterns: readonly string[], options: DiffOptions): Promise<number> {
  const { against } = options;
  if (against !== undefined) {
    const { diffAgainst } = await import("../access/diff-against.js");
    return diffAgainst({ ...options, against }, patterns);
  }
  await refuseOptionsOfComparison(options);
  const { runInContext, selectStacks } = await import("../project/index.js");
  const terraform = await import("../terraform/index.js");
  const { requireWritable } = await import("../writable-file.js");
  requireWritable("serverform diff", "--out", options.out);
  return runInContext(options, { command: "diff", patterns, account: true }, async (context) => {
    const binary = await terraform.openTerraform(context);
    const stacks = await context.synthesize();
    const selected = selectStacks("diff", stacks, patterns, context.stage);
    const engine = terraform.openEngine(context, binary, stacks, "Planning", selected);
    const plans = new Map<string, SavedPlan>();
    const unsaved: string[] = [];
    const save: SavePlan = (stack, plan) => {
      if (options.out === undefined) return;
      if (plan.file === undefined) unsaved.push(stack.id);
      else plans.set(stack.id, terraform.savedPlan(stack, plan.file, plan));
    };
    const diffs = await terraform.diffStacks(selected, engine, save);
    const output: DiffOutput = { stage: context.stage, stacks: diffs };
    if (options.json !== true) terraform.printDiffs(context.terminal, diffs);
    if (options.out !== undefined) savePlans(terraform, options.out, context, diffs, { plans, unsaved });
    // At the end, so that a command that fails prints only its errors.
    if (options.json === true) context.terminal.data(JSON.stringify(output));
    return diffs.some(({ errors }) => errors.length > 0) ? 1 : 0;
  });
}

async function refuseOptionsOfComparison({ from, failOn, markdown }: DiffOptions): Promise<void> {
  const given = Object.entries({ "--from": from, "--fail-on": failOn, "--markdown": markdown });
  const [first, ...others] = given.flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (first === undefined) return;
  const { fail } = await import("../access/errors.js");
  fail("serverform diff", "against-required", first, { options: others });
}

interface PlansToSave {
  readonly plans: ReadonlyMap<string, SavedPlan>;
  /** Stacks whose backend cannot save plans. */
  readonly unsaved: readonly string[];
}

/** Saves the plans of stacks that can be deployed without a new plan. */
function savePlans(
  { commitOf, writePlans }: typeof import("../terraform"),
  file: string,
  { stage, project, terminal }: CommandContext,
  diffs: readonly StackDiff[],
  { plans, unsaved }: PlansToSave,
): void {
  // Such a plan reads values that change when the stacks before it are deployed.
  const isFinal = ({ id, follows = [] }: StackDiff): boolean => follows.length === 0 && plans.has(id);
  const saved = diffs.filter(isFinal).flatMap(({ id }) => [[id, plans.get(id)] as const]);
  const missing = diffs
    .map(({ id }) => id)
    .filter((id) => !unsaved.includes(id) && !saved.some(([each]) => each === id));
  const commit = commitOf(project.root);
  const stacks = Object.fromEntries(saved) as Readonly<Record<string, SavedPlan>>;
  writePlans(file, { stage, ...(commit !== undefined && { commit }), stacks });
  terminal.print(
    `Saved the plans of ${saved.length === 0 ? "no stack" : saved.map(([id]) => id).join(", ")}: ${file}`,
  );
  if (unsaved.length > 0)
    terminal.warn(
      `Without a plan: ${unsaved.join(", ")}. The backend "remote" saves no plans of remote runs; the backend "cloud" does.`,
    );
  if (missing.length > 0)
    terminal.warn(
      `Without a plan: ${missing.join(", ")}. Deploy the others first, then make a new plan for these.`,
    );
}
