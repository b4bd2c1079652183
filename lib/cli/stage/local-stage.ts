import { accountOfRole } from "../../facts/aws/arns";
import { defaultRegion } from "../../facts/aws/partitions";
import { LocalStage, type LocalStageOptions } from "../../local";
import { DeployedState } from "../../model";
import type { Credentials } from "../../runtime/aws";
import { matchesFunction } from "../../runtime/live";
import { fail } from "../errors";
import { findCallerIdentity } from "../project/caller-identity";
import type { CommandContext } from "../project/command-context";
import type { SynthesizedStack } from "../project/synthesized-stack";
import { initializeStacks } from "../terraform/stack-runs";
import { checkOnly, checkStage } from "./checks";
import { developerCredentials, providerCredentials, stageCredentials } from "./developer-credentials";
import { functionsByPath } from "./stack-facts";

const command = "local --state";

export interface StageReadOptions {
  readonly yes?: boolean;
  /** Patterns of the functions that run here. @default - all */
  readonly only?: readonly string[];
  readonly roleArn?: string;
}

/** The resources of a deployed stage, and its stacks with the credentials of the deployment. */
export interface DeployedStage {
  readonly state: DeployedState;
  readonly stacks: readonly SynthesizedStack[];
}

export async function readDeployedStage(
  context: CommandContext,
  { yes = false, roleArn }: StageReadOptions,
): Promise<DeployedStage> {
  const { terminal, stage } = context;
  checkStage(stage, yes, command);
  const terraform = await import("../terraform/index.js");
  const binary = await terraform.openTerraform(context);
  // Terraform needs the configuration of the stacks to find their states.
  const stacks = await context.synthesize({ SERVERFORM_SKIP_BUNDLING: "1" });
  if (stacks.some(({ settings }) => settings?.isProtected === true))
    fail(`serverform ${command}`, "stage-protected", "--state", { value: stage });
  const engine = terraform.openEngine(context, binary, stacks, "Reading");
  const failed = await initializeStacks(stacks, engine);
  if (failed !== undefined) {
    fail(`serverform ${command}`, "state-unreadable", failed.id, { reason: failed.errors.join("\n") });
  }
  const state = new DeployedState();
  for (const { id, folder } of stacks) {
    terminal.status(`Reading ${id}`);
    const { code, output, errors } = await binary.run(folder, ["show", "-json", "-no-color"]);
    terminal.status(undefined);
    if (code !== 0) {
      const reason = errors.trim() || `terraform show ended with exit code ${code}`;
      fail(`serverform ${command}`, "state-unreadable", id, { reason });
    }
    state.add(id, output);
  }
  if (state.size === 0) fail(`serverform ${command}`, "stage-not-deployed", "--state", { value: stage });
  checkAccount(state, await callerAccount(roleArn, stacks));
  return { state, stacks };
}

/** The data of a stage belongs to one account; other credentials would use another one. */
function checkAccount({ account }: DeployedState, caller: string | undefined): void {
  if (caller === undefined || account === undefined || caller === account) return;
  fail(`serverform ${command}`, "account-differs", "credentials", { caller, deployed: account });
}

async function callerAccount(
  roleArn: string | undefined,
  stacks: readonly SynthesizedStack[],
): Promise<string | undefined> {
  const { roles = [], profile } = providerCredentials(stacks);
  const role = roleArn ?? roles.at(-1)?.roleArn;
  if (role !== undefined) return accountOfRole(role);
  return profile === undefined ? (await findCallerIdentity())?.account : undefined;
}

export async function startLocalStage(
  options: StageReadOptions,
  settings: Omit<LocalStageOptions, "state" | "isHere" | "aws" | "credentialsOf">,
  { state, stacks }: DeployedStage,
): Promise<LocalStage> {
  const { only } = options;
  const functions = functionsByPath(settings.from);
  checkOnly(only, [...functions.keys()], matchesFunction, command);
  const region = [...functions.values()][0]?.region ?? defaultRegion;
  const credentials = await stageCredentials(region, options.roleArn, stacks);
  return LocalStage.start({
    ...settings,
    state,
    isHere: (id) => only === undefined || only.some((pattern) => matchesFunction(pattern, id)),
    aws: { credentials },
    credentialsOf: roleCredentials(region, providerCredentials(stacks).profile, (text) =>
      settings.report({ event: "notice", text }),
    ),
  });
}

/** Assumes the roles of functions. A role that may not be assumed is reported once: its functions do not run here. */
function roleCredentials(
  region: string,
  profile: string | undefined,
  notice: (text: string) => void,
): (roleArn: string) => Promise<Credentials | string> {
  const refused = new Map<string, string>();
  return async (roleArn) => {
    const known = refused.get(roleArn);
    if (known !== undefined) return known;
    try {
      return await (await developerCredentials(region, [{ roleArn }], profile))();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const problem = `Its role ${roleArn} cannot be assumed: ${reason}.`;
      if (!refused.has(roleArn)) {
        notice(
          `Functions with the role ${roleArn} do not run here, because it cannot be assumed: ${reason}. The option developersAssumeRoles of App lets you assume it. With --only, the other functions run in AWS.`,
        );
      }
      refused.set(roleArn, problem);
      return problem;
    }
  };
}
