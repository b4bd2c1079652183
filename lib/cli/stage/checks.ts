import { fail } from "../errors";

/** Stages with these names serve users. */
const productionStages = ["prod", "production"];

/** Refuses to put wrappers into a stage of production, unless the caller insists. */
export function checkStage(stage: string, yes: boolean, command = "start"): void {
  if (yes || !productionStages.includes(stage.toLowerCase())) return;
  const option = command === "start" ? "--stage" : "--state";
  fail(`serverform ${command}`, "stage-of-production", option, { value: stage, option });
}

/** The patterns of `--only`. Refuses those that name nothing. */
export function checkOnly(
  only: readonly string[] | undefined,
  functionIds: readonly string[],
  matches: (pattern: string, functionId: string) => boolean,
  command: string,
): void {
  for (const pattern of only ?? []) {
    if (functionIds.some((id) => matches(pattern, id))) continue;
    fail(`serverform ${command}`, "live-function-unknown", "--only", { value: pattern, names: functionIds });
  }
}
