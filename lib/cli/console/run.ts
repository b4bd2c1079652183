import { join } from "node:path";
import {
  ConsoleServer,
  FactStream,
  History,
  type LocalEvent,
  type ShownStage,
  type Timers,
} from "../../local";
import { type AccessFacts, readFacts } from "../../model";
import type { AwsOptions } from "../../runtime/aws";
import { isDenied } from "../aws/aws-errors";
import { fail } from "../errors";
import { openConsoleByKey } from "../local/keys";
import { parsePort } from "../local/options";
import { followLogs, LogReader, parseSince } from "../logs/log-reader";
import { type CommandContext, type GlobalOptions, runInContext } from "../project/command-context";
import { openStage } from "../stage/stack-facts";
import { commandTimers, pause } from "../ui/pause";
import { deployedSources, logSources } from "./log-sources";
import { stageActions } from "./stage-actions";
import { type SourceLine, StageHistory } from "./stage-history";
import type { Segment } from "./x-ray/segment";
import { TraceReader } from "./x-ray/trace-reader";

export interface ConsoleCommandOptions extends GlobalOptions {
  readonly port: string;
  readonly since: string;
}

/** The line of `console --json`, printed when the page is served. */
export interface ConsoleOutput {
  /** The address of the page, with its secret. */
  readonly console: string;
  readonly stage: string;
  readonly region: string;
  /** The actions of IAM that the command uses. */
  readonly rights: readonly string[];
  /** Facts that the page does not have, a sentence each. */
  readonly limits: readonly string[];
}

/** The command ends with an interrupt. */
const onInterrupt = { first: "\nStopped.", second: "" } as const;

/** Serves the console of a deployed stage. */
export function runConsole(options: ConsoleCommandOptions): Promise<void> {
  const since = parseSince(options.since, Date.now(), "serverform console");
  const port = parsePort(options.port, "--port", "serverform console");
  return runInContext(options, { command: "console", account: true, onInterrupt }, async (context) => {
    const { aws } = await openStage(context, options);
    const facts = readFacts(join(context.project.root, context.project.output));
    const { json = false } = options;
    const folder = join(context.project.root, ".serverform", "console");
    await serveStage({ facts, since, port, json, folder, context, aws });
  });
}

export interface ServedStage {
  readonly facts: AccessFacts;
  /** Milliseconds since 1970. */
  readonly since: number;
  readonly port: number;
  /** Whether to print the address as JSON, too. */
  readonly json?: boolean;
  /** The folder of the page that opens the console. */
  readonly folder: string;
  readonly context: Pick<CommandContext, "terminal" | "interrupt" | "stage">;
  readonly aws: AwsOptions;
}

export async function serveStage(served: ServedStage): Promise<void> {
  const { facts, port, folder, context, aws } = served;
  const { terminal, interrupt, stage } = context;
  const failed = new AbortController();
  const signal = AbortSignal.any([interrupt.first, failed.signal]);
  const history = new History();
  const collected = new StageHistory(history);
  const problems = new Map<TraceProblem, string>();
  const shown = (): ShownStage => ({
    name: stage,
    region: aws.region,
    summary: "from its logs and traces. The page changes nothing.",
    empty: "Nothing in this time. Log lines arrive a few seconds late; --since shows older ones.",
    limits,
    problems: [...problems.values(), ...collected.problems],
  });
  const server = await ConsoleServer.start({
    port,
    actions: stageActions(() => facts, history, shown),
    stream: new FactStream(history),
    report: (event: LocalEvent) => {
      if (event.event === "warning") terminal.warn(event.text);
    },
  });
  const leaveKeys = terminal.interactive ? openConsoleByKey(terminal, server, folder) : () => {};
  const rights = [...logRights, ...traceRights];
  const output: ConsoleOutput = { console: server.url, stage, region: aws.region, rights, limits };
  if (served.json === true) terminal.data(JSON.stringify(output));
  terminal.print(`Reads ${rights.join(", ")} in ${aws.region}, and changes nothing.`);
  terminal.print(`Console  ${terminal.colors.cyan(server.url)}`);
  try {
    await Promise.all([
      followStageLogs(served, collected, signal),
      followStageTraces(served, collected, signal, (kind, problem) => {
        // The page shows the newest number, the terminal only the first one.
        if (problem !== undefined && !problems.has(kind)) terminal.warn(problem);
        if (problem === undefined) problems.delete(kind);
        else problems.set(kind, problem);
      }),
    ]);
  } finally {
    leaveKeys();
    failed.abort();
    await server.close();
  }
}

/** Facts that are not in logs and traces. */
const limits = [
  "Events, answers, headers and bodies: AWS does not log them.",
  "Why a permission was granted or denied: only CloudTrail has denials, without the statement. The rights of functions are those of the app.",
  "Hops over queues, topics, buses and streams, except those that X-Ray traces. Traces are samples: by default the first request of each second, and 5 % of the others.",
  "Calls of services, unless functions report them to X-Ray with its SDK, with Powertools or with OpenTelemetry.",
  "Requests to an API whose access log is off, and lines without the id of a request, such as those of a start.",
  "The last seconds: lines arrive some seconds later, traces up to a minute.",
] as const;

