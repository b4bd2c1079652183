import { matchesPattern } from "../../../facts/event-pattern";
import { jsonOf } from "../../../facts/text/json";
import {
  block,
  blocks,
  flag,
  type Model,
  number,
  type Resource,
  requireText,
  text,
  texts,
  type Values,
} from "../../../model";
import { maxPayloadBytes } from "../../invoke";
import type { LocalSession } from "../../wire/local-credentials";

/** An event source mapping: which queue or stream feeds which function, and how. */
export interface EventSourceMapping {
  /** Address of the mapping. */
  readonly address: string;
  readonly sourceArn: string;
  readonly functionArn: string;
  readonly batchSize: number;
  readonly windowSeconds: number;
  /** A record must match one of these patterns; undefined: every record is wanted. */
  readonly filters: readonly unknown[] | undefined;
  /** Whether the function reports which records of a batch failed. */
  readonly partialResponses: boolean;
  /** For streams; -1 means no limit. */
  readonly maxAgeSeconds: number;
  readonly maxRetries: number;
  readonly bisect: boolean;
  readonly onFailureArn: string | undefined;
  /** Batches of a queue at the same time. */
  readonly maxConcurrency: number;
  /** Batches of each shard of a stream at the same time. */
  readonly parallelization: number;
  /** The consumer of a stream begins with the first record that arrives at this time or later. */
  readonly startMs: number;
  /** The session whose permissions decide about `onFailureArn`. @default - those of the function */
  readonly session?: LocalSession | undefined;
  /** ARN of the pipe that reads the source. @default - a function reads it */
  readonly pipeArn?: string | undefined;
}

/** Source: https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html */
export const startingConcurrency = 5;

/** The enabled event source mappings of a model. Defaults are those of Lambda. */
export function eventSourceMappings(model: Model): readonly EventSourceMapping[] {
  return model
    .ofType("aws_lambda_event_source_mapping")
    .filter(
      ({ values }) => (flag(values, "enabled") ?? true) && text(values, "event_source_arn") !== undefined,
    )
    .map(mappingOf);
}

function mappingOf({ address, values }: Resource): EventSourceMapping {
  const failure = block(block(values, "destination_config") ?? {}, "on_failure");
  return {
    ...readingOf(requireText(values, "event_source_arn"), values, values),
    address,
    functionArn: requireText(values, "function_name"),
    partialResponses: texts(values, "function_response_types").includes("ReportBatchItemFailures"),
    bisect: flag(values, "bisect_batch_on_function_error") ?? false,
    onFailureArn: failure && text(failure, "destination_arn"),
    maxConcurrency:
      number(block(values, "scaling_config") ?? {}, "maximum_concurrency") ?? startingConcurrency,
  };
}

/**
 * The way in which a function or a pipe reads a source.
 *
 * @param filtered - has the filters
 */
export function readingOf(sourceArn: string, values: Values, filtered: Values) {
  const filters = blocks(block(filtered, "filter_criteria") ?? {}, "filter").map((filter) =>
    // A pattern that is not JSON matches nothing.
    jsonOf(text(filter, "pattern") ?? "{}"),
  );
  return {
    sourceArn,
    batchSize: number(values, "batch_size") ?? (sourceArn.includes(":sqs:") ? 10 : 100),
    windowSeconds: number(values, "maximum_batching_window_in_seconds") ?? 0,
    filters: filters.length === 0 ? undefined : filters,
    maxAgeSeconds: number(values, "maximum_record_age_in_seconds") ?? -1,
    maxRetries: number(values, "maximum_retry_attempts") ?? -1,
    parallelization: number(values, "parallelization_factor") ?? 1,
    startMs: startOf(values),
  };
}

/** Source: https://docs.aws.amazon.com/lambda/latest/api/API_CreateEventSourceMapping.html */
function startOf(values: Values): number {
  const position = text(values, "starting_position");
  if (position === "AT_TIMESTAMP") return Date.parse(text(values, "starting_position_timestamp") ?? "");
  return position === "TRIM_HORIZON" ? 0 : Number.POSITIVE_INFINITY;
}

/** Bytes around the records of an event: `{"Records":[]}`. */
const envelopeBytes = 14;

/**
 * The parts of a batch of which each fits into one event.
 *
 * Source: https://docs.aws.amazon.com/lambda/latest/dg/invocation-eventsourcemapping.html#invocation-eventsourcemapping-batching
 */
export function partsOf<Item>(
  batch: readonly Item[],
  recordOf: (item: Item) => object,
): readonly (readonly Item[])[] {
  const parts: Item[][] = [];
  let bytes = 0;
  for (const item of batch) {
    const size = Buffer.byteLength(JSON.stringify(recordOf(item))) + 1;
    const part = parts.at(-1);
    bytes += size;
    if (part !== undefined && bytes <= maxPayloadBytes) part.push(item);
    else {
      parts.push([item]);
      bytes = envelopeBytes + size;
    }
  }
  return parts;
}

/** Whether a record passes the filters. */
export function passesFilters({ filters }: EventSourceMapping, record: unknown): boolean {
  return filters === undefined || filters.some((pattern) => matchesPattern(pattern, record));
}

/**
 * Ids of the records that a function reports as failed. Like Lambda, a report in an invalid form fails the whole batch, and
 * no report means success.
 *
 * Source: https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html
 */
export function failedItems(payload: string): readonly string[] | "all" {
  const { batchItemFailures: failures } = Object(jsonOf(payload)) as { readonly batchItemFailures?: unknown };
  if (failures === undefined || failures === null) return [];
  if (!Array.isArray(failures)) return "all";
  const ids = failures.map((each) => (each as { itemIdentifier?: unknown } | null)?.itemIdentifier);
  return ids.every((id): id is string => typeof id === "string" && id !== "") ? ids : "all";
}
