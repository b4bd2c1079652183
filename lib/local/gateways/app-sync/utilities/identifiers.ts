const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** The epoch of KSUIDs: 2014-05-13. */
const ksuidEpochSeconds = 1_400_000_000;

/** Returns this number of random bytes, as hexadecimal digits. */
export type RandomHex = (bytes: number) => string;

/** Identifiers that are different each time. */
export function identifiers(randomHex: RandomHex, now: () => number) {
  return {
    autoId: () => uuid(randomHex(16)),
    /** Source of the layout: https://github.com/ulid/spec */
    autoUlid: () => inAlphabet((BigInt(now()) << 80n) | BigInt(`0x${randomHex(10)}`), crockford, 26),
    /** Source of the layout: https://github.com/segmentio/ksuid */
    autoKsuid: () => {
      const seconds = BigInt(Math.floor(now() / 1000) - ksuidEpochSeconds);
      return inAlphabet((seconds << 128n) | BigInt(`0x${randomHex(16)}`), base62, 27);
    },
  };
}

/** Source of the layout: https://www.rfc-editor.org/rfc/rfc9562#name-uuid-version-4 */
function uuid(hex: string): string {
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0b11) | 0b1000).toString(16);
  const all = `${hex.slice(0, 12)}4${hex.slice(13, 16)}${variant}${hex.slice(17)}`;
  return [all.slice(0, 8), all.slice(8, 12), all.slice(12, 16), all.slice(16, 20), all.slice(20)].join("-");
}

function inAlphabet(value: bigint, alphabet: string, length: number): string {
  const base = BigInt(alphabet.length);
  let text = "";
  for (let left = value; text.length < length; left /= base)
    text = alphabet.charAt(Number(left % base)) + text;
  return text;
}
