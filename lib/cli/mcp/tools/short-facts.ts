import { type Fact, hasFailed, type Verdict } from "../../../local/history/fact";
import type { Trace } from "../../../local/history/query";

/** Characters of a text that a list of facts shows. `get_fact` has all of it. */
const shownText = 400;
const shownLogs = 20;

/** A line for a trace: what began it, and what failed in it. */
export function traceLine({ root, facts }: Trace): object {
  const failures = facts.filter(hasFailed);
  return {
    id: root.id,
    at: new Date(root.at).toISOString(),
    what: titleOf(root),
    ...(root.durationMs !== undefined && { durationMs: root.durationMs }),
    facts: facts.length,
    ...(failures.length > 0 && { failures: failures.map((fact) => `${titleOf(fact)}${reasonOf(fact)}`) }),
  };
}

/** A fact in a trace: with its causes, its time since the first one, and short texts. */
export function factLine(fact: Fact, start: number): object {
  const { id, kind, at, causes, ...details } = fact;
  return {
    id,
    kind,
    what: titleOf(fact),
    ...(hasFailed(fact) && { failed: true }),
    ms: at - start,
    ...(causes.length > 0 && { causes }),
    ...(shortened(details) as object),
  };
}

/** A denied call, with the line of code that would allow it. */
export function denialLine(fact: Fact, verdict: Verdict): object {
  return { fact: fact.id, at: new Date(fact.at).toISOString(), in: titleOf(fact), ...verdict };
}

/** A title for a fact. */
function titleOf(fact: Fact): string {
  switch (fact.kind) {
    case "request":
      return `${fact.method} ${fact.path}${fact.status === undefined ? "" : ` answers ${fact.status}`}`;
    case "authorizer":
      return `authorizer ${fact.name} ${fact.allowed === true ? "allows" : "refuses"}`;
    case "invocation":
      return `${fact.function} runs for ${fact.source}: ${fact.status ?? "still running"}`;
    case "call":
      return `${fact.caller} calls ${fact.service} ${fact.operation}${fact.status === undefined ? "" : `: ${fact.status}`}`;
    case "delivery":
      return `${fact.source} delivers to ${fact.target}`;
    case "retry":
    case "dead-letter":
    case "schedule":
      return `${fact.kind}: ${fact.text}`;
    case "mail":
      return `${fact.medium} to ${fact.to}`;
    case "refusal":
      return `${fact.place} refuses with ${fact.status}`;
    case "warning":
      return "warning";
  }
}

/** Why a fact failed, as the end of a line. */
function reasonOf(fact: Fact): string {
  const denied = fact.verdicts?.find(({ allowed }) => !allowed);
  const reason = denied?.text ?? ownReason(fact);
  return reason === undefined || reason === "" ? "" : `: ${cut(reason)}`;
}

function ownReason(fact: Fact): string | undefined {
  switch (fact.kind) {
    case "request":
    case "authorizer":
    case "refusal":
      return fact.reason;
    case "invocation":
      return fact.error === undefined ? fact.answer?.text : `${fact.error.type}: ${fact.error.message}`;
    case "call":
      return fact.answer?.text;
    case "delivery":
      return fact.problem;
    case "warning":
      return fact.text;
    default:
      return undefined;
  }
}

/** A value with short texts and lists. Headers are left out: `get_fact` has them. */
function shortened(value: unknown): unknown {
  if (typeof value === "string") return cut(value);
  if (Array.isArray(value)) return value.slice(0, shownLogs).map(shortened);
  if (typeof value !== "object" || value === null) return value;
  const { text, length } = value as { text?: unknown; length?: unknown };
  if (typeof text === "string" && typeof length === "number") return cut(text);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== "headers" && key !== "answerHeaders")
      .map(([key, each]) => [key, shortened(each)]),
  );
}

const cut = (text: string): string => (text.length > shownText ? `${text.slice(0, shownText)}...` : text);
