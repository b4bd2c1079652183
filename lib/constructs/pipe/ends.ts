import type {
  PipesPipeSourceParameters,
  PipesPipeTargetParameters,
} from "@cdktf/provider-aws/lib/pipes-pipe";
import type { Construct, IConstruct } from "constructs";
import { attempt, mapAttempts, together } from "../../facts/errors/problems";
import {
  checkInteger,
  checkLimit,
  isFifo,
  limits,
  parseDuration,
  refuseValue,
  requireProp,
} from "../../kit/core";
import { parseFailureDestination, recordFields } from "../../kit/function";
import { hasPermissionTarget, permissionTarget } from "../../kit/iam";
import { fail } from "./errors";
import type { PipeProps } from "./props";

export interface PipeEnd<Parameters> {
  readonly construct: IConstruct;
  /** The access of the pipe's role to it: `grantConsumeMessages`. */
  readonly access: string;
  readonly arn: string;
  /** The service in an ARN: `sqs`. */
  readonly service: string;
  readonly parameters: Parameters | undefined;
}

type Ends<Parameters> = Readonly<
  Record<string, (pipe: Construct, props: PipeProps, it: never) => Omit<PipeEnd<Parameters>, "construct">>
>;

/** Name of the class of a construct of the library; undefined for anything else. */
function classOf(value: unknown): string | undefined {
  return hasPermissionTarget(value) ? value[permissionTarget]().row.name : undefined;
}

/** The possible sources. Source: https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-pipes-event-source.html */
const sources: Ends<PipesPipeSourceParameters> = {
  Table: (pipe, props, { cdk: { table } }: TableLike) => {
    // A data source does not show it before the deployment.
    if (
      table.streamEnabledInput === false ||
      ("hashKeyInput" in table && table.streamEnabledInput === undefined)
    ) {
      fail(pipe, "pipe-source-stream", "source", {});
    }
    const dynamodbStreamParameters = streamParameters(pipe, props);
    return {
      access: "grantStreamRead",
      arn: table.streamArn,
      service: "dynamodb",
      parameters: { dynamodbStreamParameters },
    };
  },
  KinesisStream: (pipe, props, { streamArn: arn }: { readonly streamArn: string }) => {
    const kinesisStreamParameters = streamParameters(pipe, props);
    return { access: "grantRead", arn, service: "kinesis", parameters: { kinesisStreamParameters } };
  },
  Queue: (pipe, props, queue: QueueLike) => {
    mapAttempts(["retryAttempts", "onFailure"] as const, (option) => {
      if (props[option] === undefined) return;
      fail(pipe, "pipe-option-unused", option, { needs: "a table or a data stream as source" });
    });
    const most = isFifo(queue.cdk.queue) === true ? 10 : 10_000;
    const sqsQueueParameters = batch(pipe, { batchSize: 10, ...props }, most);
    const { batchSize, maximumBatchingWindowInSeconds: window } = sqsQueueParameters;
    // Source: https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-pipes-sqs.html
    if (batchSize > 10 && window === 0) {
      const expected = '1 to 10; for more, set batchWindow to a second or longer: batchWindow: "5 seconds"';
      refuseValue(pipe, "batchSize", batchSize, expected);
    }
    return {
      access: "grantConsumeMessages",
      arn: queue.queueArn,
      service: "sqs",
      parameters: { sqsQueueParameters },
    };
  },
};

/** The possible targets, beside functions. Source: https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-pipes-event-target.html */
const targets: Ends<PipesPipeTargetParameters> = {
  Queue: (pipe, { messageGroupId }, queue: QueueLike) => {
    const needsGroup = isFifo(queue.cdk.queue) === true;
    if (needsGroup && messageGroupId === undefined) {
      fail(pipe, "prop-required", "messageGroupId", {
        remedy: 'Write the group: messageGroupId: "$.messageId".',
      });
    }
    if (!needsGroup && messageGroupId !== undefined) {
      fail(pipe, "pipe-option-unused", "messageGroupId", { needs: "a FIFO queue as target" });
    }
    const parameters = messageGroupId === undefined ? undefined : { sqsQueueParameters: { messageGroupId } };
    return { access: "grantSendMessages", arn: queue.queueArn, service: "sqs", parameters };
  },
  Topic: (pipe, _props, { topicArn: arn, cdk: { topic } }: TopicLike) => {
    if (isFifo(topic) === true) fail(pipe, "pipe-topic-fifo", "target", {});
    return { access: "grantPublish", arn, service: "sns", parameters: undefined };
  },
  EventBus: (
    _pipe,
    { detailType, eventSource: source },
    { eventBusArn: arn }: { readonly eventBusArn: string },
  ) => {
    const isSet = detailType !== undefined || source !== undefined;
    const parameters = isSet ? { eventbridgeEventBusParameters: { detailType, source } } : undefined;
    return { access: "grantPutEventsTo", arn, service: "events", parameters };
  },
  KinesisStream: (
    _pipe,
    // Messages of queues have another id than records of streams.
    { source, partitionKey = classOf(source) === "Queue" ? "$.messageId" : "$.eventID" },
    { streamArn: arn }: { readonly streamArn: string },
  ) => ({
    access: "grantWrite",
    arn,
    service: "kinesis",
    parameters: { kinesisStreamParameters: { partitionKey } },
  }),
};

