import { DataAwsSnsTopic } from "@cdktf/provider-aws/lib/data-aws-sns-topic";
import { Api, Queue, type StackContext, Topic } from "serverform";

// #region topic
export function OrderNews({ stack }: StackContext) {
  const bills = new Queue(stack, "Bills");
  const orders = new Topic(stack, "Orders", {
    subscribers: {
      mail: "functions/notes.create",
      bills,
    },
  });
  new Api(stack, "OrderApi", {
    routes: { "POST /orders": { function: { handler: "functions/notes.create", bind: [orders] } } },
  });
}
// #endregion

// #region topic-subscription
export function PaidOrders({ stack }: StackContext) {
  const failed = new Queue(stack, "FailedMails");
  new Topic(stack, "PaidOrders", {
    subscribers: {
      mail: {
        function: "functions/notes.create",
        cdk: {
          subscription: {
            filterPolicy: { kind: ["paid"] },
            redrivePolicy: { deadLetterTargetArn: failed },
          },
        },
      },
    },
  });
}
// #endregion

// #region topic-fifo
export function OrderedNews({ stack }: StackContext) {
  const steps = new Queue(stack, "Steps", { cdk: { queue: { fifoQueue: true } } });
  new Topic(stack, "OrderSteps", {
    cdk: { topic: { fifoTopic: true, contentBasedDeduplication: true } },
    subscribers: { steps },
  });
}
// #endregion

// #region topic-import
export function AlarmMails({ stack }: StackContext) {
  const topic = new DataAwsSnsTopic(stack, "AlarmTopic", { name: "alarms" });
  new Topic(stack, "Alarms", { cdk: { topic }, subscribers: { mail: "functions/notes.create" } });
}
// #endregion
