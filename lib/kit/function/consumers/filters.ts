import type { Construct } from "constructs";
import { Stack } from "../../app/stack";
import { isPlainObject } from "../../core/checks/check";
import { checkKnownList } from "../../core/checks/list";
import { checkEventRule } from "../../core/formats/event-pattern";
import { quotas } from "../../core/quotas";
import { fail } from "./errors";

const ofLambda = ["awsRegion", "eventSource", "eventSourceARN"];
const ofStreams = [...ofLambda, "eventID", "eventName", "eventVersion"];

/**
 * The fields of a record, by its source. A filter by other fields matches no record, and Lambda silently drops each one.
 *
 * Source: https://docs.aws.amazon.com/lambda/latest/dg/invocation-eventfiltering.html
 */
export const recordFields = {
  queue: [
    "body",
    "attributes",
    "messageAttributes",
    "messageId",
    "receiptHandle",
    "md5OfBody",
    "md5OfMessageAttributes",
    ...ofLambda,
  ],
  table: ["dynamodb", "userIdentity", ...ofStreams],
  stream: [
    "data",
    "partitionKey",
    "sequenceNumber",
    "approximateArrivalTimestamp",
    "kinesisSchemaVersion",
    "encryptionType",
    "kinesis",
    "invokeIdentityArn",
    ...ofStreams,
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/**
 * Refuses filters that AWS does not accept, or that no record can match.
 *
 * Sources: https://docs.aws.amazon.com/lambda/latest/dg/invocation-eventfiltering.html, and for `cidr`, which that page does not
 * mention, https://github.com/aws-samples/serverless-patterns (lambda-esm-sqs-filters-sam)
 */
export function checkFilters(
  owner: Construct,
  prop: string,
  filters: unknown,
  fields: readonly string[],
): void {
  checkKnownList(owner, prop, filters);
  const list = filters as readonly unknown[];
  const { filtersPerConsumer: limit, filtersPerConsumerUnasked: unasked } = quotas;
  if (list.length > limit) {
    fail(owner, "quota-exceeded", prop, { what: "filters", count: list.length, limit });
  }
  if (list.length > unasked) {
    const text = `serverform: AWS allows ${unasked} filters per consumer; up to ${limit} need a quota increase`;
    Stack.of(owner).app.addNotice(text, owner);
  }
  list.forEach((filter, index) => {
    const at = `${prop}[${index}]`;
    checkFilterFields(owner, at, filter, fields);
    checkEventRule(owner, at, filter, [
      "anything-but",
      "cidr",
      "equals-ignore-case",
      "exists",
      "numeric",
      "prefix",
      "suffix",
    ]);
    checkFilterLength(owner, at, filter);
  });
}

/** Refuses a filter that exceeds the length limit of mappings and pipes. */
export function checkFilterLength(owner: Construct, prop: string, filter: unknown): void {
  const { filterLength: limit } = quotas;
  const { length } = JSON.stringify(filter);
  if (length > limit) fail(owner, "consumer-filter-too-long", prop, { length, limit });
}

export function checkFilterFields(
  owner: Construct,
  prop: string,
  filter: unknown,
  fields: readonly string[],
): void {
  for (const key of isPlainObject(filter) ? Object.keys(filter) : []) {
    if (key !== "$or" && !fields.includes(key)) fail(owner, "key-unknown", prop, { key, allowed: fields });
  }
}
