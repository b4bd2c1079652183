import { join } from "node:path";
import { isDenied } from "../aws/aws-errors";
import { fail } from "../errors";
import { LocalPrinter } from "../local/printer";
import { type CommandContext, type GlobalOptions, runInContext } from "../project/command-context";
import { openStage } from "../stage/stack-facts";
import { commandTimers } from "../ui/pause";
import { type FunctionLine, followLogs, LogReader, parseSince } from "./log-reader";
import { parseLogEvent } from "./parse-event";
import { type LogTarget, logTargets } from "./targets";

export interface LogsOptions extends GlobalOptions {
  readonly follow?: boolean;
  readonly since: string;
  readonly filter?: string;
}

/** Following ends with an interrupt. */
const onInterrupt = { first: "\nStopped.", second: "" } as const;

export function runLogs(target: string | undefined, options: LogsOptions): Promise<void> {
  const since = parseSince(options.since, Date.now());
  return runInContext(options, { command: "logs", account: true, onInterrupt }, async (context) => {
    const { aws } = await openStage(context, options);
    const { project } = context;
    const targets = logTargets(join(project.root, project.output), target);
    const reader = new LogReader({ credentials: aws.credentials }, commandTimers);
    await printLogs(context, reader, targets, since, options).catch(explain);
  });
}

async function printLogs(
  { terminal, interrupt, stage }: CommandContext,
  reader: LogReader,
  targets: readonly LogTarget[],
  since: number,
  { json = false, follow = false, filter }: LogsOptions,
): Promise<void> {
  const printer = new LocalPrinter(terminal, json);
  const print = (lines: readonly FunctionLine[]): void => {
    for (const line of lines) {
      const event = parseLogEvent(line.target.function, line);
      if (event !== undefined) printer.report(event);
    }
    printer.flush();
  };
  const query = { since, filter };
  if (follow) {
    return followLogs({ reader, targets, query, timers: commandTimers, signal: interrupt.first, print });
  }
  const lines = await reader.read(targets, query);
  if (reader.found.size === 0) fail("serverform logs", "stage-not-deployed", "--stage", { value: stage });
  print(lines);
  if (lines.length === 0) terminal.print("No lines in this time. For older ones: --since 1d.");
}

function explain(error: unknown): never {
  if (!isDenied(error)) throw error;
  return fail("serverform logs", "logs-refused", "credentials", { reason: error.message });
}
