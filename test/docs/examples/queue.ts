import { DataAwsLambdaFunction } from "@cdktf/provider-aws/lib/data-aws-lambda-function";
import { DataAwsSqsQueue } from "@cdktf/provider-aws/lib/data-aws-sqs-queue";
import { Api, Queue, type StackContext } from "serverform";

// #region queue
export function Jobs({ stack }: StackContext) {
  const failed = new Queue(stack, "FailedJobs");
  const jobs = new Queue(stack, "Jobs", {
    consumer: {
      function: { handler: "functions/jobs.run", timeout: "1 minute" },
      partialBatchResponses: true,
    },
    deadLetter: { queue: failed },
    cdk: { queue: { visibilityTimeoutSeconds: 360 } },
  });
  new Api(stack, "JobsApi", {
    routes: { "POST /jobs": { function: { handler: "functions/notes.create", bind: [jobs] } } },
  });
}
// #endregion

// #region queue-fifo
export function Payments({ stack }: StackContext) {
  new Queue(stack, "Payments", {
    consumer: "functions/jobs.all",
    deadLetter: { queue: new Queue(stack, "FailedPayments", { cdk: { queue: { fifoQueue: true } } }) },
    cdk: { queue: { fifoQueue: true, contentBasedDeduplication: true } },
  });
}
// #endregion

// #region queue-options
export function Mails({ stack }: StackContext) {
  new Queue(stack, "Mails", {
    consumer: {
      function: "functions/jobs.all",
      filters: [{ body: { kind: ["welcome", { prefix: "reminder-" }] } }],
      maxBatchingWindow: "20 seconds",
      maxConcurrency: 5,
      cdk: { eventSource: { batchSize: 100 } },
    },
  });
}
// #endregion

// #region queue-existing
export function OldJobs({ stack }: StackContext) {
  const queue = new DataAwsSqsQueue(stack, "OldQueue", { name: "jobs" });
  const worker = new DataAwsLambdaFunction(stack, "OldWorker", { functionName: "worker" });
  new Queue(stack, "OldJobs", { consumer: { cdk: { function: worker } }, cdk: { queue } });
}
// #endregion
