import { isDenied } from "../aws/aws-errors";
import { fail } from "../errors";
import { type GlobalOptions, runInContext } from "../project/command-context";
import { stackRegion } from "../project/stack-template";
import { boundVariables } from "./bound-variables";
import { runCommand } from "./run-command";
import { openStage } from "./stack-facts";

/** Runs a command with the variables of a stage that bound functions have. Returns its exit status. */
export async function runBound(command: readonly string[], options: GlobalOptions): Promise<number> {
  const settings = { ...options, json: true };
  const variables = await runInContext(settings, { command: "bind", account: true }, async (context) => {
    const { stacks, scope, aws } = await openStage(context, options);
    const { name, stage, ssmPrefix } = scope;
    const { region, credentials } = aws;
    const regions = new Set([...stacks.flatMap((stack) => stackRegion(stack) ?? []), region]);
    const bound: Record<string, string> = {};
    for (const each of regions) {
      Object.assign(bound, await boundVariables(scope, { region: each, credentials }).catch(explain));
    }
    if (Object.keys(bound).length === 0) {
      context.terminal.warn(
        `The stage ${stage} has no binding parameters. Set bindingParameters: true in new App({ ... }), and deploy.`,
      );
    }
    return {
      AWS_REGION: region,
      SERVERFORM_APP: name,
      SERVERFORM_STAGE: stage,
      ...(ssmPrefix !== "" && { SERVERFORM_SSM_PREFIX: ssmPrefix }),
      ...bound,
    };
  });
  return runCommand(command, { ...process.env, ...variables });
}

function explain(error: unknown): never {
  if (!isDenied(error)) throw error;
  return fail("serverform bind", "parameters-unreadable", "credentials", { reason: error.message });
}
