import { useEffect, useMemo, useState } from "preact/hooks";
import { type Fact, isOfSite, type Outcome, outcomeOf } from "../../history/fact";
import type { ConsoleApp } from "../actions";
import { type Axis, axisOf, durationText, foldedPausesOf, marksOf, placeAt } from "./axis";
import { Detail, Text } from "./detail";
import { SearchField } from "./form";
import { moveFocus, Name } from "./rows";
import { download } from "./share";
import { clear, tellProblem, useConsole } from "./store";
import {
  clean,
  countText,
  looks,
  resultOf,
  type ShownTrace,
  shortName,
  tellingIn,
  titleOf,
  tracesOf,
} from "./trace";

/** The maximum number of traces in the list. The search finds the others. */
const maxShown = 200;

/** The outcomes that the list can be limited to. */
const filters: Readonly<Record<Outcome, string>> = {
  failed: "Failed",
  rejected: "Answered 4xx",
  fine: "Without a failure",
};

/** The history: first causes, and the tree of the selected one. */
export function Timeline() {
  const { facts, app, version } = useConsole();
  const [search, setSearch] = useState("");
  const [name, setName] = useState("");
  const [outcome, setOutcome] = useState("");
  const [showsSites, setShowsSites] = useState(false);
  const [pinned, setPinned] = useState<ReadonlySet<string>>(new Set());
  const [chosenId, choose] = useState(idInAddress);
  useEffect(() => {
    const changed = () => choose(idInAddress);
    addEventListener("hashchange", changed);
    return () => removeEventListener("hashchange", changed);
  }, []);
  // The map of facts stays the same, its version changes.
  const traces = useMemo(() => tracesOf(facts), [version]);
  const ofSites = useMemo(() => new Set(traces.filter(isFileOfSite)), [traces]);
  const matching = useMemo(
    () =>
      traces.filter(
        (trace) =>
          (showsSites || !ofSites.has(trace)) && isWanted(trace, search.toLowerCase(), name, outcome, app),
      ),
    [traces, search, name, outcome, showsSites, app],
  );
  const shown = [
    ...traces.filter(({ root }) => pinned.has(root.id)),
    ...matching.filter(({ root }) => !pinned.has(root.id)),
  ].slice(0, maxShown);
  const chosen = traces.find(({ nodes }) => nodes.some(({ fact }) => fact.id === chosenId));
  const newest = traces.find((each) => each.outcome === "failed");
  const newestFailure = newest && tellingIn(newest).id;
  // The first screen is the newest failure. It stays when another one comes.
  useEffect(() => {
    choose((chosen) => chosen ?? newestFailure);
  }, [newestFailure]);
  const pin = (id: string) => {
    const next = new Set(pinned);
    if (!next.delete(id)) next.add(id);
    setPinned(next);
  };
  return (
    <>
      <div class="bar">
        <SearchField value={search} change={setSearch} />
        <select
          aria-label="Route or function"
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        >
          <option value="">All routes and functions</option>
          {namesIn(traces, app).map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
        <select
          aria-label="Result"
          value={outcome}
          onChange={({ currentTarget }) => setOutcome(currentTarget.value)}
        >
          <option value="">All results</option>
          {Object.entries(filters).map(([each, text]) => (
            <option key={each} value={each}>
              {text}
            </option>
          ))}
        </select>
        <span class="quiet">
          {matching.length > maxShown ? `${maxShown} of ` : ""}
          {countText(matching.length, "trace")}
        </span>
        {ofSites.size > 0 && (
          <label>
            <input
              type="checkbox"
              checked={showsSites}
              onChange={({ currentTarget }) => setShowsSites(currentTarget.checked)}
            />
            with {countText(ofSites.size, "file")} of sites
          </label>
        )}
        <span class="grow" />
        <button type="button" onClick={() => clear().catch(tellProblem)}>
          Clear
        </button>
      </div>
      <div class={`columns ${chosen === undefined ? "" : "chosen"}`}>
        <section aria-label="Traces">
          {shown.length === 0 && (
            <p class="empty">{traces.length > 0 ? "Nothing matches." : emptyText(app)}</p>
          )}
          <ol class="rows" onKeyDown={moveFocus}>
            {shown.map((trace) => {
              const { root, outcome: worst, nodes, from, to } = trace;
              return (
                <li key={root.id}>
                  <button
                    type="button"
                    aria-pressed={chosen?.root.id === root.id}
                    onClick={() => choose(tellingIn(trace).id)}
                  >
                    <span class="time">{new Date(root.at).toLocaleTimeString()}</span>
                    <Name text={`${pinned.has(root.id) ? "★ " : ""}${titleOf(root, app)}`} />
                    <Result fact={root} />
                    {worst !== outcomeOf(root) && (
                      <span class={looks[worst].class} title="This began something that did not end well.">
                        {looks[worst].mark}later
                      </span>
                    )}
                    <span class="time">
                      {nodes.length} · {durationText(to - from)}
                    </span>
                  </button>
                </li>
              );
            })}
          </ol>
        </section>
        <section aria-label="Trace">
          {chosen === undefined ? (
            <FirstSteps app={app} isEmpty={traces.length === 0} />
          ) : (
            <Tree trace={chosen} chosenId={chosenId} choose={choose} app={app}>
              <button type="button" onClick={() => pin(chosen.root.id)}>
                {pinned.has(chosen.root.id) ? "Unpin" : "Pin"}
              </button>
              <button type="button" onClick={() => void download(chosen, app).catch(tellProblem)}>
                Share
              </button>
            </Tree>
          )}
        </section>
      </div>
    </>
  );
}

/** A request for a file of a site, such as a module of its bundler, that went well and caused nothing else. */
const isFileOfSite = ({ root, nodes, outcome }: ShownTrace): boolean =>
  isOfSite(root) && nodes.length === 1 && outcome === "fine";

/** The fact that a link names: `#timeline/<id>`. */
const idInAddress = (): string | undefined => location.hash.split("/")[1];

function emptyText(app: ConsoleApp | undefined): string {
  return clean(app?.stage?.empty ?? "Nothing yet. Call a route, and it shows here.");
}

/** The way to the first request, while nothing is chosen. */
function FirstSteps({ app, isEmpty }: { readonly app: ConsoleApp | undefined; readonly isEmpty: boolean }) {
  if (!isEmpty) return <p class="empty">Nothing has failed. Choose a line to see what it caused.</p>;
  if (app === undefined || app.stage !== undefined) return null;
  const all = app.apis.flatMap(({ kind, urls, routes, apiKey }) => {
    const url = urls.find((each) => each.startsWith("http"));
    return kind === "GRAPHQL" || url === undefined ? [] : routes.map((route) => ({ url, route, apiKey }));
  });
  // An open route without a variable needs only its address.
  const isSimple = ({ route: { method, path, authorizer }, apiKey }: (typeof all)[number]) =>
    method === "GET" && authorizer === "none" && !path.includes("{") && apiKey === undefined;
  const first = all.find(isSimple) ?? all[0];
  return (
    <div class="content">
      <h2>The first request</h2>
      {first !== undefined && <Text title="In a terminal" text={curlOf(first)} />}
      <p>
        <a href="#routes">Call a route</a> from this page, as any user, or{" "}
        <a href="#data">invoke a function</a> with a sample event.
      </p>
    </div>
  );
}

interface CalledRoute {
  readonly url: string;
  readonly route: ConsoleApp["apis"][number]["routes"][number];
}

const curlOf = ({ url, route: { method, path } }: CalledRoute): string =>
  `curl -X ${method === "ANY" ? "GET" : method} '${url.replace(/\/$/, "")}${path.replace("$default", "/")}'`;

interface TreeProps {
  readonly trace: ShownTrace;
  readonly chosenId: string | undefined;
  readonly choose: (id: string) => void;
  readonly app: ConsoleApp | undefined;
  readonly children: preact.ComponentChildren;
}

function Tree({ trace, chosenId, choose, app, children }: TreeProps) {
  const chosen = trace.nodes.find(({ fact }) => fact.id === chosenId)?.fact ?? trace.root;
  const axis = axisOf(trace.nodes.map(({ fact }) => fact));
  return (
    <div class="trace">
      <div>
        <Scale axis={axis} />
        <ol class="steps timed" onKeyDown={moveFocus}>
          {trace.nodes.map(({ fact, depth }) => (
            <li key={fact.id}>
              <button type="button" aria-pressed={fact.id === chosen.id} onClick={() => choose(fact.id)}>
                <span class="kind">{fact.kind}</span>
                <span class="indent" style={{ width: `${Math.min(depth, 12) * 0.5}rem` }} />
                <Name text={titleOf(fact, app)} />
                <Result fact={fact} />
                <span class="time">{fact.durationMs === undefined ? "" : durationText(fact.durationMs)}</span>
                <span class="fall" aria-hidden="true">
                  {foldedPausesOf(axis).map(({ left, width }) => (
                    <b key={left} style={{ left: `${left}%`, width: `${width}%` }} />
                  ))}
                  <i class={outcomeOf(fact)} style={barOf(fact, axis)} />
                </span>
              </button>
            </li>
          ))}
        </ol>
      </div>
      <Detail key={chosen.id} fact={chosen} app={app}>
        {children}
      </Detail>
    </div>
  );
}

/** The times that the bars below stand for. */
function Scale({ axis }: { readonly axis: Axis }) {
  return (
    <p class="scale">
      {marksOf(axis).map(({ left, text }) => (
        <span key={left} style={{ left: `${left}%` }}>
          {text}
        </span>
      ))}
      {foldedPausesOf(axis).map(({ left, width, text }) => (
        <em
          key={left}
          style={{ left: `${left}%`, width: `${width}%` }}
          title={`${text}, in which nothing happens`}
        >
          {text}
        </em>
      ))}
    </p>
  );
}

function barOf({ at, durationMs = 0 }: Fact, axis: Axis) {
  const left = Math.min(99.5, placeAt(axis, at));
  return { left: `${left}%`, width: `${Math.max(0, placeAt(axis, at + durationMs) - left)}%` };
}

function Result({ fact }: { readonly fact: Fact }) {
  const { class: colour, mark } = looks[outcomeOf(fact)];
  return (
    <span class={colour}>
      {mark}
      {resultOf(fact)}
    </span>
  );
}

function namesIn(traces: readonly ShownTrace[], app: ConsoleApp | undefined): readonly string[] {
  const names = new Set<string>();
  for (const { nodes } of traces)
    for (const { fact } of nodes) for (const each of namesOf(fact, app)) names.add(each);
  return [...names].sort();
}

function namesOf(fact: Fact, app: ConsoleApp | undefined): readonly string[] {
  if (fact.kind === "request") return fact.route === undefined ? [] : [fact.route];
  return fact.kind === "invocation" ? [shortName(fact.functionArn, app)] : [];
}

/** The text that the search looks in: the line of a fact, and everything about it. */
const textOf = (fact: Fact, app: ConsoleApp | undefined): string =>
  `${titleOf(fact, app)} ${JSON.stringify(fact)}`;

function isWanted(
  trace: ShownTrace,
  search: string,
  name: string,
  outcome: string,
  app: ConsoleApp | undefined,
): boolean {
  const { nodes } = trace;
  if (outcome !== "" && trace.outcome !== outcome) return false;
  if (name !== "" && !nodes.some(({ fact }) => namesOf(fact, app).includes(name))) return false;
  return search === "" || nodes.some(({ fact }) => textOf(fact, app).toLowerCase().includes(search));
}
