import { exampleEvent } from "../example-events";
import { findFunction, functionNames } from "../find-function";
import { withCauses } from "../history/causes";
import type { InvokeOutcome, InvokeRequest, Timers } from "../invoke";
import type { LocalParts } from "./local-parts";

export interface NamedInvocations extends Pick<LocalParts, "app" | "functions" | "services" | "types"> {
  readonly clock: Timers;
}

/**
 * Invokes a function by its name, its construct path, or the end of that path.
 *
 * @param event - undefined: the event of its schedule or a skill, if it has one, else an empty object
 */
export async function invokeByName(
  { app: { model }, functions, services, types, clock }: NamedInvocations,
  name: string,
  event: unknown,
  { onChunk }: Pick<InvokeRequest, "onChunk"> = {},
): Promise<InvokeOutcome | { readonly unknown: readonly string[] }> {
  const functionArn = findFunction(model, name);
  if (functionArn === undefined) return { unknown: functionNames(model) };
  const payload =
    event === undefined
      ? (services.scheduledInput(functionArn) ?? exampleEvent(model, functionArn, clock.now()))
      : JSON.stringify(event);
  const outcome = await withCauses([], () =>
    functions.invoke({
      functionArn,
      payload: payload ?? "{}",
      source: "invoke",
      ...(onChunk !== undefined && { onChunk }),
    }),
  );
  if (outcome.status === "ok") await types.afterInvocation(model, functionArn);
  return outcome;
}
