import { construct, type ResourceModel } from "../../model/application";
import {
  attributeOf,
  compact,
  isMap,
  json,
  objectOf,
  referenceOf,
  type Value,
  type ValueMap,
} from "../../model/value";
import { toValue } from "../intrinsics";
import {
  booleanOf,
  type Converter,
  fieldsOf,
  leaveProperty,
  numberOf,
  provided,
  type TemplateResource,
  tagMapOf,
  valueOf,
} from "./converter";

/** `AWS::SQS::Queue` */
export const queueConverter: Converter = (source) => {
  const { properties, scope, place } = source;
  const redrive = properties.take("RedrivePolicy");
  const failed = referenceOf(toValue(redrive?.get("deadLetterTargetArn"), scope))?.target;
  const redriveAllow = valueOf(source, "RedriveAllowPolicy");
  const count = toValue(redrive?.get("maxReceiveCount"), scope) ?? 3;
  if (redrive !== undefined && failed === undefined) leaveProperty(source, "RedrivePolicy", redrive.place);
  const props = {
    deadLetter:
      failed === undefined
        ? undefined
        : { queue: objectOf(failed, place), maxReceiveCount: String(count) === "3" ? undefined : count },
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
        redriveAllowPolicy: redriveAllow === undefined ? undefined : json(redriveAllow),
        sqsManagedSseEnabled: booleanOf(source, "SqsManagedSseEnabled"),
        tags: tagMapOf(source),
      }),
    },
  };
  properties.finish();
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

/** `AWS::Events::Rule`, with a resource for each of its targets. */
export const ruleConverter: Converter = (source) => {
  const { name, properties, place } = source;
  const pattern = valueOf(source, "EventPattern");
  const rule = provided(
    source,
    "cloudwatch-event-rule",
    {
      name: valueOf(source, "Name"),
      description: valueOf(source, "Description"),
      eventBusName: valueOf(source, "EventBusName"),
      eventPattern: isMap(pattern) ? json(pattern) : pattern,
      scheduleExpression: valueOf(source, "ScheduleExpression"),
      state: valueOf(source, "State"),
      roleArn: valueOf(source, "RoleArn"),
    },
    { "": ".name" },
  );
  const targets = (properties.take("Targets")?.items ?? []).map((each): ResourceModel => {
    const fields = fieldsOf(each, source);
    const target: TemplateResource = { ...source, properties: fields };
    const id = fields.take("Id")?.text ?? "target";
    const made = provided({ name: `${name}Target${id}`, place: each.place }, "cloudwatch-event-target", {
      rule: attributeOf(name, "", place),
      eventBusName: rule.props.eventBusName,
      targetId: id,
      arn: valueOf(target, "Arn"),
      roleArn: valueOf(target, "RoleArn"),
      input: valueOf(target, "Input"),
      inputPath: valueOf(target, "InputPath"),
      ...targetOptions(target),
      sqsTarget: groupOf(target),
    });
    fields.finish();
    return made;
  });
  properties.finish();
  return [rule, ...targets];
};

/** Options of a target of a rule. */
export const targetOptions = (source: Pick<TemplateResource, "properties" | "scope">): ValueMap => ({
  inputTransformer: transformer(source),
  retryPolicy: retryPolicy(source),
  deadLetterConfig: deadLetters(source),
});

type Source = Parameters<typeof targetOptions>[0];

function transformer({ properties, scope }: Source): Value {
  const node = properties.take("InputTransformer");
  if (node === undefined) return undefined;
  return compact({
    inputPaths: toValue(node.get("InputPathsMap"), scope),
    inputTemplate: toValue(node.get("InputTemplate"), scope),
  });
}

function retryPolicy({ properties }: Source): Value {
  const node = properties.take("RetryPolicy");
  const number = (key: string) => (node?.get(key) === undefined ? undefined : Number(node.get(key)?.text));
  return compact({
    maximumRetryAttempts: number("MaximumRetryAttempts"),
    maximumEventAgeInSeconds: number("MaximumEventAgeInSeconds"),
  });
}

const deadLetters = ({ properties, scope }: Source): Value =>
  compact({ arn: toValue(properties.take("DeadLetterConfig")?.get("Arn"), scope) });

const groupOf = ({ properties, scope }: TemplateResource): Value =>
  compact({ messageGroupId: toValue(properties.take("SqsParameters")?.get("MessageGroupId"), scope) });
