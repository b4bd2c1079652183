import { isRecord } from "../../../../facts/text/record";
import { type FilterGroups, filterProblem } from "./filter";
import type { HandlerEffects } from "./invocation";
import { ResolverError } from "./signals";

/**
 * `extensions` of handlers.
 *
 * Source: https://docs.aws.amazon.com/appsync/latest/devguide/extensions-js.html
 */
export function createExtensions(effects: HandlerEffects) {
  return {
    setSubscriptionFilter: (filter: unknown): void => {
      effects.setFilter(checked("setSubscriptionFilter", filter));
    },
    setSubscriptionInvalidationFilter: (filter: unknown): void => {
      effects.setInvalidationFilter(checked("setSubscriptionInvalidationFilter", filter));
    },
    invalidateSubscriptions: (given: unknown): void => {
      const { subscriptionField, payload } = isRecord(given) ? given : {};
      if (typeof subscriptionField !== "string" || !isRecord(payload)) {
        const text = "extensions.invalidateSubscriptions needs { subscriptionField, payload }.";
        throw new ResolverError(text, "Code");
      }
      effects.invalidate({ subscriptionField, payload: copied(payload) });
    },
    evictFromApiCache: (): void => effects.notHere("extensions.evictFromApiCache"),
    evictAllApiCache: (): void => effects.notHere("extensions.evictAllApiCache"),
  };
}

function checked(name: string, filter: unknown): FilterGroups {
  const copy = copied(filter);
  const problem = filterProblem(copy);
  if (problem !== undefined) throw new ResolverError(`extensions.${name}: ${problem}`, "Code");
  return copy as FilterGroups;
}

/** The handler may still change the values that it passed. */
function copied<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value ?? null)) as Value;
}
