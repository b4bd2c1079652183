import { isValues } from "../../model";
import type { History } from "./history";
import { findTrace, findTraces, type TraceQuery } from "./query";

export type HistoryCommand =
  | ({ readonly action: "traces" } & TraceQuery)
  | { readonly action: "trace"; readonly id: string };

/** Answers a query of the history, without secrets; an object with `problem` after a failure. */
export function answerHistory(history: History | undefined, command: HistoryCommand): object {
  if (history === undefined) return { problem: "This server records no history: --history is 0." };
  const { mask } = history.secrets;
  if (command.action === "traces") return mask.value(findTraces(history, queryOf(command)));
  if (command.action !== "trace") return { problem: 'The action is "traces" or "trace".' };
  return (
    mask.value(findTrace(history, String(command.id))) ?? {
      problem: `There is no fact ${String(command.id).slice(0, 100)}.`,
    }
  );
}

/** The query of another program, without members of wrong types. */
function queryOf(given: TraceQuery): TraceQuery {
  const { kinds, failed, route, function: name, text, before, limit } = isValues(given) ? given : {};
  return {
    ...(Array.isArray(kinds) && { kinds }),
    ...(failed === true && { failed }),
    ...(typeof route === "string" && { route }),
    ...(typeof name === "string" && { function: name }),
    ...(typeof text === "string" && { text }),
    ...(typeof before === "string" && { before }),
    ...(typeof limit === "number" && limit >= 1 && { limit: Math.floor(limit) }),
  };
}
