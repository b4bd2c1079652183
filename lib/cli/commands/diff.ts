import type { Command } from "commander";
import type { GlobalOptions } from "../project";

/** `serverform diff [stacks...]`: shows what a deployment would change. */
export function declareDiff(program: Command): void {
  program
    .command("diff")
    .argument("[stacks...]", "only these stacks; may contain *")
    .description("show what a deployment would change")
    .option("--json", "print a JSON object; other text goes to stderr")
    .action(async (stacks: string[], _options: object, command: Command) => {
      process.exitCode = await diff(stacks, command.optsWithGlobals());
    });
}

async function diff(patterns: readonly string[], options: GlobalOptions): Promise<number> {
  const { runInContext, selectStacks } = await import("../project/index.js");
  const terraform = await import("../terraform/index.js");
  return runInContext(options, { command: "diff", patterns, account: true }, async (context) => {
    const binary = await terraform.openTerraform(context);
    const stacks = await context.synthesize();
    const selected = selectStacks("diff", stacks, patterns, context.stage);
    const engine = terraform.openEngine(context, binary, stacks, {
      verb: "Planning",
      count: selected.length,
    });
    const diffs = await terraform.diffStacks(selected, engine);
    if (options.json === true) context.terminal.data(JSON.stringify({ stage: context.stage, stacks: diffs }));
    else terraform.printDiffs(context.terminal, diffs);
    return diffs.some(({ errors }) => errors.length > 0) ? 1 : 0;
  });
}
