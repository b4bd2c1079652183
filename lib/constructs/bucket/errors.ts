import { coreTexts } from "../../core/errors";
import { type ErrorTexts, type Fail, failWith } from "../../errors/error";
import { show } from "../../errors/words";

/** Texts about Bucket. */
export const bucketTexts = {
  "imported-bucket": (_: object) => ({
    problem: "is given for an imported bucket, which this stack does not configure.",
    remedy: "Configure it where the bucket is created, or leave cdk.bucket to the library.",
  }),
  "bucket-filter-empty": (_: object) => ({
    problem: "has neither a prefix nor a suffix.",
    remedy: 'Write { prefix: "images/" } or { suffix: ".jpg" }.',
  }),
  "bucket-filter-twice": ({ part }: { part: string }) => ({
    problem: `have more than one ${part}; S3 takes one.`,
    remedy: `Keep one ${part}, and write a notification of its own for each other one.`,
  }),
  "bucket-notifications-overlap": ({ other, event }: { other: string; event: string }) => ({
    problem: `tells of ${event} of objects that the notification ${show(other)} tells of too, which S3 refuses.`,
    remedy:
      "Give them filters or events that have nothing in common. To tell several of the same objects, notify a Topic with " +
      "a subscriber for each.",
  }),
  "bucket-destination-fifo": ({ part, value }: { part: string; value: string }) => ({
    problem: `is the ${part} ${value}, which is FIFO: S3 does not notify those.`,
    remedy: `Use a ${part} that is not FIFO.`,
  }),
} satisfies ErrorTexts;

const texts = { ...coreTexts, ...bucketTexts };

/** Refuses input of the caller. */
export const fail: Fail<typeof texts> = failWith(texts);
