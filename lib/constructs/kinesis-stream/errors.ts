import type { ErrorText } from "../../errors/error";

/** Texts of KinesisStream; part of the catalogue. */
export const streamTexts = {
  "stream-shards-on-demand": (_: object) => ({
    problem: "is given for a stream that AWS scales on demand, which has no fixed number of shards.",
    remedy: "Leave it out, or leave streamModeDetails out.",
  }),
} satisfies Record<string, (facts: never) => ErrorText>;
