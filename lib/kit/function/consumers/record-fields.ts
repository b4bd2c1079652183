const ofLambda = ["awsRegion", "eventSource", "eventSourceARN"];
const ofStreams = [...ofLambda, "eventID", "eventName", "eventVersion"];

/**
 * The fields of a record, by its source. A filter by anything else matches no record, and Lambda drops each without a message.
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
