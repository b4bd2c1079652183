import { approval } from "../approval";
import { deployStack } from "../deploy";
import { openEngine, openTerraform } from "../engine";
import { writeOutputsFile } from "../outputs";
import { type GlobalOptions, prepare } from "../preparation";
import { exitCodeOf, printReport } from "../report";
import { generateSchemas } from "../schemagen";
import { runStacks } from "../stack-runs";
import { selectStacks } from "../stacks";

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
