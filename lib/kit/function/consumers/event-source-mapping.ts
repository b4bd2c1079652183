import {
  LambdaEventSourceMapping,
  type LambdaEventSourceMappingConfig,
} from "@cdktf/provider-aws/lib/lambda-event-source-mapping";
import type { Construct } from "constructs";
import { isPlainObject, propKeys } from "../../core/checks/check";
import { refuseValue } from "../../core/errors";
import { isFifoTarget } from "../../core/names/fifo";
import { checkOverride, overlay } from "../../core/terraform/override";
import { escapeTemplate } from "../../core/tokens/escape";
import { parseDuration } from "../../core/units";
import { type PermissionEntry, resolvePermissions, type Statement } from "../../iam/permissions";
import { functionKeys } from "../check";
import { type DestinationTarget, parseDestination } from "../invocation/destination";
import { parseEventDestination } from "../references/event-destination";
import { checkMapping } from "./check";
import { fail } from "./errors";
import { checkFilters } from "./filters";
import type { QueueConsumerProps, StreamConsumerProps } from "./props";

interface EventSourceKind {
  readonly sources: string;
  /** Options of a consumer, in addition to `function` and `cdk`. */
  readonly options: readonly string[];
  /** Options and provider keys of the other kind, each with what to use instead. */
  readonly elsewhere: Readonly<Record<string, string>>;
  readonly batchSize: number;
}

/** The kinds of sources that deliver batches to functions. */
type EventSourceKindName = "queue" | "stream";

const noLimit =
  "Leave it out: a queue keeps failed messages until deadLetter or the retention time of cdk.queue removes them.";
const noStream = "Leave it out: a queue has no shards and no positions.";

/** Source: https://docs.aws.amazon.com/lambda/latest/api/API_CreateEventSourceMapping.html */
const eventSourceKinds = {
  queue: {
    sources: "queues",
    options: propKeys<Omit<QueueConsumerProps, "function" | "cdk">>()({
      filters: "list",
      partialBatchResponses: "boolean",
      maxBatchingWindow: true,
      maxConcurrency: true,
    }),
    elsewhere: {
      maxAge: noLimit,
      retryAttempts: "Use the queue's deadLetter: { queue, maxReceiveCount }.",
      bisectOnError: "Use partialBatchResponses: only the failed messages are retried.",
      onFailure: "Use the queue's deadLetter: { queue }.",
      parallelization: "Use maxConcurrency.",
      bisectBatchOnFunctionError: "Use partialBatchResponses: only the failed messages are retried.",
      maximumRecordAgeInSeconds: noLimit,
      maximumRetryAttempts: "Use the queue's deadLetter: { queue, maxReceiveCount }.",
      parallelizationFactor: "Use maxConcurrency.",
      startingPosition: noStream,
      startingPositionTimestamp: noStream,
      tumblingWindowInSeconds: noStream,
    },
    batchSize: 10,
  },
  stream: {
    sources: "streams and tables",
    options: propKeys<Omit<StreamConsumerProps, "function" | "cdk">>()({
      filters: "list",
      partialBatchResponses: "boolean",
      maxBatchingWindow: true,
      maxAge: true,
      retryAttempts: true,
      bisectOnError: "boolean",
      onFailure: true,
      parallelization: true,
    }),
    elsewhere: {
      maxConcurrency: "Use parallelization, the number of batches of one shard that are processed at once.",
      scalingConfig: "Use parallelization, the number of batches of one shard that are processed at once.",
      provisionedPollerConfig: "Leave it out: each shard has its own poller.",
    },
    batchSize: 100,
  },
} satisfies Record<EventSourceKindName, EventSourceKind>;

/** A source that delivers batches to functions. */
export interface EventSource {
  /** The queue, stream or table. */
  readonly owner: Construct;
  readonly kind: EventSourceKindName;
  /** The fields of its records, for filters. */
  readonly fields: readonly string[];
  /** A FIFO queue delivers immediately, and in small batches. */
  readonly isFifo: boolean;
  /** The allowed starting positions of a stream. @default - a queue has no positions */
  readonly startingPositions?: readonly string[] | undefined;
  /** Read when a consumer is created: before that, its source may not exist either. */
  readonly arn: () => string;
  /** The permission that the function's role needs, as an entry of `permissions`. */
  readonly access: PermissionEntry;
}

