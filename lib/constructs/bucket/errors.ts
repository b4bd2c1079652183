import { type ErrorTexts, type Fail, failWith } from "../../facts/errors/error";
import { show } from "../../facts/errors/words";
import { coreTexts } from "../../kit/core/errors";

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
    problem: `have more than one ${part}; S3 accepts only one.`,
    remedy: `Keep one ${part}, and add a separate notification for each of the others.`,
  }),
  "bucket-notifications-overlap": ({ other, event }: { other: string; event: string }) => ({
    problem: `has ${event} for objects that the notification ${show(other)} also covers, which S3 refuses.`,
    remedy:
      "Use filters or events that do not overlap. To notify several destinations of the same objects, notify a Topic with " +
      "a subscriber for each.",
  }),
  "bucket-destination-fifo": ({ part, value }: { part: string; value: string }) => ({
    problem: `is the ${part} ${value}, which is FIFO: S3 does not support FIFO destinations.`,
    remedy: `Use a ${part} that is not FIFO.`,
  }),
} satisfies ErrorTexts;

const texts = { ...coreTexts, ...bucketTexts };

/** Throws an error about the caller's input. */
export const fail: Fail<typeof texts> = failWith(texts);
