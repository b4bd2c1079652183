import { SnsTopic } from "@cdktf/provider-aws/lib/sns-topic";
import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import { Cron } from "../../../lib/constructs/cron";
import { EventBus } from "../../../lib/constructs/event-bus";
import { Queue } from "../../../lib/constructs/queue";
import { Topic } from "../../../lib/constructs/topic";
import type { Stack } from "../../../lib/kit/app";
import { Function } from "../../../lib/kit/function";
import { testStack } from "../../support/stack";

const handler = "functions/notes.get";

/** Each way to name a queue or topic that is FIFO, or is not. */
const queues: Readonly<Record<string, (stack: Stack, fifoQueue: boolean) => unknown>> = {
  "a queue of the library": (stack, fifoQueue) => new Queue(stack, "Q", { cdk: { queue: { fifoQueue } } }),
  "a queue of the provider": (stack, fifoQueue) => new SqsQueue(stack, "Q", { fifoQueue }),
};
const topics: typeof queues = {
  "a topic of the library": (stack, fifoTopic) => new Topic(stack, "T", { cdk: { topic: { fifoTopic } } }),
  "a topic of the provider": (stack, fifoTopic) => new SnsTopic(stack, "T", { fifoTopic }),
};
const queueArns: typeof queues = {
  "the ARN of a queue": (_, isFifo) => `arn:aws:sqs:us-east-1:111122223333:q${isFifo ? ".fifo" : ""}`,
};
const topicArns: typeof queues = {
  "the ARN of a topic": (_, isFifo) => `arn:aws:sns:us-east-1:111122223333:t${isFifo ? ".fifo" : ""}`,
};
const references: typeof queues = {
  "a reference to a queue": (stack, fifoQueue) =>
    new Queue(stack, "Q", { cdk: { queue: { fifoQueue } } }).queueArn,
};

type Use = (stack: Stack, target: never) => unknown;

const fn =
  (prop: string): Use =>
  (stack, target) =>
    new Function(stack, "F", { handler, [prop]: target });
const rule: Use = (stack, deadLetterQueue) =>
  new EventBus(stack, "B", {
    rules: {
      r: {
        pattern: { source: ["a"] },
        targets: { t: { function: handler, cdk: { target: { deadLetterQueue } } } },
      },
    },
  });
const cron: Use = (stack, deadLetterQueue) =>
  new Cron(stack, "C", {
    schedule: "rate(1 day)",
    job: { function: handler, cdk: { target: { deadLetterQueue } } },
  });

const uses: readonly [string, Use, typeof queues, string][] = [
  ["onSuccess", fn("onSuccess"), { ...queues, ...topics, ...queueArns, ...topicArns }, "destination-fifo"],
  ["onFailure", fn("onFailure"), { ...queues, ...topics, ...queueArns, ...topicArns }, "destination-fifo"],
  ["deadLetterQueue", fn("deadLetterQueue"), queues, "destination-fifo"],
  ["deadLetterTopic", fn("deadLetterTopic"), topics, "destination-fifo"],
  ["dead letters of a rule", rule, { ...queues, ...queueArns, ...references }, "dead-letter-fifo"],
  ["dead letters of a Cron", cron, { ...queues, ...queueArns, ...references }, "dead-letter-fifo"],
];

const cases = uses.flatMap(([name, use, makes, code]) =>
  Object.entries(makes).map(([what, make]) => [name, what, use, make, code] as const),
);

test.each(cases)("%s takes %s only when it is standard", (_name, _what, use, make, code) => {
  const [stack, other] = [testStack(), testStack()];
  expect(() => use(stack, make(stack, false) as never)).not.toThrow();
  expect(() => use(other, make(other, true) as never)).toThrow(new RegExp(`which is FIFO[^]*\\[${code}\\]`));
});
