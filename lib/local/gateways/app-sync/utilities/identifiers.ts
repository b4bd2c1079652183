import { randomBytes, randomUUID } from "node:crypto";

const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** The epoch of KSUIDs: 2014-05-13. */
const ksuidEpochSeconds = 1_400_000_000;

/** Identifiers that are different each time. */
export const identifiers = {
  autoId: () => randomUUID(),
  /** Source of the layout: https://github.com/ulid/spec */
  autoUlid: (nowMs: number) =>
    inAlphabet((BigInt(nowMs) << 80n) | BigInt(`0x${randomBytes(10).toString("hex")}`), crockford, 26),
  /** Source of the layout: https://github.com/segmentio/ksuid */
  autoKsuid: (nowMs: number) => {
    const seconds = BigInt(Math.floor(nowMs / 1000) - ksuidEpochSeconds);
    return inAlphabet((seconds << 128n) | BigInt(`0x${randomBytes(16).toString("hex")}`), base62, 27);
  },
};

function inAlphabet(value: bigint, alphabet: string, length: number): string {
  const base = BigInt(alphabet.length);
  let text = "";
  for (let left = value; text.length < length; left /= base)
    text = alphabet.charAt(Number(left % base)) + text;
  return text;
}
