import type { ResourceModel } from "../../model/application";
import { attributeOf, compact, objectOf, type Value } from "../../model/value";
import { toValue } from "../intrinsics";
import {
  booleanOf,
  type Converter,
  construct,
  leaveProperty,
  numberOf,
  provided,
  referredName,
  type TemplateResource,
  tagMapOf,
  valueOf,
} from "./converter";

/** `AWS::SQS::Queue` */
export const queueConverter: Converter = (source) => {
  const { properties, scope, place } = source;
  const redrive = properties.take("RedrivePolicy");
  const failed = referredName(toValue(redrive?.get("deadLetterTargetArn"), scope));
  const count = Number(redrive?.get("maxReceiveCount")?.text ?? 3);
  if (redrive !== undefined && failed === undefined) leaveProperty(source, "RedrivePolicy", redrive.place);
  const props = {
    deadLetter:
      failed === undefined
        ? undefined
        : { queue: objectOf(failed, place), maxReceiveCount: count === 3 ? undefined : count },
    cdk: {
      queue: compact({
        name: valueOf(source, "QueueName"),
        fifoQueue: booleanOf(source, "FifoQueue"),
        contentBasedDeduplication: booleanOf(source, "ContentBasedDeduplication"),
        deduplicationScope: valueOf(source, "DeduplicationScope"),
        fifoThroughputLimit: valueOf(source, "FifoThroughputLimit"),
        visibilityTimeoutSeconds: numberOf(source, "VisibilityTimeout"),
        messageRetentionSeconds: numberOf(source, "MessageRetentionPeriod"),
        delaySeconds: numberOf(source, "DelaySeconds"),
        maxMessageSize: numberOf(source, "MaximumMessageSize"),
        receiveWaitTimeSeconds: numberOf(source, "ReceiveMessageWaitTimeSeconds"),
        kmsMasterKeyId: valueOf(source, "KmsMasterKeyId"),
        kmsDataKeyReusePeriodSeconds: numberOf(source, "KmsDataKeyReusePeriodSeconds"),
        sqsManagedSseEnabled: booleanOf(source, "SqsManagedSseEnabled"),
        tags: tagMapOf(source),
      }),
    },
  };
  properties.ignore("RedriveAllowPolicy").finish();
  return [
    construct(source, "Queue", props, {
      "": ".queueUrl",
      Arn: ".queueArn",
      QueueName: ".queueName",
      QueueUrl: ".queueUrl",
    }),
  ];
};

/** `AWS::SNS::Topic`, with the subscriptions that it lists. */
export const topicConverter: Converter = (source) => {
  const { properties, scope } = source;
  const subscriptions = properties.take("Subscription")?.items ?? [];
  const props = {
    cdk: {
      topic: compact({
        name: valueOf(source, "TopicName"),
        displayName: valueOf(source, "DisplayName"),
        fifoTopic: booleanOf(source, "FifoTopic"),
        contentBasedDeduplication: booleanOf(source, "ContentBasedDeduplication"),
        kmsMasterKeyId: valueOf(source, "KmsMasterKeyId"),
        signatureVersion: numberOf(source, "SignatureVersion"),
        tracingConfig: valueOf(source, "TracingConfig"),
        tags: tagMapOf(source),
      }),
    },
  };
  properties.finish();
  const topic = construct(source, "Topic", props, {
    "": ".topicArn",
    TopicName: ".topicName",
    TopicArn: ".topicArn",
  });
  const subscribers = subscriptions.map((each, index) =>
    subscriber(
      { ...source, name: `${source.name}Subscription${index === 0 ? "" : index + 1}`, place: each.place },
      source.name,
      { protocol: toValue(each.get("Protocol"), scope), endpoint: toValue(each.get("Endpoint"), scope) },
    ),
  );
  return [topic, ...subscribers];
};

/** A subscription of another kind than a function, for example by email. */
function subscriber(
  source: Pick<TemplateResource, "name" | "place">,
  topic: string,
  props: { readonly protocol: Value; readonly endpoint: Value },
): ResourceModel {
  const topicArn = attributeOf(topic, "", source.place);
  return provided(source, "sns-topic-subscription", { topicArn, ...props }, { "": ".arn" });
}

/** `AWS::Kinesis::Stream` */
export const streamConverter: Converter = (source) => {
  const { properties } = source;
  const mode = properties.take("StreamModeDetails")?.get("StreamMode")?.text;
  const encryption = properties.take("StreamEncryption");
  const props = {
    cdk: {
      stream: compact({
        name: valueOf(source, "Name"),
        shardCount: numberOf(source, "ShardCount"),
        retentionPeriod: numberOf(source, "RetentionPeriodHours"),
        streamModeDetails: mode === undefined ? undefined : { streamMode: mode },
        encryptionType: encryption?.get("EncryptionType")?.text,
        kmsKeyId: toValue(encryption?.get("KeyId"), source.scope),
        tags: tagMapOf(source),
      }),
    },
  };
  properties.finish();
  return [construct(source, "KinesisStream", props, { "": ".streamName", Arn: ".streamArn" })];
};

/** `AWS::Events::EventBus` */
export const busConverter: Converter = (source) => {
  const props = { cdk: { eventBus: compact({ name: valueOf(source, "Name"), tags: tagMapOf(source) }) } };
  source.properties.finish();
  return [
    construct(source, "EventBus", props, { "": ".eventBusName", Arn: ".eventBusArn", Name: ".eventBusName" }),
  ];
};
