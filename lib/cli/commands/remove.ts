import { type GlobalOptions, prepare } from "../project/command-context";
import { selectStacks } from "../project/synthesized-stack";
import { openEngine, openTerraform } from "../terraform/engine";
import { removeStack } from "../terraform/remove";
import { exitCodeOf, printReport } from "../terraform/report";
import { runStacks } from "../terraform/stack-runs";

/** `serverform remove [stack]`: destroys each stack after those that depend on it. */
export async function remove(pattern: string | undefined, options: GlobalOptions): Promise<number> {
  const start = performance.now();
  const patterns = pattern === undefined ? [] : [pattern];
  const prepared = await prepare(options, { command: "remove", patterns, account: true });
  const { terminal, interrupt, stage } = prepared;
  try {
    const terraform = await openTerraform(prepared);
    const stacks = await prepared.synthesize({ SERVERFORM_SKIP_BUNDLING: "1" });
    const selected = selectStacks("remove", stacks, patterns, stage);
    const engine = openEngine(prepared, terraform, stacks, { verb: "Removing", count: selected.length });
    const reports = await runStacks(selected, engine, {
      run: (stack) => removeStack(stack, engine),
      notReached: "not removed",
      reverse: true,
    });
    printReport(terminal, reports, { verb: "Removed", seconds: (performance.now() - start) / 1000 });
    return exitCodeOf(reports, interrupt);
  } finally {
    interrupt.release();
  }
}
