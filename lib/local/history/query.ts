import { isValues } from "../../model";
import { type Fact, type FactKind, hasFailed } from "./fact";
import type { History } from "./history";

/** A first cause with all its effects. */
export interface Trace {
  /** Its id names the trace. */
  readonly root: Fact;
  /** With the root; each fact once, after one of its causes. */
  readonly facts: readonly Fact[];
}

export interface TraceQuery {
  /** The kinds of first causes. @default - all */
  readonly kinds?: readonly FactKind[];
  /** Whether to select only traces with a failure. @default false */
  readonly failed?: boolean;
  /** The route of a request: `POST /orders`. @default - any */
  readonly route?: string;
  /** The name of a function in the trace. @default - any */
  readonly function?: string;
  /** A text in a fact of the trace, case-insensitive. @default - any */
  readonly text?: string;
  /** The id of the last trace of the previous page. @default - the newest come first */
  readonly before?: string;
  /** @default 50 */
  readonly limit?: number;
}

/** The traces that match, newest first. */
export interface TracePage {
  readonly traces: readonly Trace[];
  /** For `before` of the next page; undefined on the last one. */
  readonly next: string | undefined;
  /** The number of facts that were removed, and of requests that were too frequent to be recorded. */
  readonly forgotten: number;
}

const defaultLimit = 50;

export function findTraces(history: History, query: TraceQuery = {}): TracePage {
  const { before, limit = defaultLimit } = query;
  const causality = new Causality(history.all);
  const roots = [...causality.roots].reverse();
  const forgotten = history.forgottenCount + history.skippedCount;
  const traces: Trace[] = [];
  for (let index = before === undefined ? 0 : roots.findIndex(({ id }) => id === before) + 1; ; index += 1) {
    const root = roots[index];
    if (root === undefined) return { traces, next: undefined, forgotten };
    const trace = causality.traceOf(root);
    if (matches(trace, query)) traces.push(trace);
    if (traces.length === limit)
      return { traces, next: index + 1 < roots.length ? root.id : undefined, forgotten };
  }
}

/** The trace of a fact, by the id of any fact in it; undefined for a missing one. */
export function findTrace(history: History, id: string): Trace | undefined {
  const seen = new Set<string>();
  let fact = history.find(id);
  while (fact !== undefined && !seen.has(fact.id)) {
    seen.add(fact.id);
    const [cause] = fact.causes.flatMap((each) => history.find(each) ?? []);
    if (cause === undefined) return new Causality(history.all).traceOf(fact);
    fact = cause;
  }
  return undefined;
}

class Causality {
  /** Facts without a known cause. */
  readonly roots: readonly Fact[];
  private readonly effects = new Map<string, Fact[]>();

  constructor(facts: readonly Fact[]) {
    const known = new Set(facts.map(({ id }) => id));
    this.roots = facts.filter(({ causes }) => !causes.some((each) => known.has(each)));
    for (const fact of facts) for (const cause of fact.causes) this.addEffect(cause, fact);
  }

  traceOf(root: Fact): Trace {
    // Iterating over a set includes items that are added in the meantime, and visits each once.
    const facts = new Set([root]);
    for (const { id } of facts) for (const effect of this.effects.get(id) ?? []) facts.add(effect);
    return { root, facts: [...facts] };
  }

  private addEffect(cause: string, fact: Fact): void {
    const others = this.effects.get(cause);
    if (others === undefined) this.effects.set(cause, [fact]);
    else others.push(fact);
  }
}

function matches(
  { root, facts }: Trace,
  { kinds, route, failed, function: name, text }: TraceQuery,
): boolean {
  if (kinds !== undefined && !kinds.includes(root.kind)) return false;
  if (route !== undefined && !(root.kind === "request" && root.route === route)) return false;
  if (failed === true && !facts.some(hasFailed)) return false;
  if (name !== undefined && !facts.some((each) => each.kind === "invocation" && each.function === name)) {
    return false;
  }
  const wanted = text?.toLowerCase();
  return wanted === undefined || facts.some((each) => JSON.stringify(each).toLowerCase().includes(wanted));
}

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
