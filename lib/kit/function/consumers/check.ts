import { checkLiteral } from "../../core/checks/check";
import { checkLimit, limits } from "../../core/limits";
import { isUnresolved } from "../../core/tokens/unresolved";
import { fail } from "./errors";
import type { EventSource, MappingPlan } from "./event-source-mapping";

type PropOf = (key: string) => string;

const maxBatch = 10_000;
const rows = limits.aws_lambda_event_source_mapping;

const streamNumbers = [
  "maximumRecordAgeInSeconds",
  "maximumRetryAttempts",
  "parallelizationFactor",
  "tumblingWindowInSeconds",
] as const;

/** Refuses settings that the service refuses in an event source mapping. */
export function checkMapping(source: EventSource, config: MappingPlan["config"], propOf: PropOf): void {
  const { maximumBatchingWindowInSeconds: window = 0 } = config;
  const windowKey = "maximumBatchingWindowInSeconds";
  checkLimit(source.owner, propOf(windowKey), window, rows[windowKey]);
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
  const waits = window > 0 || isUnresolved(window);
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
    const { maximumConcurrency } = scalingConfig;
    checkLimit(owner, propOf("scalingConfig"), maximumConcurrency, rows["scalingConfig.maximumConcurrency"]);
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
  const { batchSize = 100 } = config;
  if (!isWithin(batchSize, 1, maxBatch)) {
    const remedy = `Choose a size within 1 to ${maxBatch}.`;
    fail(owner, "consumer-batch-size", propOf("batchSize"), { value: batchSize, max: maxBatch, remedy });
  }
  for (const key of streamNumbers) checkLimit(owner, propOf(key), config[key], rows[key]);
  const { startingPosition, startingPositionTimestamp } = config;
  checkLiteral(owner, propOf("startingPosition"), startingPosition, startingPositions);
  if (isUnresolved(startingPosition)) return;
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
  return isUnresolved(value) || (Number.isInteger(value) && value >= min && value <= max);
}