interface TableLike {
  readonly cdk: {
    readonly table: { readonly streamArn: string; readonly streamEnabledInput?: unknown };
  };
}

interface TopicLike {
  readonly topicArn: string;
  readonly cdk: { readonly topic: object };
}

interface QueueLike {
  readonly queueArn: string;
  readonly cdk: { readonly queue: object };
}

/** The options that only one class of targets has, with that class. */
const optionsOf = {
  detailType: "EventBus",
  eventSource: "EventBus",
  partitionKey: "KinesisStream",
  messageGroupId: "Queue",
} as const;

const { aws_pipes_pipe: pipeRows } = limits;
const optionLimits = {
  detailType: pipeRows["targetParameters.eventbridgeEventBusParameters.detailType"],
  eventSource: pipeRows["targetParameters.eventbridgeEventBusParameters.source"],
  partitionKey: pipeRows["targetParameters.kinesisStreamParameters.partitionKey"],
  messageGroupId: pipeRows["targetParameters.sqsQueueParameters.messageGroupId"],
} satisfies Record<keyof typeof optionsOf, unknown>;

/** The fields of a source's records, for filters. */
export function fieldsOf(source: unknown): readonly string[] | undefined {
  const fields = { Table: recordFields.table, KinesisStream: recordFields.stream, Queue: recordFields.queue };
  return fields[classOf(source) as keyof typeof fields];
}

/** Refuses a value that is not a source. */
export function parsePipeSource(pipe: Construct, props: PipeProps): PipeEnd<PipesPipeSourceParameters> {
  const { source } = props;
  const expected = "a Table, a KinesisStream or a Queue of this library";
  requireProp(pipe, "source", source, `Pass ${expected}.`);
  const make = sources[classOf(source) ?? ""];
  if (make === undefined) return refuseValue(pipe, "source", source, expected);
  return { construct: source, ...make(pipe, props, source as never) };
}

/** Refuses options that the target does not have. Undefined for a function. */
export function parsePipeTarget(
  pipe: Construct,
  props: PipeProps,
): PipeEnd<PipesPipeTargetParameters> | undefined {
  const { target } = props;
  const name = classOf(target);
  mapAttempts(Object.entries(optionsOf), ([option, of]) => {
    const value = props[option as keyof typeof optionsOf];
    if (value === undefined) return;
    if (of !== name) fail(pipe, "pipe-option-unused", option, { needs: `a target of the class ${of}` });
    checkLimit(pipe, option, value, optionLimits[option as keyof typeof optionsOf]);
  });
  if (target === props.source) fail(pipe, "pipe-loop", "target", {});
  const make = targets[name ?? ""];
  return make && { construct: target as IConstruct, ...make(pipe, props, target as never) };
}

/** The destination of records that a pipe could not pass on; undefined without one. */
export const failureDestination = (pipe: Construct, { onFailure }: PipeProps) =>
  onFailure === undefined ? undefined : parseFailureDestination(pipe, "onFailure", onFailure);

function streamParameters(pipe: Construct, props: PipeProps) {
  // The provider creates a pipe with 0 as without a number, and an update to no number sets 0. With -1, there is no limit.
  // Source: https://github.com/hashicorp/terraform-provider-aws/blob/main/internal/service/pipes/source_parameters.go
  const { retryAttempts = -1 } = props;
  const [destination, batches] = together(
    () => failureDestination(pipe, props),
    () => batch(pipe, props, 10_000),
    () =>
      props.retryAttempts !== undefined &&
      checkInteger(pipe, "retryAttempts", props.retryAttempts, 1, 10_000),
  );
  return {
    startingPosition: "LATEST",
    maximumRetryAttempts: retryAttempts,
    deadLetterConfig: destination && { arn: destination.arn },
    ...batches,
  };
}

/** Written also by default: without values, the provider keeps the last ones, and the filters of the last deployment. */
function batch(pipe: Construct, { batchSize = 100, batchWindow = "0 seconds" }: PipeProps, most: number) {
  attempt(() => checkInteger(pipe, "batchSize", batchSize, 1, most));
  const within = { max: 300, range: "0 seconds to 5 minutes" };
  return {
    batchSize,
    maximumBatchingWindowInSeconds: parseDuration(pipe, "batchWindow", batchWindow, within),
  };
}
