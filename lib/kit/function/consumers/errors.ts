import { type ErrorTexts, type Fail, failWith } from "../../../facts/errors/error";
import { show } from "../../../facts/errors/words";
import { coreTexts } from "../../core/errors";

export const consumerTexts = {
  "consumer-duplicate": ({ name }: { name: string }) => ({
    problem: `names the consumer ${show(name)}, which exists already.`,
    remedy: "Give each consumer a different name.",
  }),
  "consumer-option-elsewhere": ({ only, remedy }: { only: string; remedy: string }) => ({
    problem: `is an option of consumers of ${only} only.`,
    remedy,
  }),
  "consumer-option-misplaced": ({ option }: { option: string }) => ({
    problem: `has the option ${show(option)} among the props of the function.`,
    remedy: `Write { function: { handler: ... }, ${option}: ... }.`,
  }),
  "consumer-batch-size": ({ value, max, remedy }: { value: number; max: number; remedy: string }) => ({
    problem: `is ${show(value)}, but the batch can have 1 to ${max} records.`,
    remedy,
  }),
  "consumer-window-fifo": ({ value }: { value: unknown }) => ({
    problem: `is ${show(value)}, but a FIFO queue delivers its messages without waiting for more.`,
    remedy: "Leave it out, or use a standard queue.",
  }),
  "consumer-filter-too-long": ({ length, limit }: { length: number; limit: number }) => ({
    problem: `has ${length} characters as JSON; AWS accepts ${limit}.`,
    remedy: "Use fewer values, a prefix, or several filters: a record is delivered if one of them matches.",
  }),
  "consumer-destination-fifo": ({ value }: { value: unknown }) => ({
    problem: `is ${show(value)}, which is FIFO: the service sends only to standard queues and topics.`,
    remedy: "Use a standard queue or topic.",
  }),
} satisfies ErrorTexts;

const texts = { ...coreTexts, ...consumerTexts };

export const fail: Fail<typeof texts> = failWith(texts);
