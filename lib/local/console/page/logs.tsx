import { useMemo, useState } from "preact/hooks";
import type { FactOf } from "../../history/fact";
import { SearchField } from "./form";
import { type Level, levels, newestLines } from "./log-lines";
import { useConsole } from "./store";
import { clean, countText, shortName } from "./trace";

/** The maximum number of lines that are shown. The search finds the others. */
const maxShown = 500;
/** The maximum number of letters of a line. */
const maxLetters = 400;

const classes: Readonly<Record<Level, string>> = {
  error: "bad",
  warn: "warn",
  info: "quiet",
  debug: "quiet",
};

/** The lines of all functions as they come, the newest first. */
export function Logs() {
  const { facts, app, version } = useConsole();
  const [search, setSearch] = useState("");
  const [name, setName] = useState("");
  const [level, setLevel] = useState<Level>("debug");
  const { lines, isCut, omitted } = useMemo(() => {
    const isWanted = ({ functionArn }: FactOf<"invocation">): boolean =>
      name === "" || shortName(functionArn, app) === name;
    return newestLines(facts.values(), { text: search.toLowerCase(), isWanted, level }, maxShown);
  }, [version, search, name, level]);
  return (
    <>
      <div class="bar">
        <SearchField value={search} change={setSearch} />
        <select
          aria-label="Function"
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        >
          <option value="">All functions</option>
          {app?.functions.map(({ arn }) => (
            <option key={arn} value={shortName(arn, app)}>
              {clean(shortName(arn, app))}
            </option>
          ))}
        </select>
        <select
          aria-label="Level"
          value={level}
          onChange={({ currentTarget }) =>
            setLevel(levels.find((each) => each === currentTarget.value) ?? "debug")
          }
        >
          <option value="debug">All levels</option>
          <option value="info">Info and more important</option>
          <option value="warn">Warnings and errors</option>
          <option value="error">Errors</option>
        </select>
        <span class="quiet">
          {isCut ? `the newest ${maxShown} lines` : countText(lines.length, "line")}
          {omitted > 0 && `, ${omitted} were not kept`}
        </span>
      </div>
      {lines.length === 0 && <p class="empty">No lines. They show here as functions write them.</p>}
      <ol class="log" aria-label="Lines">
        {lines.map(({ at, level: each, text, fact }, index) => (
          <li key={`${fact.id} ${at} ${lines.length - index}`}>
            <a class="time" href={`#timeline/${fact.id}`} title="Its trace in the timeline">
              {new Date(at).toLocaleTimeString()}
            </a>
            <span class={classes[each]}>{each}</span>
            <span class="quiet log-function" title={clean(shortName(fact.functionArn, app))}>
              {clean(shortName(fact.functionArn, app))}
            </span>
            <span class="log-text">
              {clean(text.slice(0, maxLetters))}
              {text.length > maxLetters && (
                <span class="quiet"> … and {text.length - maxLetters} more letters, which the trace has</span>
              )}
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}
