import type { Command } from "commander";
import type { GlobalOptions } from "../project";

interface RemoveOptions extends GlobalOptions {
  readonly yes?: boolean;
  readonly workspaces?: boolean;
  readonly debugStack?: boolean;
}

/** `serverform remove [stack]`: destroys each stack after the stacks that depend on it. */
export function declareRemove(program: Command): void {
  program
    .command("remove")
    .argument("[stack]", "one stack, without those that depend on it; may contain *")
    .description("remove the stacks, dependents first")
    .option("-y, --yes", "remove without asking")
    .option("--debug-stack", "remove only the debug stack of serverform start")
    .option("--workspaces", "also delete the workspaces in Terraform Cloud")
    .option("--json", "print a JSON object; other text goes to stderr")
    .action(async (stack: string | undefined, _options: object, command: Command) => {
      process.exitCode = await remove(stack, command.optsWithGlobals());
    });
}

async function remove(pattern: string | undefined, options: RemoveOptions): Promise<number> {
  const { runInContext, selectStacks } = await import("../project/index.js");
  const { isDebugStack, LiveMarker, liveVariables } = await import("../live/deploy-live.js");
  const terraform = await import("../terraform/index.js");
  const start = performance.now();
  const patterns = pattern === undefined ? [] : [pattern];
  const onlyDebugStack = options.debugStack === true;
  const { fail } = await import("../errors.js");
  if (onlyDebugStack && pattern !== undefined)
    fail("serverform remove", "options-exclude", "--debug-stack", { other: pattern });
  return runInContext(options, { command: "remove", patterns, account: true }, async (context) => {
    const { terminal, stage } = context;
    const asks = terraform.asksFirst("remove", terminal, options.yes ?? false);
    const binary = await terraform.openTerraform(context);
    const marker = new LiveMarker(context);
    const withDebugStack = onlyDebugStack || (pattern === undefined && marker.exists);
    const stacks = await context.synthesize({
      ...(withDebugStack && liveVariables(false)),
      SERVERFORM_SKIP_BUNDLING: "1",
    });
    if (!onlyDebugStack && stacks.some(({ settings }) => settings?.isProtected === true))
      fail("serverform remove", "stage-protected-from-removal", "--stage", { value: stage });
    const named = selectStacks("remove", stacks, patterns, stage);
    const selected = onlyDebugStack ? named.filter(isDebugStack) : named;
    if (asks && !(await terraform.approveRemoval(terminal, selected, stage)))
      fail("serverform remove", "not-approved", "the question", {});
    const engine = terraform.openEngine(context, binary, stacks, "Removing", selected);
    const reports = await terraform.removeStacks(selected, engine);
    const code = terraform.endRun(context, reports, { verb: "Removed", start, json: options.json });
    if (code === 0 && withDebugStack) marker.clear();
    if (code !== 0 || options.workspaces !== true) return code;
    return (await terraform.deleteWorkspaces(selected, terminal)) ? 0 : 1;
  });
}
