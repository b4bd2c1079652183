import { DataAwsKinesisStream } from "@cdktf/provider-aws/lib/data-aws-kinesis-stream";
import { KinesisStream, Queue, type StackContext } from "serverform";

// #region stream
export function Clicks({ stack }: StackContext) {
  const clicks = new KinesisStream(stack, "Clicks", {
    consumers: {
      count: "functions/jobs.all",
      archive: {
        function: { handler: "functions/jobs.all", timeout: "1 minute" },
        maxBatchingWindow: "1 minute",
        bisectOnError: true,
        retryAttempts: 5,
        onFailure: new Queue(stack, "LostClicks"),
      },
    },
  });
  clicks.attachPermissionsToConsumer("archive", ["s3:PutObject"]);
}
// #endregion

// #region stream-on-demand
export function Sensors({ stack }: StackContext) {
  new KinesisStream(stack, "Sensors", {
    cdk: { stream: { streamModeDetails: { streamMode: "ON_DEMAND" }, retentionPeriod: 168 } },
  });
}
// #endregion

// #region stream-existing
export function OldClicks({ stack }: StackContext) {
  const stream = new DataAwsKinesisStream(stack, "OldStream", { name: "clicks" });
  new KinesisStream(stack, "OldClicks", { consumers: { count: "functions/jobs.all" }, cdk: { stream } });
}
// #endregion