export interface MappingPlan {
  readonly config: Omit<LambdaEventSourceMappingConfig, "eventSourceArn" | "functionName">;
  /** Permissions of the function's role besides the access to the source. */
  readonly statements: readonly Statement[];
}

/** The provider key of each option. Only one of the two may be set. */
const providerKeyOf = {
  filters: "filterCriteria",
  partialBatchResponses: "functionResponseTypes",
  maxBatchingWindow: "maximumBatchingWindowInSeconds",
  maxConcurrency: "scalingConfig",
  maxAge: "maximumRecordAgeInSeconds",
  retryAttempts: "maximumRetryAttempts",
  bisectOnError: "bisectBatchOnFunctionError",
  parallelization: "parallelizationFactor",
} as const satisfies Partial<Record<keyof AnyConsumerProps, keyof LambdaEventSourceMappingConfig>>;

const ofSource = "It is the ARN of the construct that the consumer belongs to.";
const ofOthers = "Leave it out: it is for other kinds of sources.";
const rejected = {
  eventSourceArn: ofSource,
  functionName: "Use function, or cdk.function for an existing one.",
  destinationConfig: "Use the option onFailure, which also gives the function's role the permission to send.",
  amazonManagedKafkaEventSourceConfig: ofOthers,
  documentDbEventSourceConfig: ofOthers,
  queues: ofOthers,
  selfManagedEventSource: ofOthers,
  selfManagedKafkaEventSourceConfig: ofOthers,
  sourceAccessConfiguration: ofOthers,
  topics: ofOthers,
};

export function planMapping(source: EventSource, prop: string, consumer: AnyConsumerProps): MappingPlan {
  const { owner, kind } = source;
  const override = consumer.cdk?.eventSource ?? {};
  const overrideProp = `${prop}.cdk.eventSource`;
  checkOverride(owner, overrideProp, override, LambdaEventSourceMapping, { rejected });
  for (const key of Object.keys(override)) {
    checkElsewhere(owner, overrideProp, eventSourceKinds[kind], key);
  }
  for (const [option, key] of Object.entries(providerKeyOf)) {
    if (consumer[option as keyof AnyConsumerProps] !== undefined && key in override) {
      fail(owner, "props-exclude", `${prop}.${option}`, { other: `${overrideProp}.${key}` });
    }
  }
  const { onFailure } = consumer;
  const destination =
    onFailure === undefined ? undefined : parseFailureDestination(owner, `${prop}.onFailure`, onFailure);
  const config = overlay<MappingPlan["config"]>(
    {
      batchSize: eventSourceKinds[kind].batchSize,
      startingPosition: kind === "stream" ? "LATEST" : undefined,
      ...optionConfig(source, prop, consumer),
      destinationConfig: destination && { onFailure: { destinationArn: destination.arn } },
    },
    override,
  );
  const propOf = (key: string): string => {
    const [option] = Object.entries(providerKeyOf).find((entry) => entry[1] === key) ?? [];
    return key in override || option === undefined ? `${overrideProp}.${key}` : `${prop}.${option}`;
  };
  checkMapping(source, config, propOf);
  return {
    config,
    statements: destination ? resolvePermissions(owner, prop, [destination.permission]) : [],
  };
}

