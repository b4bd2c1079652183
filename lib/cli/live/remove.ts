import { type CommandContext, runInContext } from "../project/command-context";
import type { SynthesizedStack } from "../project/synthesized-stack";
import { isDebugStack, LiveMarker, liveVariables } from "./deploy-live";
import type { StartOptions } from "./options";

/** Deploys the app without wrappers, and removes the debug stack. */
export async function removeLive(options: StartOptions): Promise<number> {
  const start = performance.now();
  return runInContext(options, { command: "start --remove", account: true }, async (context) => {
    const terraform = await import("../terraform/index.js");
    const approve = terraform.openApproval(context.terminal, {
      yes: options.yes ?? false,
      command: "start --remove",
    });
    const binary = await terraform.openTerraform(context);
    // The app declares the debug stack only under `start`. Its folder survives a replacement of the output.
    const debugStacks = await debugStacksOf(context);
    const stacks = await context.synthesize();
    const engine = terraform.openEngine(context, binary, stacks, "Deploying");
    const deployed = await terraform.deployStacks(stacks, engine, approve, async () => new Map());
    const isDeployed = terraform.exitCodeOf(deployed, context.interrupt) === 0;
    const removal = terraform.openEngine(context, binary, debugStacks, "Removing");
    // Functions with a wrapper need the table, to find out that no client is connected.
    const removed = isDeployed ? await terraform.removeStacks(debugStacks, removal) : [];
    const reports = [...deployed, ...removed];
    const code = terraform.endRun(context, reports, { verb: "Deployed", start, json: options.json });
    if (code === 0) new LiveMarker(context).clear();
    return code;
  });
}

/** The debug stack of the app, as under `serverform start`. Nothing is bundled for it. */
export async function debugStacksOf(context: CommandContext): Promise<readonly SynthesizedStack[]> {
  const all = await context.synthesize({ ...liveVariables(false), SERVERFORM_SKIP_BUNDLING: "1" });
  return all.filter(isDebugStack);
}
