import { coreTexts } from "../../core/errors";
import { type ErrorTexts, type Fail, failWith } from "../../errors/error";
import { show } from "../../errors/words";

/** Texts about functions that read queues and streams. */
export const consumerTexts = {
  "consumer-duplicate": ({ name }: { name: string }) => ({
    problem: `names the consumer ${show(name)}, which exists already.`,
    remedy: "Give each consumer a name of its own.",
  }),
  "consumer-option-elsewhere": ({ only, remedy }: { only: string; remedy: string }) => ({
    problem: `is an option of consumers of ${only} only.`,
    remedy,
  }),
  "consumer-option-misplaced": ({ option }: { option: string }) => ({
    problem: `has the option ${show(option)} beside the props of the function.`,
    remedy: `Write the function's props as function: { function: { handler: ... }, ${option}: ... }.`,
  }),
  "consumer-batch-size": ({ value, max, remedy }: { value: number; max: number; remedy: string }) => ({
    problem: `is ${show(value)}; such a batch takes 1 to ${max} records.`,
    remedy,
  }),
  "consumer-window-fifo": ({ value }: { value: unknown }) => ({
    problem: `is ${show(value)}, but a FIFO queue hands over its messages without waiting for more.`,
    remedy: "Leave it out, or use a standard queue.",
  }),
  "consumer-filter-too-long": ({ length, limit }: { length: number; limit: number }) => ({
    problem: `takes ${length} characters as JSON; AWS takes ${limit}.`,
    remedy:
      "Name fewer values, use a prefix, or spread them over several filters: one that matches is enough.",
  }),
  "consumer-destination-fifo": ({ value }: { value: unknown }) => ({
    problem: `is ${show(value)}, which is FIFO: the service sends to standard queues and topics only.`,
    remedy: "Give a queue or a topic that is not FIFO.",
  }),
} satisfies ErrorTexts;

const texts = { ...coreTexts, ...consumerTexts };

/** Refuses input of the caller. */
export const fail: Fail<typeof texts> = failWith(texts);
