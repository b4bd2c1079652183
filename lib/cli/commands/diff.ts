import { type GlobalOptions, prepare } from "../project/command-context";
import { selectStacks } from "../project/synthesized-stack";
import { diffStacks } from "../terraform/diff";
import { printDiffs } from "../terraform/diff-report";
import { openEngine, openTerraform } from "../terraform/engine";

/** `serverform diff [stacks..]`: shows what a deployment would change. */
export async function diff(patterns: readonly string[], options: GlobalOptions): Promise<number> {
  const prepared = await prepare(options, { command: "diff", patterns, account: true });
  const { terminal, interrupt, stage } = prepared;
  try {
    const terraform = await openTerraform(prepared);
    const stacks = await prepared.synthesize();
    const selected = selectStacks("diff", stacks, patterns, stage);
    const engine = openEngine(prepared, terraform, stacks, { verb: "Planning", count: selected.length });
    const diffs = await diffStacks(selected, engine);
    printDiffs(terminal, diffs);
    return diffs.some(({ errors }) => errors.length > 0) ? 1 : 0;
  } finally {
    interrupt.release();
  }
}
