import { type GlobalOptions, prepare } from "../project/command-context";
import { selectStacks } from "../project/synthesized-stack";
import { generateSchemas } from "../schemagen/generate";
import { approval } from "../terraform/approval";
import { deployStack } from "../terraform/deploy";
import { openEngine, openTerraform } from "../terraform/engine";
import { writeOutputsFile } from "../terraform/outputs";
import { exitCodeOf, printReport } from "../terraform/report";
import { runStacks } from "../terraform/stack-runs";

export interface DeployOptions extends GlobalOptions {
  readonly autoApprove: boolean;
  readonly outputsFile?: string;
}

/** `serverform deploy [stack]`: synthesises, and applies each stack after those that it depends on. */
export async function deploy(pattern: string | undefined, options: DeployOptions): Promise<number> {
  const start = performance.now();
  const patterns = pattern === undefined ? [] : [pattern];
  const prepared = await prepare(options, { command: "deploy", patterns, account: true });
  const { terminal, interrupt, stage } = prepared;
  try {
    const approve = approval(terminal, options.autoApprove);
    const terraform = await openTerraform(prepared);
    const stacks = await prepared.synthesize();
    await generateSchemas(prepared);
    const selected = selectStacks("deploy", stacks, patterns, stage);
    const engine = openEngine(prepared, terraform, stacks, { verb: "Deploying", count: selected.length });
    const reports = await runStacks(selected, engine, {
      run: (stack) => deployStack(stack, engine, approve),
      notReached: "not deployed",
    });
    if (options.outputsFile !== undefined) writeOutputsFile(options.outputsFile, reports);
    printReport(terminal, reports, { verb: "Deployed", seconds: (performance.now() - start) / 1000 });
    return exitCodeOf(reports, interrupt);
  } finally {
    interrupt.release();
  }
}
