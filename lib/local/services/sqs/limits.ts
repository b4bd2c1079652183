import type { Values } from "../../model/model";
import { ServiceError } from "../contract/define-service";

/**
 * Whole numbers that requests may hold.
 *
 * Source: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_Operations.html
 */
const ranges = {
  DelaySeconds: [0, 900],
  MaxNumberOfMessages: [1, 10],
  VisibilityTimeout: [0, 43_200],
  WaitTimeSeconds: [0, 20],
} as const;

/** A number of a request; undefined when it is absent. Throws when SQS does not take it. */
export function numberIn(input: Values, name: keyof typeof ranges): number | undefined {
  const value = input[name];
  if (value === undefined || value === null) return undefined;
  const [least, most] = ranges[name];
  if (typeof value === "number" && Number.isInteger(value) && value >= least && value <= most) return value;
  throw new ServiceError(
    "InvalidParameterValue",
    `Value ${JSON.stringify(value).slice(0, 100)} for parameter ${name} is invalid. Reason: Must be between ${least} and ${most}, if provided.`,
  );
}
