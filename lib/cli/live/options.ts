import { fail } from "../errors";
import { parsePort } from "../local/options";
import type { GlobalOptions } from "../project/command-context";

/** The options of `serverform start`. */
export interface StartOptions extends GlobalOptions {
  readonly only?: readonly string[];
  readonly increaseTimeout?: boolean;
  readonly inspect?: string | true;
  readonly outputsFile?: string;
  readonly yes?: boolean;
  readonly watch: boolean;
  readonly remove?: boolean;
}

/** Stages with these names serve users. */
const productionStages = ["prod", "production"];

/** Refuses to put wrappers into a stage of production, unless the caller insists. */
export function checkStage(stage: string, yes: boolean): void {
  if (yes || !productionStages.includes(stage.toLowerCase())) return;
  fail("serverform start", "stage-of-production", "--stage", { value: stage });
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

const nodeInspectPort = "9229";

export const parseLiveInspect = (given: string | true | undefined): number | undefined =>
  given === undefined ? undefined : parsePort(given === true ? nodeInspectPort : given, "--inspect");
