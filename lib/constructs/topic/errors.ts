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
    remedy: "Subscribe a queue, and make the function its consumer.",
  }),
  "topic-fifo-mismatch": ({ queue }: { queue: string }) => ({
    problem: `is the queue ${queue}, which is FIFO, but the topic is not.`,
    remedy: "Make the topic FIFO too with cdk.topic.fifoTopic: true, or subscribe a standard queue.",
  }),
} satisfies ErrorTexts;

const texts = { ...coreTexts, ...topicTexts };

/** Throws an error about the caller's input. */
export const fail: Fail<typeof texts> = failWith(texts);
