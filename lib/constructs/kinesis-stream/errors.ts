import { type ErrorTexts, type Fail, failWith } from "../../errors/error";

/** Texts about KinesisStream. */
export const kinesisStreamTexts = {
  "stream-shards-on-demand": (_: object) => ({
    problem: "is given for a stream that AWS scales on demand, which has no fixed number of shards.",
    remedy: "Leave it out, or leave streamModeDetails out.",
  }),
} satisfies ErrorTexts;

/** Refuses input of the caller. */
export const fail: Fail<typeof kinesisStreamTexts> = failWith(kinesisStreamTexts);
