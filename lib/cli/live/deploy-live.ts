import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { accountInJson } from "../../facts/aws/arns";
import { isRecord } from "../../facts/text/record";
import { fail } from "../errors";
import type { CommandContext } from "../project/command-context";
import type { SynthesizedStack } from "../project/synthesized-stack";
import type { Approval } from "../terraform/approval";
import type { Outputs, StackReport } from "../terraform/report";
import type { Terraform } from "../terraform/terraform";

/** The variables that make the app declare wrappers and the debug stack. */
export const liveVariables = (
  increaseTimeout: boolean,
): Readonly<Record<`SERVERFORM_${string}`, string>> => ({
  SERVERFORM_LIVE: "true",
  SERVERFORM_LOCAL: "true",
  ...(increaseTimeout && { SERVERFORM_INCREASE_TIMEOUT: "true" }),
});

/** Records on this machine that a stage has a debug stack, so that `serverform remove` removes it too. */
export class LiveMarker {
  private readonly file: string;

  constructor({ project, stage }: Pick<CommandContext, "project" | "stage">) {
    this.file = join(project.root, ".serverform", "live", stage);
  }

  get exists(): boolean {
    return existsSync(this.file);
  }

  set(): void {
    mkdirSync(join(this.file, ".."), { recursive: true });
    writeFileSync(this.file, "This stage has a debug stack.\n");
  }

  clear(): void {
    rmSync(this.file, { force: true });
  }
}

export const isDebugStack = ({ settings }: SynthesizedStack): boolean => settings?.isDebugStack === true;

/** The outputs of the deployed debug stack for the client. */
export interface RelayOutputs {
  readonly endpoint: string;
  readonly tableName: string;
  readonly bucketName: string;
}

export function relayOutputs(debugStack: string, outputs: Outputs): RelayOutputs {
  const value = (name: string): string => {
    const found = outputs[name]?.value;
    return typeof found === "string"
      ? found
      : fail("serverform start", "live-output-missing", debugStack, { name });
  };
  return { endpoint: value("Endpoint"), tableName: value("TableName"), bucketName: value("BucketName") };
}

export interface LiveDeployment {
  readonly context: CommandContext;
  readonly terraform: Terraform;
  readonly increaseTimeout: boolean;
  readonly account: string | undefined;
}

/** Refuses stacks of another account than the caller's. */
export async function deployLiveStacks(
  { context, terraform: binary, account }: LiveDeployment,
  all: readonly SynthesizedStack[],
  selected: readonly SynthesizedStack[],
  approve: Approval,
): Promise<readonly StackReport[]> {
  const terraform = await import("../terraform/index.js");
  const engine = terraform.openEngine(context, binary, all, "Deploying", selected);
  return terraform.deployStacks(
    selected,
    engine,
    approve,
    async () =>
      new Map([
        ...(await terraform.unsharedStates(selected, all)),
        ...(await otherAccounts(binary, selected.filter(isDebugStack), account)),
      ]),
  );
}

/** The problems of stacks that belong to a different account than the caller's. */
async function otherAccounts(
  terraform: Terraform,
  stacks: readonly SynthesizedStack[],
  account: string | undefined,
): Promise<readonly (readonly [id: string, problem: string])[]> {
  if (account === undefined) return [];
  const problems: (readonly [string, string])[] = [];
  for (const { id, folder } of stacks) {
    const { code, output } = await terraform.run(folder, ["show", "-json", "-no-color"]);
    const deployed = code === 0 ? accountOfState(output) : undefined;
    if (deployed === undefined || deployed === account) continue;
    problems.push([
      id,
      `The stage is deployed to the account ${deployed}, but your credentials belong to ${account}. ` +
        "Choose the profile of that account (--profile), or another stage (--stage).",
    ]);
  }
  return problems;
}

/** The account in the ARNs of a state, as `terraform show -json` prints it. */
export function accountOfState(output: string): string | undefined {
  if (output.trim() === "") return undefined;
  const state: unknown = JSON.parse(output);
  const values = isRecord(state) ? JSON.stringify(state.values ?? null) : "";
  return accountInJson(values);
}
