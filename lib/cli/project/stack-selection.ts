import { matchesStars } from "../../facts/aws/wildcards";
import { fail } from "../errors";
import type { SynthesizedStack } from "./synthesized-stack";

/**
 * Selects the stacks that match the arguments of a command. Without arguments, selects all stacks.
 *
 * A pattern may leave out the prefix `<stage>-<app>-` and may contain `*`.
 */
export function selectStacks(
  command: string,
  stacks: readonly SynthesizedStack[],
  patterns: readonly string[],
  stage: string,
): readonly SynthesizedStack[] {
  if (patterns.length === 0) return stacks;
  const chosen = new Set<SynthesizedStack>();
  for (const pattern of patterns) {
    const matching = stacks.filter((stack) => matches(stack, pattern, stage));
    if (matching.length === 0) {
      fail(`serverform ${command}`, "stack-not-found", "[stack]", {
        pattern,
        stacks: stacks.map(({ id }) => id),
      });
    }
    for (const stack of matching) chosen.add(stack);
  }
  return stacks.filter((stack) => chosen.has(stack));
}

/**
 * Whether a stack argument looks like the name of a stage or a region.
 *
 * npm treats the option in `npm run deploy --stage prod` as its own and passes on only `prod`.
 */
export function looksLikeStage(argument: string): boolean {
  const stages = ["dev", "development", "test", "staging", "stage", "qa", "uat", "prod", "production"];
  return stages.includes(argument) || /^[a-z]{2}(-[a-z]+)+-\d$/.test(argument);
}

function matches({ id, settings }: SynthesizedStack, pattern: string, stage: string): boolean {
  const parts = [settings?.stage ?? stage, settings?.app ?? ""].filter((part) => part !== "");
  const prefix = `${parts.join("-")}-`;
  return (
    matchesStars(pattern, id) || (id.startsWith(prefix) && matchesStars(pattern, id.slice(prefix.length)))
  );
}
