import { coreTexts } from "../../core/errors";
import { type ErrorTexts, type Fail, failWith } from "../../errors/error";
import { show } from "../../errors/words";

/** Texts about Topic. */
export const topicTexts = {
  "topic-fifo-name": ({ value }: { value: string }) => ({
    problem: `is ${show(value)}, but the topic is not FIFO.`,
    remedy: "Set fifoTopic: true, or choose a name that does not end in .fifo.",
  }),
  "topic-fifo-function": (_: object) => ({
    problem: "is a function, but the topic is FIFO and delivers only to queues.",
    remedy: "Subscribe a FIFO queue, and make the function its consumer.",
  }),
  "topic-fifo-mismatch": ({ queue, isFifo }: { queue: string; isFifo: boolean }) => ({
    problem: isFifo
      ? `is the queue ${queue}, which is FIFO, but the topic is not.`
      : `is the queue ${queue}, which is not FIFO, but the topic is: messages would lose their order.`,
    remedy: isFifo
      ? "Make the topic FIFO too with cdk.topic.fifoTopic: true, or subscribe a standard queue."
      : "Make the queue FIFO too with cdk.queue.fifoQueue: true, or use a standard topic.",
  }),
} satisfies ErrorTexts;

const texts = { ...coreTexts, ...topicTexts };

/** Throws an error about the caller's input. */
export const fail: Fail<typeof texts> = failWith(texts);
