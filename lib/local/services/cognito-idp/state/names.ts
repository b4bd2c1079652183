import { refusals } from "../errors";
import type { PoolSettings } from "../settings/pool-settings";
import { isEmail, isPhone } from "./users";

/** Refuses names that a pool does not take. */
export function checkName({ usernameAttributes, aliasAttributes }: PoolSettings, name: string): void {
  if (/\s/.test(name) || name.length > 128) {
    throw refusals.invalid(
      "1 validation error detected: Value at 'username' failed to satisfy constraint: Member must satisfy regular expression pattern: [\\p{L}\\p{M}\\p{S}\\p{N}\\p{P}]+",
    );
  }
  const [takesEmail, takesPhone] = ["email", "phone_number"].map((each) => usernameAttributes.includes(each));
  const isAddress = (takesEmail && isEmail(name)) || (takesPhone && isPhone(name));
  if (usernameAttributes.length > 0 && isAddress !== true) {
    const wanted =
      takesEmail && takesPhone
        ? "either an email or a phone number"
        : takesEmail
          ? "an email"
          : "a phone number";
    throw refusals.invalid(`Username should be ${wanted}.`);
  }
  for (const [alias, is, words] of [
    ["email", isEmail, "email"],
    ["phone_number", isPhone, "phone number"],
  ] as const) {
    if (aliasAttributes.includes(alias) && is(name))
      throw refusals.invalid(
        `Username cannot be of ${words} format, since user pool is configured for ${words} alias.`,
      );
  }
}
