import { refusals } from "../errors";
import type { PasswordPolicy } from "../settings/pool-settings";

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
