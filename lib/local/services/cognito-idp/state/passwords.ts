import { refusals } from "../errors";
import { isSameSecret } from "../secrets/codes";
import { createVerifier, type SrpIdentity, verifierFor } from "../secrets/srp";
import type { PasswordPolicy, PoolSettings } from "../settings/pool-settings";
import type { User } from "./user";

/** The owner of a password, in the words of SRP: the pool's id without its region, and the name of the user. */
export const srpIdentity = ({ id }: PoolSettings, username: string): SrpIdentity => ({
  group: id.split("_").slice(1).join("_"),
  id: username,
});

/** Sets a password that the policy allows and that the user has not used lately. Only its verifier is kept. */
export function setPassword(settings: PoolSettings, user: User, password: string): void {
  const { passwordPolicy: policy } = settings;
  checkPassword(policy, password);
  const known = user.password === undefined ? [] : [user.password];
  const earlier = [...known, ...user.earlierPasswords].slice(0, policy.historySize);
  const identity = srpIdentity(settings, user.username);
  for (const { salt, verifier } of earlier) {
    if (verifierFor(identity, password, salt) === verifier) throw refusals.usedPassword();
  }
  user.earlierPasswords = earlier;
  user.password = createVerifier(identity, password);
  delete user.temporaryUntil;
}

export function isPassword(settings: PoolSettings, user: User, password: string): boolean {
  if (user.password === undefined) return false;
  const { salt, verifier } = user.password;
  return isSameSecret(verifierFor(srpIdentity(settings, user.username), password, salt), verifier);
}

const freeFailures = 5;
const longestLockSeconds = 15 * 60;

/** Refuses a further attempt after many failed ones. */
export function checkNotLocked({ failures }: User, nowMs: number): void {
  if (nowMs < failures.lockedUntil) throw refusals.tooManyFailures();
}

/** Each failure after the fifth doubles the time during which no password is tried. */
export function noteFailure(user: User, nowMs: number): void {
  const count = user.failures.count + 1;
  const lockSeconds = count < freeFailures ? 0 : Math.min(2 ** (count - freeFailures), longestLockSeconds);
  user.failures = { count, lockedUntil: nowMs + lockSeconds * 1000 };
}

export function clearFailures(user: User): void {
  user.failures = { count: 0, lockedUntil: 0 };
}

/** A rule for passwords: a password that keeps it matches the pattern. */
export interface PasswordRule {
  /** In the words of a page: `At least 8 characters`. */
  readonly text: string;
  readonly pattern: RegExp;
  /** The reason of the refusal, in the words of the service. */
  readonly refusal: string;
}

const symbol = String.raw`[\^$*.[\]{}()?\-"!@#%&/\\,><':;|_~\`+=]`;
/** A space is a symbol, but not at either end. */
const symbols = new RegExp(`${symbol}|[^] [^]`);

/**
 * The rules of a pool, in the order in which the service names what is missing.
 *
 * Source: https://docs.aws.amazon.com/cognito/latest/developerguide/managing-users-passwords.html
 */
export function passwordRules(policy: PasswordPolicy): readonly PasswordRule[] {
  const { minimumLength, needsLowercase, needsUppercase, needsNumbers, needsSymbols } = policy;
  const rule = (text: string, pattern: RegExp, refusal: string): PasswordRule => ({ text, pattern, refusal });
  return [
    rule(
      `At least ${minimumLength} characters`,
      new RegExp(`^[^]{${minimumLength},}$`),
      "Password not long enough",
    ),
    ...(needsLowercase
      ? [rule("A lowercase letter", /[a-z]/, "Password must have lowercase characters")]
      : []),
    ...(needsUppercase
      ? [rule("An uppercase letter", /[A-Z]/, "Password must have uppercase characters")]
      : []),
    ...(needsNumbers ? [rule("A number", /[0-9]/, "Password must have numeric characters")] : []),
    ...(needsSymbols
      ? [rule("A symbol, such as - or !", symbols, "Password must have symbol characters")]
      : []),
  ];
}

/** Refuses a password that the policy does not allow. */
export function checkPassword(policy: PasswordPolicy, password: string): void {
  const [length, ...others] = passwordRules(policy);
  const broken = [length, tooLong, ...others].find(
    (each) => each !== undefined && !each.pattern.test(password),
  );
  if (broken !== undefined) throw refusals.badPassword(broken.refusal);
}

const tooLong: Pick<PasswordRule, "pattern" | "refusal"> = {
  pattern: /^.{0,256}$/s,
  refusal: "Password too long",
};
