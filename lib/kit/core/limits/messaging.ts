import { exampleArn } from "../../../facts/aws/arn-patterns";
import {
  arnOf,
  choice,
  count,
  description,
  jsonDocument,
  modelled,
  type ResourceLimits,
  range,
  textLimit,
} from "./limit";

const queueAttributes =
  "https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SetQueueAttributes.html";
const createQueue =
  "https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_CreateQueue.html";
const createTopic = "https://docs.aws.amazon.com/sns/latest/api/API_CreateTopic.html";
const topicAttributes = "https://docs.aws.amazon.com/sns/latest/api/API_SetTopicAttributes.html";
const subscribe = "https://docs.aws.amazon.com/sns/latest/api/API_Subscribe.html";
const feedbackRole = arnOf(topicAttributes, ["iam"], exampleArn("iam", "role/feedback"));
const createBus = "https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_CreateEventBus.html";
const putRule = "https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutRule.html";
const target = "https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_Target.html";
const inputTransformer =
  "https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_InputTransformer.html";
const inputPath = {
  name: textLimit(
    inputTransformer,
    256,
    /^(?!aws)[A-Za-z0-9_-]+$/i,
    "letters, digits, _ and -, not beginning with AWS",
  ),
  value: textLimit(inputTransformer, 256, /^\$/, 'a path that begins with $, such as "$.detail"'),
};
const retryPolicy = "https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_RetryPolicy.html";
const createStream = "https://docs.aws.amazon.com/kinesis/latest/APIReference/API_CreateStream.html";
const streamRetention =
  "https://docs.aws.amazon.com/kinesis/latest/APIReference/API_IncreaseStreamRetentionPeriod.html";

const json = jsonDocument(queueAttributes);
/** An empty text removes the policy of a queue. Source: https://github.com/localstack/localstack/pull/11385 */
const redrivePolicy = {
  ...json,
  min: 0,
  accepts: (text: string) => text === "" || json.accepts?.(text) === true,
};

const nameInWords = "letters, digits, - and _";

