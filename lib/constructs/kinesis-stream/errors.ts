import { type ErrorTexts, type Fail, failWith } from "../../facts/errors/error";
import { coreTexts } from "../../kit/core/errors";

/** Texts about KinesisStream. */
export const kinesisStreamTexts = {
  "stream-shards-on-demand": (_: object) => ({
    problem: "is given for a stream in on-demand mode, which has no fixed number of shards.",
    remedy: "Leave it out, or leave streamModeDetails out.",
  }),
} satisfies ErrorTexts;

const texts = { ...coreTexts, ...kinesisStreamTexts };

/** Throws an error about the caller's input. */
export const fail: Fail<typeof texts> = failWith(texts);
