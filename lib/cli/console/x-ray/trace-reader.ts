import type { AwsOptions } from "../../../runtime/aws";
import { allPages, callRest } from "../../aws/call-json";
import { parseSegment, type Segment } from "./segment";

export interface TraceSummary {
  readonly id: string;
  /** The names of the services in the trace: functions, and stages of APIs as `name/stage`. */
  readonly services: readonly string[];
}

/** X-Ray accepts the ids of 5 traces per request: https://docs.aws.amazon.com/xray/latest/api/API_BatchGetTraces.html */
const tracesAtATime = 5;
/** A busy region has more traces than a person can read. */
const maxPages = 10;

type Answer = Readonly<Record<string, unknown>>;

export class TraceReader {
  constructor(private readonly aws: AwsOptions) {}

  /**
   * The traces that began between two times, in milliseconds since 1970.
   *
   * Source: https://docs.aws.amazon.com/xray/latest/api/API_GetTraceSummaries.html
   */
  async summaries(
    from: number,
    to: number,
  ): Promise<{ readonly all: readonly TraceSummary[]; readonly isCut: boolean }> {
    const all: TraceSummary[] = [];
    let token: unknown;
    for (let page = 0; page < maxPages; page++) {
      const answer = await this.call("/TraceSummaries", {
        StartTime: from / 1000,
        EndTime: to / 1000,
        ...(token !== undefined && { NextToken: token }),
      });
      all.push(...listOf(answer.TraceSummaries).map(summaryOf));
      token = answer.NextToken ?? undefined;
      if (token === undefined) return { all, isCut: false };
    }
    return { all, isCut: true };
  }

  async traces(ids: readonly string[]): Promise<readonly (readonly Segment[])[]> {
    const found: (readonly Segment[])[] = [];
    for (let index = 0; index < ids.length; index += tracesAtATime) {
      const TraceIds = ids.slice(index, index + tracesAtATime);
      const traces = await allPages("Traces", "NextToken", (page) =>
        this.call("/Traces", { TraceIds, ...page }),
      );
      found.push(...traces.map(segmentsOf));
    }
    return found;
  }

  private async call(path: string, input: object): Promise<Answer> {
    const { body } = await callRest("xray", path, { input }, this.aws);
    return JSON.parse(body.toString("utf8")) as Answer;
  }
}

const listOf = (value: unknown): readonly Answer[] => (Array.isArray(value) ? value : []);

function summaryOf({ Id, ServiceIds }: Answer): TraceSummary {
  const services = listOf(ServiceIds).flatMap(({ Name, Names }) => [
    ...(typeof Name === "string" ? [Name] : []),
    ...(Array.isArray(Names) ? Names.map(String) : []),
  ]);
  return { id: String(Id), services };
}

function segmentsOf({ Segments }: Answer): readonly Segment[] {
  return listOf(Segments).flatMap(({ Document }) => parseSegment(String(Document)) ?? []);
}
