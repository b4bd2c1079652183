import { createHash } from "node:crypto";

const lowerCase = "0123456789abcdefghijklmnopqrstuvwxyz";
const upperCase = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const mixedCase = `${lowerCase}ABCDEFGHIJKLMNOPQRSTUVWXYZ`;

export const letters = { lowerCase, upperCase, mixedCase, digits: "0123456789" } as const;

/**
 * Generates an id that AWS would choose at random. The same seed gives the same id in every run. At most 64 characters.
 */
export function generateId(seed: string, length: number, of: keyof typeof letters = "lowerCase"): string {
  const alphabet = letters[of];
  const bytes = createHash("sha512").update(seed).digest();
  return [...bytes.subarray(0, length)].map((byte) => alphabet[byte % alphabet.length]).join("");
}

/** The creation time of resources: a time that is the same in every run, in seconds since 1970. */
export const deployedAtSeconds = 1_704_067_200;

/** Generates a UUID of version 4. */
export function generateUuid(seed: string): string {
  const hex = createHash("sha256").update(seed).digest("hex");
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-");
}
