import { createHash, createHmac, randomInt, timingSafeEqual } from "node:crypto";

/** Six digits, as in mails and messages. */
export const createCode = (): string => String(randomInt(1_000_000)).padStart(6, "0");

/** The value of `SECRET_HASH` for a user name. */
export function secretHash(secret: string, username: string, clientId: string): string {
  return createHmac("sha256", secret)
    .update(username + clientId)
    .digest("base64");
}

/** Whether two secrets are equal; takes the same time for all of them. */
export function isSameSecret(one: string, other: string): boolean {
  const [a, b] = [one, other].map((each) => createHash("sha256").update(each).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}
