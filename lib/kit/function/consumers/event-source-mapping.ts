import {
  LambdaEventSourceMapping,
  type LambdaEventSourceMappingConfig,
} from "@cdktf/provider-aws/lib/lambda-event-source-mapping";
import type { Construct } from "constructs";
import { checkOverride, overlay } from "../../core/terraform/override";
import { escapeTemplate } from "../../core/tokens/escape";
import { parseDuration } from "../../core/units/duration";
import type { PermissionEntry } from "../../iam/permissions";
import { checkMapping } from "./check";
import { fail } from "./errors";
import { type EventSourceKindName, eventSourceKinds } from "./event-source-kinds";
import { checkFilters } from "./filters";
import { parseFailureDestination } from "./on-failure";
import { type AnyConsumerProps, checkElsewhere } from "./parse-consumer";

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
  readonly arn: string;
  /** The permission that the function's role needs, as an entry of `permissions`. */
  readonly access: PermissionEntry;
}

/** An event source mapping without its function, and the permissions that its function's role needs. */
export interface MappingPlan {
  readonly config: Omit<LambdaEventSourceMappingConfig, "functionName">;
  readonly permissions: readonly PermissionEntry[];
}

/** The provider key of each option. Only one of the two may be given. */
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

/** The checked event source mapping of a consumer. */
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
      eventSourceArn: source.arn,
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
  return { config, permissions: [source.access, ...(destination ? [destination.permission] : [])] };
}

/** The options as provider keys, without those that are off. */
function optionConfig(
  { owner, fields }: EventSource,
  prop: string,
  consumer: AnyConsumerProps,
): Partial<MappingPlan["config"]> {
  const { filters = [], partialBatchResponses = false, bisectOnError = false } = consumer;
  for (const [option, value] of Object.entries({ partialBatchResponses, bisectOnError })) {
    if (typeof value !== "boolean") {
      fail(owner, "prop-invalid", `${prop}.${option}`, { value, expected: "true or false" });
    }
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
    maximumRecordAgeInSeconds: seconds("maxAge"),
    maximumRetryAttempts: consumer.retryAttempts,
    bisectBatchOnFunctionError: bisectOnError || undefined,
    parallelizationFactor: consumer.parallelization,
  };
}
