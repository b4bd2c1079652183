import type { Fact, FactOf } from "../../history/fact";

/** The levels of lines, the most important first. */
export const levels = ["error", "warn", "info", "debug"] as const;
export type Level = (typeof levels)[number];

/** A line of a function, with the lines that continue it. */
export interface LogLine {
  readonly at: number;
  readonly level: Level;
  readonly text: string;
  readonly fact: FactOf<"invocation">;
}

/** The search for lines. */
export interface LogSearch {
  /** In lower case. */
  readonly text: string;
  /** Whether the lines of an invocation are searched. */
  readonly isWanted: (fact: FactOf<"invocation">) => boolean;
  /** The least important level. */
  readonly level: Level;
}

const names: Readonly<Record<string, Level>> = {
  fatal: "error",
  critical: "error",
  error: "error",
  warning: "warn",
  warn: "warn",
  info: "info",
  debug: "debug",
  trace: "debug",
};

/** The level that a line names, as JSON or as a word at its beginning. Nameless lines of stderr are warnings. */
export function levelOf(line: string, stream: "stdout" | "stderr"): Level {
  const begin = line.slice(0, 300);
  const inJson = /^\s*\{/.test(begin) ? /"(?:level|severity|levelname)"\s*:\s*"?(\w+)/i.exec(begin) : null;
  const word =
    inJson?.[1] ?? /\b(FATAL|CRITICAL|ERROR|WARN(?:ING)?|INFO|DEBUG|TRACE)\b/.exec(begin)?.[1] ?? "";
  const named = names[word.toLowerCase()];
  if (named !== undefined) return named;
  // pino writes numbers.
  const number = Number(word);
  if (word !== "" && Number.isInteger(number))
    return number >= 50 ? "error" : number >= 40 ? "warn" : number >= 30 ? "info" : "debug";
  return stream === "stderr" ? "warn" : "info";
}

/** The newest lines of all functions that a search finds, the newest first, and whether older ones are left out. */
export function newestLines(facts: Iterable<Fact>, { text, isWanted, level }: LogSearch, most: number) {
  const least = levels.indexOf(level);
  const invocations = [...facts].filter(
    (fact): fact is FactOf<"invocation"> => fact.kind === "invocation" && isWanted(fact),
  );
  const found: LogLine[] = [];
  let omitted = 0;
  // The newest lines may be those of an invocation that began earlier.
  for (const fact of invocations.reverse()) {
    if (found.length > 4 * most) break;
    omitted += fact.omittedLogs ?? 0;
    for (const line of linesOf(fact)) {
      if (levels.indexOf(line.level) > least) continue;
      if (text === "" || line.text.toLowerCase().includes(text)) found.push(line);
    }
  }
  found.sort((left, right) => right.at - left.at);
  return { lines: found.slice(0, most), isCut: found.length > most, omitted };
}

/** A line of a stack, an object or a list belongs to the line above it. */
const isContinued = /^[\s\]})]/;

function linesOf(fact: FactOf<"invocation">): readonly LogLine[] {
  const { at, durationMs = 0, error, logs } = fact;
  const written: LogLine[] = [];
  logs.forEach(({ at: time, line, stream }, index) => {
    const before = written.at(-1);
    if (before !== undefined && isContinued.test(line) && logs[index - 1]?.stream === stream)
      written[written.length - 1] = { ...before, text: `${before.text}\n${line}` };
    else written.push({ at: time, level: levelOf(line, stream), text: line, fact });
  });
  if (error === undefined) return written;
  return [...written, { at: at + durationMs, level: "error", text: `${error.type}: ${error.message}`, fact }];
}
