import { fail } from "../errors";

/** Names of stages that serve users. */
const productionStages = ["prod", "production"];

/** Refuses to add wrappers to a production stage without `--yes`. */
export function checkStage(stage: string, yes: boolean, command = "start"): void {
  if (yes || !productionStages.includes(stage.toLowerCase())) return;
  const option = command === "start" ? "--stage" : "--state";
  fail(`serverform ${command}`, "stage-of-production", option, { value: stage, option });
}

/** The patterns of `--only`. Refuses those that match nothing. */
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
