import { createHash } from "node:crypto";
import { isRecord } from "../../../facts/text/record";
import { parseObject } from "../../project/json";

/**
 * A segment or a subsegment of a trace: the members that the console reads.
 *
 * Source: https://docs.aws.amazon.com/xray/latest/devguide/xray-api-segmentdocuments.html
 */
export interface Segment {
  readonly id: string;
  readonly name: string;
  /** Seconds since 1970. */
  readonly start_time: number;
  readonly end_time?: number;
  readonly parent_id?: string;
  /** `AWS::Lambda::Function`; only of segments. */
  readonly origin?: string;
  /** `aws` or `remote`; only of subsegments. */
  readonly namespace?: string;
  /** Whether X-Ray has created it from a subsegment of the caller. */
  readonly inferred?: boolean;
  readonly error?: boolean;
  readonly fault?: boolean;
  readonly http?: {
    readonly request?: { readonly method?: string; readonly url?: string };
    readonly response?: { readonly status?: number };
  };
  readonly aws?: Readonly<Record<string, unknown>>;
  readonly cause?: string | { readonly exceptions?: readonly SegmentException[] };
  readonly subsegments?: readonly Segment[];
  /** Linked segments of other traces: those of the messages of a batch. */
  readonly links?: readonly { readonly id?: string; readonly trace_id?: string }[];
}

interface SegmentException {
  readonly message?: string;
  readonly type?: string;
  readonly stack?: readonly { readonly path?: string; readonly line?: number; readonly label?: string }[];
}

/** The segment in a document; undefined if it lacks a required member. */
export function parseSegment(document: string): Segment | undefined {
  const value = parseObject(document.trim());
  return isSegment(value) ? value : undefined;
}

function isSegment(value: unknown): value is Segment {
  if (!isRecord(value)) return false;
  const { id, name, start_time: start, subsegments = [] } = value;
  return (
    typeof id === "string" &&
    typeof name === "string" &&
    typeof start === "number" &&
    Array.isArray(subsegments) &&
    subsegments.every(isSegment)
  );
}

/** The id of the fact about a request, from AWS's request id, so that it is equal in all sources. */
export function factIdOf(requestId: string): string {
  return createHash("sha256").update(requestId).digest("hex").slice(0, 16);
}