async function followStageLogs(
  { facts, since, context: { stage }, aws }: ServedStage,
  collected: StageHistory,
  signal: AbortSignal,
): Promise<void> {
  const reader = new LogReader(aws, commandTimers);
  const print = (lines: readonly SourceLine[]): void => {
    if (reader.found.size === 0)
      fail("serverform console", "stage-not-deployed", "--stage", { value: stage });
    collected.takeLines(lines);
  };
  try {
    await followLogs({
      reader,
      targets: await deployedSources(logSources(facts.model), reader),
      query: { since },
      timers: commandTimers,
      signal,
      print,
    });
  } catch (error) {
    if (!isDenied(error)) throw error;
    fail("serverform console", "logs-refused", "credentials", {
      reason: error.message,
      rights: logRights.join(" and "),
    });
  }
}

/** The reason for missing traces: missing permissions, or too many traces. */
type TraceProblem = "denied" | "omitted";

/** Without permissions for X-Ray, the page shows only facts from logs. */
async function followStageTraces(
  { facts: { model }, since, aws }: ServedStage,
  collected: StageHistory,
  signal: AbortSignal,
  tell: (kind: TraceProblem, problem: string | undefined) => void,
): Promise<void> {
  const sources = logSources(model);
  const names = new Set(sources.map((each) => each.function));
  const regions = new Set(sources.map(({ region }) => region));
  const follow = (region: string): Promise<void> =>
    followTraces({
      reader: new TraceReader({ ...aws, region }),
      since,
      isOfApp: (service) => names.has(service) || names.has(service.split("/")[0] ?? ""),
      timers: commandTimers,
      signal,
      take: (segments) => collected.takeTrace(segments),
      omitted: (left) => tell("omitted", omittedText(left)),
    });
  try {
    await Promise.all([...regions].map(follow));
  } catch (error) {
    if (!isDenied(error)) throw error;
    tell(
      "denied",
      `There are no traces, because your credentials may not read them (${traceRights.join(", ")}): ${error.message}`,
    );
  }
}

/** Undefined if all traces are included. */
function omittedText({ count, isAtLeast }: OmittedTraces): string | undefined {
  const where = `the page reads at most ${maxTraces} of them every ${intervalMs / 1000} seconds.`;
  if (isAtLeast) return `At least ${Math.max(1, count)} traces are left out: ${where}`;
  if (count === 0) return undefined;
  const traces = count === 1 ? "trace is" : "traces are";
  return `${count} ${traces} left out: ${where}`;
}

/** The required actions of `serverform console`. All of them are read-only. */
const logRights = ["logs:DescribeLogGroups", "logs:FilterLogEvents"] as const;
const traceRights = ["xray:GetTraceSummaries", "xray:BatchGetTraces"] as const;

/** The interval between two reads. */
const intervalMs = 15_000;
/** Segments may arrive this much later than they begin. */
const lateMs = 60_000;
/** The maximum number of traces in one request. AWS charges for each trace that is read. */
const maxTraces = 100;

interface FollowedTraces {
  readonly reader: Pick<TraceReader, "summaries" | "traces">;
  /** Milliseconds since 1970. */
  readonly since: number;
  readonly isOfApp: (service: string) => boolean;
  readonly timers: Timers;
  /** Stops the reader. */
  readonly signal: AbortSignal;
  readonly take: (segments: readonly Segment[]) => void;
  /** Receives the number of omitted traces whenever it changes. */
  readonly omitted: (left: OmittedTraces) => void;
}

/** Traces beyond the limit of one read. */
export interface OmittedTraces {
  readonly count: number;
  /** Whether X-Ray has listed only some of the traces, so that there may be more. */
  readonly isAtLeast: boolean;
}

/**
 * Reads the traces of an app until it is stopped. A trace is read again while its segments may still arrive.
 *
 * X-Ray has no filter for an app: all traces of the region are listed, and only those of the app are read.
 */
export async function followTraces(followed: FollowedTraces): Promise<void> {
  const { reader, isOfApp, timers, signal, take, omitted } = followed;
  let { since } = followed;
  let known: OmittedTraces = { count: 0, isAtLeast: false };
  let lastLeft: ReadonlySet<string> = new Set();
  while (!signal.aborted) {
    const now = timers.now();
    const { all, isCut } = await reader.summaries(since, now);
    const own = all.filter(({ services }) => services.some(isOfApp)).map(({ id }) => id);
    const read = own.slice(0, maxTraces);
    const left = new Set(own.slice(maxTraces));
    // A read lists the last traces of the previous read again.
    const added = [...left].filter((id) => !lastLeft.has(id)).length;
    const count = known.count + added - read.filter((id) => lastLeft.has(id)).length;
    const isAtLeast = known.isAtLeast || isCut;
    if (count !== known.count || isAtLeast !== known.isAtLeast) omitted({ count, isAtLeast });
    known = { count, isAtLeast };
    lastLeft = left;
    for (const segments of await reader.traces(read)) take(segments);
    since = Math.max(since, now - lateMs);
    await pause(timers, intervalMs, signal);
  }
}
