import type { LocalQueue } from "../queue";

/** Source: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_GetQueueAttributes.html */
export function getQueueAttributes(queue: LocalQueue): object {
  return { Attributes: attributesOf(queue) };
}

function attributesOf({ settings, counts }: LocalQueue): Readonly<Record<string, string>> {
  return {
    QueueArn: settings.arn,
    ApproximateNumberOfMessages: String(counts.visible),
    ApproximateNumberOfMessagesNotVisible: String(counts.inFlight),
    ApproximateNumberOfMessagesDelayed: String(counts.delayed),
    VisibilityTimeout: String(settings.visibilitySeconds),
    DelaySeconds: String(settings.delaySeconds),
    MessageRetentionPeriod: String(settings.retentionSeconds),
    ReceiveMessageWaitTimeSeconds: String(settings.waitSeconds),
    MaximumMessageSize: String(settings.maxMessageBytes),
    ...(settings.fifo && {
      FifoQueue: "true",
      ContentBasedDeduplication: String(settings.contentBasedDeduplication),
    }),
    ...(settings.redrive !== undefined && {
      RedrivePolicy: JSON.stringify({
        deadLetterTargetArn: settings.redrive.targetArn,
        maxReceiveCount: settings.redrive.maxReceiveCount,
      }),
    }),
  };
}