/** The options as provider keys, without disabled ones. */
function optionConfig(
  { owner, kind, fields }: EventSource,
  prop: string,
  consumer: AnyConsumerProps,
): Partial<MappingPlan["config"]> {
  // The provider keeps the last limits of a mapping that names none.
  const defaults = kind === "stream" ? { limit: -1, parallelization: 1 } : undefined;
  const { filters = [], partialBatchResponses = false, bisectOnError = false } = consumer;
  for (const [option, value] of Object.entries({ partialBatchResponses, bisectOnError })) {
    if (typeof value !== "boolean") refuseValue(owner, `${prop}.${option}`, value, "true or false");
  }
  const seconds = (option: "maxBatchingWindow" | "maxAge") => {
    const value = consumer[option];
    return value === undefined ? undefined : parseDuration(owner, `${prop}.${option}`, value);
  };
  checkFilters(owner, `${prop}.filters`, filters, fields);
  return {
    filterCriteria:
      filters.length === 0
        ? undefined
        : { filter: filters.map((filter) => ({ pattern: escapeTemplate(JSON.stringify(filter)) })) },
    functionResponseTypes: partialBatchResponses ? ["ReportBatchItemFailures"] : undefined,
    maximumBatchingWindowInSeconds: seconds("maxBatchingWindow"),
    scalingConfig:
      consumer.maxConcurrency === undefined ? undefined : { maximumConcurrency: consumer.maxConcurrency },
    maximumRecordAgeInSeconds: seconds("maxAge") ?? defaults?.limit,
    maximumRetryAttempts: consumer.retryAttempts ?? defaults?.limit,
    bisectBatchOnFunctionError: bisectOnError || undefined,
    parallelizationFactor: consumer.parallelization ?? defaults?.parallelization,
  };
}

/** All options of consumers. The kind of the source determines which of them apply. */
type AnyConsumerProps = QueueConsumerProps & StreamConsumerProps;

const remedy = 'Write what processes the batches: function: "functions/orders.process".';
const consumerOnly = Object.values(eventSourceKinds)
  .flatMap(({ options }) => options)
  .filter((key) => !functionKeys.includes(key));

/** Converts a consumer to its full form. */
export function parseConsumer(owner: Construct, prop: string, kindName: EventSourceKindName, given: unknown) {
  const kind: EventSourceKind = eventSourceKinds[kindName];
  if (isPlainObject(given)) checkOptions(owner, prop, kind, given);
  const form = {
    keys: kind.options,
    cdk: ["function", "eventSource"],
    configs: () => ({ eventSource: { resource: LambdaEventSourceMapping, rejected } }),
  };
  const {
    value,
    prop: functionProp,
    options,
    cdk,
  } = parseEventDestination(owner, prop, given, { function: form }, remedy);
  return { props: { ...options, function: value, cdk } as AnyConsumerProps, functionProp };
}

function checkOptions(owner: Construct, prop: string, kind: EventSourceKind, given: object): void {
  if ("handler" in given) {
    const option = consumerOnly.find((key) => key in given);
    if (option !== undefined) fail(owner, "consumer-option-misplaced", prop, { option });
    return;
  }
  for (const key of Object.keys(given)) checkElsewhere(owner, prop, kind, key);
}

/** Refuses options of the other kind of source, with the alternative. */
function checkElsewhere(owner: Construct, prop: string, kind: EventSourceKind, key: string): void {
  const remedyHere = Object.hasOwn(kind.elsewhere, key) ? kind.elsewhere[key] : undefined;
  if (remedyHere === undefined) return;
  const { queue, stream } = eventSourceKinds;
  const { sources: only } = kind === queue ? stream : queue;
  fail(owner, "consumer-option-elsewhere", `${prop}.${key}`, { only, remedy: remedyHere });
}

/**
 * The destination for discarded batches: only standard queues and topics.
 *
 * Source: https://docs.aws.amazon.com/lambda/latest/dg/kinesis-on-failure-destination.html
 */
export function parseFailureDestination(
  owner: Construct,
  prop: string,
  target: DestinationTarget,
): { readonly arn: string; readonly permission: PermissionEntry } {
  const destination = parseDestination(owner, prop, target, owner, ["aws_sqs_queue", "aws_sns_topic"]);
  if (isFifoTarget(target)) {
    const value = typeof target === "string" ? target : target.node.path;
    fail(owner, "consumer-destination-fifo", prop, { value });
  }
  return destination;
}
