import { replaceUnprintable } from "../../../facts/errors/unprintable";
import { type Fact, hasFailed, type Outcome, outcomeOf, worstOf } from "../../history/fact";
import type { ConsoleApp } from "../actions";

/** A first cause with all that it has caused, as the list and the tree show it. */
export interface ShownTrace {
  readonly root: Fact;
  readonly nodes: readonly ShownNode[];
  /** The worst outcome of all that happened in it. */
  readonly outcome: Outcome;
  readonly from: number;
  readonly to: number;
}

export interface ShownNode {
  readonly fact: Fact;
  readonly depth: number;
}

/** The traces of these facts, newest first. */
export function tracesOf(facts: ReadonlyMap<string, Fact>): readonly ShownTrace[] {
  const effects = new Map<string, Fact[]>();
  const roots: Fact[] = [];
  for (const fact of facts.values()) {
    const causes = fact.causes.filter((each) => facts.has(each));
    if (causes.length === 0) roots.push(fact);
    for (const cause of causes) effects.set(cause, [...(effects.get(cause) ?? []), fact]);
  }
  return roots.sort((left, right) => right.at - left.at).map((root) => traceOf(root, effects));
}

function traceOf(root: Fact, effects: ReadonlyMap<string, readonly Fact[]>): ShownTrace {
  const nodes: ShownNode[] = [];
  const seen = new Set<string>();
  const waiting: ShownNode[] = [{ fact: root, depth: 0 }];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const { fact, depth } = node;
    if (seen.has(fact.id)) continue;
    seen.add(fact.id);
    nodes.push(node);
    // The last one in is the first one out.
    for (const effect of [...(effects.get(fact.id) ?? [])]
      .sort((left, right) => left.at - right.at)
      .reverse())
      waiting.push({ fact: effect, depth: depth + 1 });
  }
  const all = nodes.map(({ fact }) => fact);
  const to = Math.max(...all.map(({ at, durationMs = 0 }) => at + durationMs));
  return { root, nodes, outcome: worstOf(all.map(outcomeOf)), from: root.at, to };
}

/** The class and the mark of each outcome, so that the colour alone says nothing. */
export const looks: Readonly<Record<Outcome, { readonly class: string; readonly mark: string }>> = {
  fine: { class: "quiet", mark: "" },
  rejected: { class: "warn", mark: "! " },
  failed: { class: "bad", mark: "✗ " },
};

/** Construct path without the stack. */
export const shortPath = (path: string): string => path.split("/").slice(1).join("/") || path;

const titles = new WeakMap<ConsoleApp, ReadonlyMap<string, string>>();

/** The titles of functions by their names in AWS: the source of each, with its path where several have the same. */
function functionTitles(app: ConsoleApp): ReadonlyMap<string, string> {
  const known = titles.get(app);
  if (known !== undefined) return known;
  const counts = new Map<string, number>();
  for (const { source = "" } of app.functions) counts.set(source, (counts.get(source) ?? 0) + 1);
  const found = new Map(
    app.functions.map(({ name, path, source }) => {
      if (source === undefined) return [name, path];
      return [name, counts.get(source) === 1 ? source : `${source} (${shortPath(path)})`];
    }),
  );
  titles.set(app, found);
  return found;
}

/** The end of a name in AWS, or the source or construct path of a function. */
export function shortName(name: string, app: ConsoleApp | undefined): string {
  const last = name.split(/[:/]/).at(-1) ?? name;
  return (app && functionTitles(app).get(last)) ?? last;
}

/** A fact in one line. */
export function titleOf(fact: Fact, app: ConsoleApp | undefined): string {
  switch (fact.kind) {
    case "request":
      return `${fact.method} ${fact.path}`;
    case "authorizer":
      return `${fact.name} ${fact.allowed === false ? "denies" : fact.allowed === true ? "admits" : "decides"}`;
    case "invocation":
      return shortName(fact.function, app);
    case "call":
      return `${fact.service} ${fact.operation}`;
    case "delivery":
      return `${fact.source} to ${shortName(fact.target, app)}`;
    case "retry":
    case "dead-letter":
    case "schedule":
    case "warning":
      return fact.text;
    case "mail":
      return `to ${fact.to}: ${fact.subject ?? fact.text}`;
    case "refusal":
      return `${fact.place}: ${fact.reason}`;
  }
}

/** The result of a fact in a word. */
export function resultOf(fact: Fact): string {
  if (fact.isOpen === true) return "…";
  switch (fact.kind) {
    case "request":
    case "call":
    case "refusal":
      return String(fact.status ?? "");
    case "invocation":
      return fact.status === "ok" && hasFailed(fact) ? "items failed" : (fact.status ?? "");
    case "delivery":
      return fact.problem === undefined ? "" : "lost";
    default:
      return "";
  }
}

/** A text with its invisible characters made visible. */
export const clean = (text: string): string =>
  replaceUnprintable(text, (each) => {
    if (each === "\n" || each === "\t") return each;
    return each < " " ? String.fromCharCode(0x2400 + each.charCodeAt(0)) : "\ufffd";
  });

/** `1 trace`, `2 traces` */
export const countText = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** JSON with line breaks; any other text unchanged. */
export function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}
