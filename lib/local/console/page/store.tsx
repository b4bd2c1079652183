import { useEffect, useRef, useState } from "preact/hooks";
import { type Fact, isOfSite } from "../../history/fact";
import type { ConsoleApp } from "../actions";
import type { FactMessage } from "../fact-stream";
import { ask } from "./api";

/** The maximum number of facts on the page, the same as the server's default. */
const maxFacts = 10_000;
/** The maximum number of requests to sites on the page, besides the other facts. */
const maxSiteFacts = 1000;
/** How often the page is drawn while facts come. */
const drawMs = 200;

/** The state of the page. */
export interface State {
  readonly facts: ReadonlyMap<string, Fact>;
  readonly app: ConsoleApp | undefined;
  /** The number of facts that the server or the page has left out. */
  readonly omitted: number;
  readonly problem: string | undefined;
  /** Grows with each change, since the map stays the same. */
  readonly version: number;
}

const facts = new Map<string, Fact>();
const siteIds = new Set<string>();
let state: State = { facts, app: undefined, omitted: 0, problem: undefined, version: 0 };
let timer: ReturnType<typeof setTimeout> | undefined;
const readers = new Set<(state: State) => void>();

function change(changed: Partial<State>): void {
  state = { ...state, ...changed, version: state.version + 1 };
  if (timer !== undefined) return;
  timer = setTimeout(() => {
    timer = undefined;
    for (const reader of readers) reader(state);
  }, drawMs);
}

/** The state, drawn again when it changes. */
export function useConsole(): State {
  const [current, setCurrent] = useState(state);
  useEffect(() => {
    readers.add(setCurrent);
    setCurrent(state);
    return () => void readers.delete(setCurrent);
  }, []);
  return current;
}

/** How often a view asks the server again while facts come. */
const refreshMs = 500;

/** Changes with the state, but not more often than a view should ask the server again. */
export function useRefresh(): number {
  const { version } = useConsole();
  const [shown, show] = useState(version);
  const latest = useRef(version);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  latest.current = version;
  useEffect(() => {
    waiting.current ??= setTimeout(() => {
      waiting.current = undefined;
      show(latest.current);
    }, refreshMs);
  }, [version]);
  useEffect(() => () => clearTimeout(waiting.current), []);
  return shown;
}

export async function load(): Promise<void> {
  const [app, { facts: all, forgotten }] = await Promise.all([ask("app"), ask("facts")]);
  forget();
  for (const fact of all) keep(fact);
  change({ app, omitted: forgotten, problem: undefined });
}

export async function clear(): Promise<void> {
  await ask("clear");
  forget();
  change({ omitted: 0 });
}

function forget(): void {
  facts.clear();
  siteIds.clear();
}

function keep(fact: Fact): void {
  facts.set(fact.id, fact);
  if (isOfSite(fact)) siteIds.add(fact.id);
}

/** Forgets the oldest facts. Returns their number. */
function forgetOld(): number {
  const before = facts.size;
  for (const id of siteIds) {
    if (siteIds.size <= maxSiteFacts) break;
    siteIds.delete(id);
    facts.delete(id);
  }
  for (const id of facts.keys()) {
    if (facts.size - siteIds.size <= maxFacts) break;
    if (!siteIds.has(id)) facts.delete(id);
  }
  return before - facts.size;
}

let source: EventSource | undefined;

/** Follows the events. After a pause, such as a restart of the server, everything is requested again. */
export function follow(): void {
  let wasClosed = false;
  source?.close();
  const stream = new EventSource("/stream");
  source = stream;
  stream.onopen = () => {
    if (wasClosed) load().catch(tellProblem);
    wasClosed = false;
  };
  stream.onerror = () => {
    wasClosed = true;
    change({
      problem:
        stream.readyState === EventSource.CLOSED
          ? "The server has ended or was started again. Open the address that the terminal shows."
          : "The connection is interrupted. The page tries again.",
    });
  };
  stream.onmessage = ({ data }: MessageEvent<string>) => {
    const message = JSON.parse(data) as FactMessage;
    message.facts.forEach(keep);
    change({ omitted: state.omitted + message.omitted + forgetOld() });
  };
}

export function tellProblem(error: unknown): void {
  // The server has ended, and the page shows it: later failures have the same cause.
  if (source?.readyState === EventSource.CLOSED) return;
  change({ problem: error instanceof Error ? error.message : String(error) });
}
