import { refusals } from "../errors";
import { createCode, isSameSecret } from "../secrets/codes";
import type { AddressAttribute } from "../settings/pool-settings";
import type { CodePurpose, PendingCode, User } from "./user";

const hourMs = 3_600_000;
/** Source: https://docs.aws.amazon.com/cognito/latest/developerguide/quotas.html */
const validMs: Readonly<Record<string, number>> = { "forgot-password": hourMs };
const otherValidMs = 24 * hourMs;
const maxFailures = 5;

/** Makes a code; an earlier one for the same purpose is no longer valid. */
export function createPendingCode(
  user: User,
  purpose: CodePurpose,
  attribute: AddressAttribute,
  nowMs: number,
): string {
  const code = createCode();
  const expiresAt = nowMs + (validMs[purpose] ?? otherValidMs);
  user.codes[purpose] = { code, attribute, expiresAt, failures: 0 };
  return code;
}

/** Checks a code, which is then used up. */
export function takeCode(user: User, purpose: CodePurpose, code: string, nowMs: number): PendingCode {
  const pending = user.codes[purpose];
  if (pending === undefined || nowMs >= pending.expiresAt) throw refusals.expiredCode();
  if (pending.failures >= maxFailures) throw refusals.tooManyCodes();
  if (!isSameSecret(pending.code, code)) {
    pending.failures += 1;
    throw refusals.wrongCode();
  }
  delete user.codes[purpose];
  return pending;
}
