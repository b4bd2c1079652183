import { plainFunctionArn } from "../../../facts/aws/arns";
import { replaceUnprintable } from "../../../facts/errors/unprintable";
import { type Fact, hasFailed, type Outcome, outcomeOf, worstOf } from "../../history/fact";
import type { ConsoleApp, ConsoleFunction } from "../actions";

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
  // The last one of a millisecond is the newest.
  return roots
    .reverse()
    .sort((left, right) => right.at - left.at)
    .map((root) => traceOf(root, effects));
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

/** The first fact with the outcome of the trace: its failure, or else the first cause. */
export const tellingIn = ({ nodes, outcome, root }: ShownTrace): Fact =>
  nodes.find(({ fact }) => outcomeOf(fact) === outcome)?.fact ?? root;

/** The class and the mark of each outcome, so that the colour alone says nothing. */
export const looks: Readonly<Record<Outcome, { readonly class: string; readonly mark: string }>> = {
  fine: { class: "quiet", mark: "" },
  rejected: { class: "warn", mark: "! " },
  failed: { class: "bad", mark: "✗ " },
};

/** Construct path without the stack. */
export const shortPath = (path: string): string => path.split("/").slice(1).join("/") || path;

/** The titles of items: of each the first that no other has, or else the last. */
export function distinctTitles<Item>(
  items: readonly Item[],
  ...titles: readonly ((item: Item) => string)[]
): ReadonlyMap<Item, string> {
  const found = new Map<Item, string>();
  titles.forEach((titleOf, index) => {
    const counts = new Map<string, number>();
    for (const each of items) counts.set(titleOf(each), (counts.get(titleOf(each)) ?? 0) + 1);
    for (const each of items)
      if (!found.has(each) && (counts.get(titleOf(each)) === 1 || index === titles.length - 1))
        found.set(each, titleOf(each));
  });
  return found;
}

const titles = new WeakMap<ConsoleApp, ReadonlyMap<string, string>>();

/** The titles of functions by their names in AWS and by their ARNs: the source of each, with its path where several have the same. */
function functionTitles({ functions }: ConsoleApp): ReadonlyMap<string, string> {
  const all = distinctTitles(
    functions,
    ({ source, path }) => source ?? path,
    ({ source, path }) => (source === undefined ? path : `${source} (${shortPath(path)})`),
    ({ source, path }) => (source === undefined ? path : `${source} (${path})`),
  );
  return new Map([...all].flatMap(([{ name, arn }, title]) => [name, arn].map((each) => [each, title])));
}

/** The end of a name in AWS, or the source or construct path of a function. */
export function shortName(name: string, app: ConsoleApp | undefined): string {
  const plain = plainFunctionArn(name) ?? name;
  const last = plain.split(/[:/]/).at(-1) ?? name;
  if (app === undefined) return last;
  const known = titles.get(app) ?? functionTitles(app);
  titles.set(app, known);
  return known.get(plain) ?? known.get(last) ?? last;
}

/** The function that an ARN names, which may have another account than the JSON of the app. */
export function functionOf(arn: string, app: ConsoleApp | undefined): ConsoleFunction | undefined {
  const plain = plainFunctionArn(arn) ?? arn;
  const name = plain.split(":").at(-1);
  return (
    app?.functions.find((each) => each.arn === plain) ?? app?.functions.find((each) => each.name === name)
  );
}

/** A fact in one line. */
export function titleOf(fact: Fact, app: ConsoleApp | undefined): string {
  switch (fact.kind) {
    case "request":
      return `${fact.method} ${fact.path}`;
    case "authorizer":
      return `${fact.name} ${fact.allowed === false ? "denies" : fact.allowed === true ? "admits" : "decides"}`;
    case "invocation":
      return shortName(fact.functionArn, app);
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
