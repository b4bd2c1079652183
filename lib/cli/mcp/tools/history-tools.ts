import { type Fact, hasFailed, type Trace, type TracePage, type Verdict } from "../../../local";
import type { McpTarget } from "../target";
import type { Tool, ToolInput } from "../tool";

const filter = {
  function: { type: "string", description: "only where this function runs" },
  text: { type: "string", description: "only where a fact contains this text" },
} as const;

const limit = { type: "number", minimum: 1, maximum: 200 } as const;

/** The newest traces that match, newest first. */
async function tracesOf(target: McpTarget, query: object): Promise<readonly Trace[]> {
  const { traces } = await target.ask<TracePage>("/history", { action: "traces", ...query });
  return traces;
}

const traceOf = (target: McpTarget, id: string): Promise<Trace> =>
  target.ask<Trace>("/history", { action: "trace", id });

const listTraces: Tool = {
  name: "list_traces",
  description:
    "Lists what happened on the local server, newest first: each request, schedule or invocation with all that it caused, and what failed in it. Begin here to find out why something failed.",
  properties: {
    failed: { type: "boolean", description: "only traces in which something failed" },
    route: { type: "string", description: "only requests to this route: POST /orders" },
    ...filter,
    limit: { ...limit, default: 20 },
  },
  run: async (target, input) => {
    const given = input.pick("failed", "route", "function", "text");
    return (await tracesOf(target, { limit: input.number("limit") ?? 20, ...given })).map(traceLine);
  },
};

const getTrace: Tool = {
  name: "get_trace",
  description:
    "Returns all facts of a trace, each after its cause: requests, decisions, invocations with logs and errors, calls of services with the statement that allowed or denied them, deliveries, retries, dead letters. Long texts are cut.",
  properties: { id: { type: "string", description: "id of the trace, or of any fact in it" } },
  required: ["id"],
  run: async (target, input) => {
    const { root, facts } = await traceOf(target, input.requireText("id"));
    return facts.map((fact) => factLine(fact, root.at));
  },
};

const getFact: Tool = {
  name: "get_fact",
  description: "Returns one fact of a trace with all that is kept of it: headers, bodies, logs, stack.",
  properties: { id: { type: "string" } },
  required: ["id"],
  run: async (target, input) => {
    const id = input.requireText("id");
    const { facts } = await traceOf(target, id);
    return facts.filter((fact) => fact.id === id);
  },
};

const explainDenial: Tool = {
  name: "explain_denial",
  description:
    "Lists calls of services that the permissions deny: who, action, resource, the deciding statement, and in `add` the permission to write. Without an id, the newest ones.",
  properties: {
    id: { type: "string", description: "id of a trace, or of any fact in it" },
    action: { type: "string", description: "only this action: dynamodb:PutItem" },
    function: filter.function,
  },
  run: async (target, input) => {
    const action = input.text("action")?.toLowerCase();
    const facts = await factsFor(target, input);
    const lines = facts.flatMap((fact) =>
      (fact.verdicts ?? [])
        .filter(
          (verdict) => !verdict.allowed && (action === undefined || verdict.action.toLowerCase() === action),
        )
        .map((verdict) => denialLine(fact, verdict)),
    );
    return lines.length > 0 ? lines : "No denied call is in the history.";
  },
};

async function factsFor(target: McpTarget, input: ToolInput): Promise<readonly Fact[]> {
  const id = input.text("id");
  if (id !== undefined) return (await traceOf(target, id)).facts;
  const traces = await tracesOf(target, { limit: 200, ...input.pick("function") });
  return traces.flatMap(({ facts }) => facts);
}

const getLogs: Tool = {
  name: "get_logs",
  description:
    "Returns lines that functions have written, newest invocation first, and their errors with positions in the sources.",
  properties: { ...filter, limit: { ...limit, description: "number of invocations", default: 20 } },
  run: async (target, input) => {
    const name = input.text("function");
    const traces = await tracesOf(target, { limit: 200, ...input.pick("function", "text") });
    const invocations = traces
      .flatMap(({ facts }) => facts)
      .filter((fact) => fact.kind === "invocation")
      .filter((fact) => name === undefined || fact.function === name)
      .sort((one, other) => other.at - one.at)
      .slice(0, input.number("limit") ?? 20);
    return invocations.flatMap(({ id, at, function: fn, requestId, logs, error, omittedLogs }) => [
      {
        fact: id,
        at: new Date(at).toISOString(),
        function: fn,
        requestId,
        ...(error !== undefined && { error }),
      },
      ...logs.map(({ stream, line }) => ({ stream, line })),
      ...(omittedLogs === undefined ? [] : [{ omitted: omittedLogs }]),
    ]);
  },
};

export const historyTools: readonly Tool[] = [listTraces, getTrace, getFact, explainDenial, getLogs];

/** The maximum length of a text in a list of facts. `get_fact` returns all of it. */
const shownText = 400;
const shownLogs = 20;

function traceLine({ root, facts }: Trace): object {
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

/** A fact in a trace, with its causes, its time since the first fact, and short texts. */
function factLine(fact: Fact, start: number): object {
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

/** A denied call, with the line of code that allows it. */
function denialLine(fact: Fact, verdict: Verdict): object {
  return { fact: fact.id, at: new Date(fact.at).toISOString(), in: titleOf(fact), ...verdict };
}

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

/** The reason for a failure, as the end of a line. */
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

/** A value with short texts and lists, and without headers: `get_fact` returns all. */
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
