import { timingSafeEqual } from "node:crypto";

/** Whether a text is the expected secret; takes the same time for all texts of its length. */
export function isSameSecret(expected: string, given: string): boolean {
  const [left, right] = [Buffer.from(expected), Buffer.from(given)];
  return left.length === right.length && timingSafeEqual(left, right);
}
