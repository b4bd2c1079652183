import { Token } from "cdktf";
import { checkInteger, checkLiteral } from "../../core/check";
import { fail } from "./errors";
import type { EventSource, MappingPlan } from "./event-source-mapping";

/** Returns the prop that a provider key comes from. */
type PropOf = (key: string) => string;

const maxBatch = 10_000;
const maxWindowSeconds = 300;

/** Numeric options of streams and their limits. */
const streamBounds = {
  maximumRetryAttempts: [-1, 10_000],
  parallelizationFactor: [1, 10],
  tumblingWindowInSeconds: [0, 900],
} as const;

/**
 * Refuses what the service refuses in an event source mapping.
 *
 * Source: https://docs.aws.amazon.com/lambda/latest/api/API_CreateEventSourceMapping.html
 */
export function checkMapping(source: EventSource, config: MappingPlan["config"], propOf: PropOf): void {
  const { maximumBatchingWindowInSeconds: window = 0 } = config;
  checkInteger(
    source.owner,
    propOf("maximumBatchingWindowInSeconds"),
    window,
    0,
    maxWindowSeconds,
    "seconds",
  );
  if (source.kind === "queue") checkQueue(source, config, propOf);
  else checkStream(source, config, propOf);
}

function checkQueue(
  { owner, isFifo }: EventSource,
  { batchSize = 10, maximumBatchingWindowInSeconds: window = 0, ...config }: MappingPlan["config"],
  propOf: PropOf,
): void {
  if (isFifo && window > 0) {
    fail(owner, "consumer-window-fifo", propOf("maximumBatchingWindowInSeconds"), { value: window });
  }
  const waits = window > 0 || Token.isUnresolved(window);
  const max = waits && !isFifo ? maxBatch : 10;
  if (!isWithin(batchSize, 1, max)) {
    const remedy = isFifo
      ? "FIFO queues deliver at most 10 messages at once."
      : `For batches of up to ${maxBatch}, set maxBatchingWindow: "5 seconds".`;
    fail(owner, "consumer-batch-size", propOf("batchSize"), { value: batchSize, max, remedy });
  }
  const { scalingConfig, provisionedPollerConfig } = config;
  // Source: https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html
  if (scalingConfig?.maximumConcurrency !== undefined) {
    checkInteger(owner, propOf("scalingConfig"), scalingConfig.maximumConcurrency, 2, 1000);
    if (provisionedPollerConfig !== undefined) {
      fail(owner, "props-exclude", propOf("scalingConfig"), { other: propOf("provisionedPollerConfig") });
    }
  }
}

function checkStream(
  { owner, startingPositions = [] }: EventSource,
  config: MappingPlan["config"],
  propOf: PropOf,
): void {
  const { batchSize = 100, maximumRecordAgeInSeconds: age = -1 } = config;
  if (!isWithin(batchSize, 1, maxBatch)) {
    const remedy = `Choose a size within 1 to ${maxBatch}.`;
    fail(owner, "consumer-batch-size", propOf("batchSize"), { value: batchSize, max: maxBatch, remedy });
  }
  if (age !== -1) {
    checkInteger(owner, propOf("maximumRecordAgeInSeconds"), age, 60, 604_800, "seconds (7 days)");
  }
  for (const [key, [min, max]] of Object.entries(streamBounds)) {
    const value = config[key as keyof typeof streamBounds];
    if (value !== undefined) checkInteger(owner, propOf(key), value, min, max);
  }
  const { startingPosition, startingPositionTimestamp } = config;
  checkLiteral(owner, propOf("startingPosition"), startingPosition, startingPositions);
  if (Token.isUnresolved(startingPosition)) return;
  if (startingPosition === "AT_TIMESTAMP" && startingPositionTimestamp === undefined) {
    fail(owner, "prop-needs", propOf("startingPosition"), { needs: propOf("startingPositionTimestamp") });
  }
  if (startingPosition !== "AT_TIMESTAMP" && startingPositionTimestamp !== undefined) {
    fail(owner, "prop-needs", propOf("startingPositionTimestamp"), {
      needs: `${propOf("startingPosition")}: "AT_TIMESTAMP"`,
    });
  }
}

function isWithin(value: number, min: number, max: number): boolean {
  return Token.isUnresolved(value) || (Number.isInteger(value) && value >= min && value <= max);
}
