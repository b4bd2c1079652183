import type { Values } from "../../../model";
import { ServiceError } from "../contract/define-service";

interface Range {
  readonly least: number;
  readonly most: number;
  /** AWS words its refusals differently. @default - "Must be >= 0 and <= 20, if provided." */
  readonly reason?: string;
}

/**
 * Whole numbers that requests may hold.
 *
 * Sources: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_Operations.html, and
 * https://github.com/localstack/localstack (tests/aws/services/sqs/test_sqs.snapshot.json) for the reasons
 */
const ranges = {
  DelaySeconds: { least: 0, most: 900, reason: "DelaySeconds must be >= 0 and <= 900." },
  MaxNumberOfMessages: { least: 1, most: 10, reason: "Must be between 1 and 10, if provided." },
  MaxNumberOfMessagesPerSecond: { least: 1, most: 500 },
  MaxResults: { least: 1, most: 10 },
  VisibilityTimeout: { least: 0, most: 43_200 },
  WaitTimeSeconds: { least: 0, most: 20 },
} satisfies Record<string, Range>;

/** A number of a request; undefined when it is absent. Throws when SQS does not take it. */
export function numberIn(input: Values, name: keyof typeof ranges): number | undefined {
  const value = input[name];
  if (value === undefined || value === null) return undefined;
  const { least, most, reason }: Range = ranges[name];
  if (typeof value === "number" && Number.isInteger(value) && value >= least && value <= most) return value;
  throw new ServiceError(
    "InvalidParameterValue",
    `Value ${JSON.stringify(value).slice(0, 100)} for parameter ${name} is invalid. Reason: ${reason ?? `Must be >= ${least} and <= ${most}, if provided.`}`,
  );
}
