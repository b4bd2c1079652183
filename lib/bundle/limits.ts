/**
 * Limits of Lambda for code. Exceeding one fails the synthesis.
 *
 * Source: https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
export const codeLimits = {
  /** Bytes of the files, without those of layers. */
  unzipped: 262_144_000,
  /** Bytes of a zip that is uploaded directly. */
  zipped: 52_428_800,
} as const;
