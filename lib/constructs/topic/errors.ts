import { type ErrorTexts, type Fail, failWith } from "../../facts/errors/error";
import { show } from "../../facts/errors/words";
import { coreTexts } from "../../kit/core/errors";

/** Texts about Topic. */
export const topicTexts = {
  "topic-fifo-name": ({ value }: { value: string }) => ({
    problem: `is ${show(value)}, but the topic is not FIFO.`,
    remedy: "Set fifoTopic: true, or choose a name that does not end in .fifo.",
  }),
  "topic-fifo-function": (_: object) => ({
    problem: "is a function, but the topic is FIFO and delivers only to queues.",
    remedy: "Subscribe a queue, and make the function its consumer.",
  }),
  "topic-raw-function": (_: object) => ({
    problem: "is true, but SNS sends raw messages to queues, not to functions.",
    remedy: "Leave it out, or subscribe a queue.",
  }),
  "topic-fifo-mismatch": ({ queue }: { queue: string }) => ({
    problem: `is the queue ${queue}, which is FIFO, but the topic is not. SNS refuses it: FIFO SQS Queues can not be subscribed to standard SNS topics.`,
    remedy: "Make the topic FIFO too with cdk.topic.fifoTopic: true, or subscribe a standard queue.",
  }),
  "topic-fifo-dead-letters": ({ value }: { value: string }) => ({
    problem: `is ${show(value)}, which is a standard queue. SNS refuses it: must use a FIFO queue as DLQ for a FIFO Subscription to a FIFO Topic.`,
    remedy: "Name a FIFO queue: new Queue(stack, id, { cdk: { queue: { fifoQueue: true } } }).",
  }),
  "filter-nested": (_: object) => ({
    problem: "is an object, but attributes of messages have no content of their own.",
    remedy: 'Set filterPolicyScope: "MessageBody" to filter by the body, or write an array of values.',
  }),
  "filter-combinations": ({ count, limit }: { count: number; limit: number }) => ({
    problem: `has ${count} combinations of values; AWS allows ${limit}.`,
    remedy:
      "Use fewer values: the numbers of values of all keys are multiplied, each with the depth of its key.",
  }),
  "imported-topic": (_: object) => ({
    problem: "is given for an imported topic, which this stack does not configure.",
    remedy: "Configure it where the topic is created, or leave cdk.topic to the library.",
  }),
} satisfies ErrorTexts;

const texts = { ...coreTexts, ...topicTexts };

/** Throws an error about the caller's input. */
export const fail: Fail<typeof texts> = failWith(texts);
