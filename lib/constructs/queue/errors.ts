import { type ErrorTexts, type Fail, failWith } from "../../facts/errors/error";
import { show } from "../../facts/errors/words";
import { coreTexts } from "../../kit/core/errors";

/** Texts about Queue. */
export const queueTexts = {
  "queue-second-consumer": (_: object) => ({
    problem: "is given, but the queue already has a consumer: each message would reach only one of the two.",
    remedy:
      "Use one consumer per queue. To deliver each message to several functions, use a Topic with a queue for each.",
  }),
  "queue-timeout": ({ timeout, visibility }: { timeout: number; visibility: number }) => ({
    problem: `may run for ${timeout} seconds, but the visibility timeout of the queue is ${visibility} seconds.`,
    remedy:
      `Increase it with cdk: { queue: { visibilityTimeoutSeconds: ${timeout * 6} } }; AWS recommends six times the ` +
      "function's timeout. Or decrease the function's timeout.",
  }),
  "queue-name-fifo": ({ value, isFifo }: { value: string; isFifo: boolean }) => ({
    problem: `is ${show(value)} for a ${isFifo ? "FIFO" : "standard"} queue.`,
    remedy: isFifo
      ? `End it in .fifo: ${show(`${value}.fifo`)}.`
      : "Set cdk.queue.fifoQueue: true, or leave .fifo out of the name.",
  }),
  "queue-needs-fifo": ({ refusal }: { refusal: string }) => ({
    problem: `is given for a standard queue; SQS refuses it: ${refusal}`,
    remedy: "Set cdk.queue.fifoQueue: true as well, or leave it out.",
  }),
  "queue-two-encryptions": (_: object) => ({
    problem:
      "is given beside cdk.queue.sqsManagedSseEnabled; SQS refuses it: You can use one type of server-side encryption (SSE) at one time. You can either enable KMS SSE or SQS SSE.",
    remedy: "Leave one of them out. Without both, SQS encrypts the queue with a key of its own.",
  }),
  "queue-redrive-policy": ({ value, reason }: { value: unknown; reason: string }) => ({
    problem: `is ${show(value)}, which ${reason}.`,
    remedy:
      "Use the prop deadLetter: { queue, maxReceiveCount }, or write JSON with deadLetterTargetArn and a maxReceiveCount of 1 to 1000.",
  }),
  "queue-fifo-mismatch": ({ isFifo }: { isFifo: boolean }) => ({
    problem: `is a ${isFifo ? "standard" : "FIFO"} queue, but this one is ${isFifo ? "FIFO" : "standard"}.`,
    remedy: "Make both FIFO, or neither of them.",
  }),
  "imported-queue": (_: object) => ({
    problem: "is given for an imported queue, which this stack does not configure.",
    remedy: "Configure it where the queue is created, or leave cdk.queue to the library.",
  }),
} satisfies ErrorTexts;

const texts = { ...coreTexts, ...queueTexts };

/** Throws an error about the caller's input. */
export const fail: Fail<typeof texts> = failWith(texts);