/** Queues, topics, buses and streams. */
export const messagingLimits = {
  aws_sqs_queue: {
    namePrefix: textLimit(createQueue, 54, /^[A-Za-z0-9_-]+$/, nameInWords),
    name: textLimit(createQueue, 80, /^[A-Za-z0-9_-]+(\.fifo)?$/, nameInWords),
    delaySeconds: range(queueAttributes, 0, 900),
    kmsDataKeyReusePeriodSeconds: range(queueAttributes, 60, 86_400),
    maxMessageSize: range(queueAttributes, 1024, 1_048_576),
    messageRetentionSeconds: range(queueAttributes, 60, 1_209_600),
    receiveWaitTimeSeconds: range(queueAttributes, 0, 20),
    visibilityTimeoutSeconds: range(queueAttributes, 0, 43_200),
    deduplicationScope: choice(queueAttributes, "messageGroup", "queue"),
    fifoThroughputLimit: choice(queueAttributes, "perQueue", "perMessageGroupId"),
    redrivePolicy,
    redriveAllowPolicy: redrivePolicy,
  },
  aws_sns_topic: {
    name: textLimit(
      createTopic,
      256,
      /^[A-Za-z0-9_-]{1,251}(\.fifo|[A-Za-z0-9_-]{0,5})$/,
      "up to 256 letters, digits, - and _",
    ),
    namePrefix: textLimit(createTopic, 230, /^[A-Za-z0-9_-]+$/, nameInWords),
    displayName: description(topicAttributes, 100),
    signatureVersion: range(topicAttributes, 1, 2),
    tracingConfig: choice(topicAttributes, "PassThrough", "Active"),
    fifoThroughputScope: choice(topicAttributes, "Topic", "MessageGroup"),
    policy: jsonDocument(topicAttributes),
    deliveryPolicy: jsonDocument(topicAttributes),
    archivePolicy: jsonDocument(topicAttributes),
    ...Object.fromEntries(
      ["application", "firehose", "http", "lambda", "sqs"].flatMap((protocol) => [
        [`${protocol}SuccessFeedbackSampleRate`, range(topicAttributes, 0, 100)],
        [`${protocol}SuccessFeedbackRoleArn`, feedbackRole],
        [`${protocol}FailureFeedbackRoleArn`, feedbackRole],
      ]),
    ),
  },
  aws_sns_topic_subscription: {
    filterPolicyScope: choice(subscribe, "MessageAttributes", "MessageBody"),
    confirmationTimeoutInMinutes: range(subscribe, 1, Number.POSITIVE_INFINITY),
    deliveryPolicy: jsonDocument(subscribe),
    replayPolicy: jsonDocument(subscribe),
  },
  aws_cloudwatch_event_bus: {
    ...modelled("description", "logConfig.includeDetail", "logConfig.level"),
    name: textLimit(
      createBus,
      256,
      /^[.\-_A-Za-z0-9]+$|^aws\.partner\/[/.\-_A-Za-z0-9]+$/,
      "letters, digits, ., - and _",
    ),
    "deadLetterConfig.arn": arnOf(createBus, ["sqs"], exampleArn("sqs", "failed")),
    eventSourceName: {
      ...textLimit(
        createBus,
        256,
        /^aws\.partner(\/[.\-_A-Za-z0-9]+){2,}$/,
        'a source of a partner: "aws.partner/example.com/orders"',
      ),
      sample: "aws.partner/example.com/orders",
    },
  },
  aws_cloudwatch_event_rule: {
    ...modelled("description", "state"),
    name: textLimit(putRule, 64, /^[.\-_A-Za-z0-9]+$/, "letters, digits, ., - and _"),
    namePrefix: textLimit(putRule, 38, /^[.\-_A-Za-z0-9]+$/, "letters, digits, ., - and _"),
    roleArn: arnOf(putRule, ["iam"], exampleArn("iam", "role/events")),
  },
  aws_cloudwatch_event_target: {
    targetId: textLimit(target, 64, /^[.\-_A-Za-z0-9]+$/, "letters, digits, ., - and _"),
    input: { ...jsonDocument(target), max: 8192 },
    inputPath: {
      ...textLimit(target, 256, /^\$/, 'a path that begins with $, such as "$.detail"'),
      sample: "$.detail",
    },
    "deadLetterConfig.arn": arnOf(target, ["sqs"], exampleArn("sqs", "failed")),
    "inputTransformer.inputPaths": count(inputTransformer, 100, "input paths", inputPath),
    "inputTransformer.inputTemplate": textLimit(inputTransformer, 8192),
    "retryPolicy.maximumEventAgeInSeconds": range(retryPolicy, 60, 86_400),
    "retryPolicy.maximumRetryAttempts": range(retryPolicy, 0, 185),
    "sqsTarget.messageGroupId": textLimit(
      "https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html",
      128,
      /^[\x21-\x7e]+$/,
      "letters, digits and punctuation",
    ),
  },
  aws_kinesis_stream: {
    name: textLimit(createStream, 128, /^[A-Za-z0-9_.-]+$/, "letters, digits, _, . and -"),
    shardCount: range(createStream, 1, Number.POSITIVE_INFINITY),
    retentionPeriod: range(streamRetention, 24, 8760, { unit: "hours" }),
    maxRecordSizeInKib: range(createStream, 1024, 10_240, { unit: "KiB" }),
    shardLevelMetrics: choice(
      "https://docs.aws.amazon.com/kinesis/latest/APIReference/API_EnableEnhancedMonitoring.html",
      "IncomingBytes",
      "IncomingRecords",
      "OutgoingBytes",
      "OutgoingRecords",
      "WriteProvisionedThroughputExceeded",
      "ReadProvisionedThroughputExceeded",
      "IteratorAgeMilliseconds",
      "ALL",
    ),
  },
} as const satisfies Readonly<Record<string, ResourceLimits>>;
