import type { CommandContext } from "../project/command-context";
import { runInContext } from "../project/command-context";
import type { SynthesizedStack } from "../project/synthesized-stack";
import type { StackReport } from "../terraform/report";
import type { Terraform } from "../terraform/terraform";
import { isDebugStack, LiveMarker, liveVariables } from "./deploy-live";
import type { StartOptions } from "./options";

/** Deploys the app without wrappers, and removes the debug stack. */
export async function removeLive(options: StartOptions): Promise<number> {
  const begin = performance.now();
  return runInContext(options, { command: "start --remove", account: true }, async (context) => {
    const { terminal, interrupt, stage } = context;
    const terraform = await import("../terraform/index.js");
    const approve = terraform.openApproval(terminal, {
      yes: options.yes ?? false,
      command: "start --remove",
    });
    const binary = await terraform.openTerraform(context);
    // The app declares the debug stack only under `start`. Its folder survives a replacement of the output.
    const debugStacks = await debugStacksOf(context);
    const stacks = await context.synthesize();
    const engine = terraform.openEngine(context, binary, stacks, { verb: "Deploying", count: stacks.length });
    const deployed = await terraform.deployStacks(stacks, engine, approve, async () => new Map());
    const code = terraform.exitCodeOf(deployed, interrupt);
    // Functions with a wrapper need the table, to find out that no client is connected.
    const removed = code === 0 ? await removeStacks(context, binary, debugStacks) : [];
    const seconds = (performance.now() - begin) / 1000;
    const reports = [...deployed, ...removed];
    if (options.json === true)
      terminal.data(JSON.stringify(terraform.describeReports(stage, reports, seconds)));
    else terraform.printReport(terminal, reports, { verb: "Deployed", seconds });
    const exitCode = code !== 0 ? code : terraform.exitCodeOf(removed, interrupt);
    if (exitCode === 0) new LiveMarker(context).clear();
    return exitCode;
  });
}

/** The debug stack of the app, as under `serverform start`. Nothing is bundled for it. */
export async function debugStacksOf(context: CommandContext): Promise<readonly SynthesizedStack[]> {
  const all = await context.synthesize({ ...liveVariables(false), SERVERFORM_SKIP_BUNDLING: "1" });
  return all.filter(isDebugStack);
}

async function removeStacks(
  context: CommandContext,
  binary: Terraform,
  stacks: readonly SynthesizedStack[],
): Promise<readonly StackReport[]> {
  const terraform = await import("../terraform/index.js");
  const engine = terraform.openEngine(context, binary, stacks, { verb: "Removing", count: stacks.length });
  return terraform.runStacks(stacks, engine, {
    run: (stack) => terraform.removeStack(stack, engine),
    notReached: "not removed",
    reverse: true,
  });
}
