import type { Timers } from "../../local";
import { AwsError, type AwsOptions } from "../../runtime/aws";
import { allPages, callJson } from "../aws/call-json";
import { fail } from "../errors";
import { pause } from "../ui/pause";
import type { LoggedLine } from "./parse-event";
import type { LogTarget } from "./targets";

export interface LogQuery {
  /** Milliseconds since 1970. */
  readonly since: number;
  /** A filter pattern of CloudWatch Logs. @default - everything */
  readonly filter?: string | undefined;
}

export interface FunctionLine<Target extends LogTarget = LogTarget> extends LoggedLine {
  readonly target: Target;
}

/** CloudWatch Logs allows 5 such requests per second in its smallest regions. */
const requestsAtATime = 4;
const throttledMs = 1000;
const maxAttempts = 6;

/** Reads lines of log groups. Missing groups have no lines. */
export class LogReader {
  /** Existing log groups. */
  readonly found = new Set<string>();

  constructor(
    private readonly aws: Omit<AwsOptions, "region">,
    private readonly timers: Timers,
  ) {}

  /** The lines of all targets, in the order of their times. */
  async read<Target extends LogTarget>(
    targets: readonly Target[],
    query: LogQuery,
  ): Promise<readonly FunctionLine<Target>[]> {
    const lines: FunctionLine<Target>[] = [];
    const waiting = [...targets];
    const work = Array.from({ length: requestsAtATime }, async () => {
      for (let target = waiting.shift(); target !== undefined; target = waiting.shift())
        for (const line of await this.readGroup(target, query)) lines.push({ ...line, target });
    });
    await Promise.all(work);
    return lines.sort((one, other) => one.timestamp - other.timestamp);
  }

  /**
   * The names of the log groups that begin with a prefix.
   *
   * Source: https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_DescribeLogGroups.html
   */
  async groupNames(prefix: string, region: string): Promise<readonly string[]> {
    const groups = await allPages("logGroups", "nextToken", (page) =>
      this.call("DescribeLogGroups", region, { logGroupNamePrefix: prefix, ...page }),
    );
    return groups.map(({ logGroupName }) => String(logGroupName));
  }

  private async readGroup(
    { logGroup, region }: LogTarget,
    { since, filter }: LogQuery,
  ): Promise<readonly LoggedLine[]> {
    const input = { logGroupName: logGroup, startTime: since, filterPattern: filter };
    const lines: readonly unknown[] = await allPages("events", "nextToken", async (page) => {
      const found = await this.call("FilterLogEvents", region, { ...input, ...page });
      if (found !== undefined) this.found.add(logGroup);
      return found;
    });
    return lines as readonly LoggedLine[];
  }

  /**
   * Undefined if the log group does not exist.
   *
   * Source: https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_FilterLogEvents.html
   */
  private async call(
    operation: string,
    region: string,
    input: object,
  ): Promise<Readonly<Record<string, unknown>> | undefined> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await callJson("logs", operation, input, { ...this.aws, region });
      } catch (error) {
        if (!(error instanceof AwsError)) throw error;
        if (error.code === "ResourceNotFoundException") return undefined;
        if (!isThrottled(error) || attempt === maxAttempts) throw error;
        await pause(this.timers, throttledMs * attempt);
      }
    }
  }
}

const isThrottled = ({ code, status }: AwsError): boolean =>
  code === "ThrottlingException" || code === "ServiceUnavailableException" || status === 503;

const milliseconds = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** The time of `--since`: `30s`, `10m`, `2 hours`, `1 day`, or a time as ISO 8601. */
export function parseSince(value: string, now: number, where = "serverform logs"): number {
  const [, count, unit] = /^(\d+) ?(s|m|h|d|seconds?|minutes?|hours?|days?)$/i.exec(value.trim()) ?? [];
  if (count !== undefined && unit !== undefined)
    return now - Number(count) * milliseconds[unit[0]?.toLowerCase() as keyof typeof milliseconds];
  const time = /^\d{4}-\d\d-\d\d/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? fail(where, "logs-since-invalid", "--since", { value }) : time;
}

const intervalMs = 2000;
/** Lines may arrive in CloudWatch Logs this much later than they are written. */
const lateMs = 30_000;

interface Following<Target extends LogTarget> {
  readonly reader: Pick<LogReader, "read">;
  readonly targets: readonly Target[];
  readonly query: LogQuery;
  readonly timers: Timers;
  /** Stops the reader. */
  readonly signal: AbortSignal;
  readonly print: (lines: readonly FunctionLine<Target>[]) => void;
}

/**
 * Prints new lines until it is stopped, each once.
 *
 * Polls instead of using a live tail, which AWS charges by the minute and limits to 10 log groups.
 */
export async function followLogs<Target extends LogTarget>({
  reader,
  targets,
  query,
  timers,
  signal,
  print,
}: Following<Target>): Promise<void> {
  let since = query.since;
  let seen = new Map<string, number>();
  while (!signal.aborted) {
    const lines = await reader.read(targets, { ...query, since });
    print(lines.filter(({ eventId }) => !seen.has(eventId)));
    const latest = lines.at(-1)?.timestamp ?? since;
    since = Math.max(since, latest - lateMs);
    seen = new Map(
      [...seen, ...lines.map(({ eventId, timestamp }) => [eventId, timestamp] as const)].filter(
        ([, timestamp]) => timestamp >= since,
      ),
    );
    await pause(timers, intervalMs, signal);
  }
}
