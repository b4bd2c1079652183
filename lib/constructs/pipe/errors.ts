import { type ErrorTexts, type Fail, failWith } from "../../facts/errors/error";
import { coreTexts } from "../../kit/core/errors";

export const pipeTexts = {
  "pipe-source-stream": (_: object) => ({
    problem: "is a table without a stream, so that there are no changes to read.",
    remedy: 'Set stream on the table: stream: "new_and_old_images".',
  }),
  "pipe-option-unused": ({ needs }: { needs: string }) => ({
    problem: `is given, but only ${needs} has it.`,
    remedy: "Leave it out.",
  }),
  "pipe-topic-fifo": (_: object) => ({
    problem: "is a FIFO topic, to which pipes do not send.",
    remedy: "Use a standard topic, or a FIFO queue.",
  }),
  "pipe-loop": (_: object) => ({
    problem: "is also the source: each record would be read again.",
    remedy: "Send to something else.",
  }),
} satisfies ErrorTexts;

const texts = { ...coreTexts, ...pipeTexts };

export const fail: Fail<typeof texts> = failWith(texts);
