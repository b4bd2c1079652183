import type { Command } from "commander";
import type { GlobalOptions } from "../project";

/** `serverform stacks [stacks...]`: lists the stacks in the order of their deployment, for pipelines. */
export function declareStacks(program: Command): void {
  program
    .command("stacks")
    .argument("[stacks...]", "only these stacks; may contain *")
    .description("list the stacks in the order of their deployment, with digests, for pipelines")
    .option("--json", "print a JSON object; other text goes to stderr")
    .action(async (patterns: string[], _options: object, command: Command) => {
      await list(patterns, command.optsWithGlobals());
    });
}

async function list(patterns: readonly string[], options: GlobalOptions): Promise<void> {
  const { runInContext, selectStacks } = await import("../project/index.js");
  const { listStacks, printStacks } = await import("../stacks/list-stacks.js");
  await runInContext(options, { command: "stacks", patterns, account: false }, async (context) => {
    const stacks = await context.synthesize();
    const selected = selectStacks("stacks", stacks, patterns, context.stage);
    const output = listStacks(context, stacks, selected);
    if (options.json === true) context.terminal.data(JSON.stringify(output));
    else printStacks(context.terminal, output);
  });
}
