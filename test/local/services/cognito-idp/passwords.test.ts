import {
  checkNotLocked,
  checkPassword,
  clearFailures,
  noteFailure,
} from "../../../../lib/local/services/cognito-idp/passwords";
import type { PasswordPolicy } from "../../../../lib/local/services/cognito-idp/settings";
import type { User } from "../../../../lib/local/services/cognito-idp/users";

const free = {
  minimumLength: 6,
  needsLowercase: false,
  needsUppercase: false,
  needsNumbers: false,
  needsSymbols: false,
} as PasswordPolicy;
const check = (password: string, more: Partial<PasswordPolicy> = {}) =>
  checkPassword({ ...free, ...more }, password);

test.each<[string, Partial<PasswordPolicy>]>([
  ["abcdef", {}],
  ["a".repeat(256), {}],
  ["ABCDEf", { needsLowercase: true }],
  ["abcdeF", { needsUppercase: true }],
  ["abcde1", { needsNumbers: true }],
  ["abcde!", { needsSymbols: true }],
  ["!abcde", { needsSymbols: true }],
  ["abc de", { needsSymbols: true }],
])("%j is allowed with %j", (password, policy) => {
  expect(() => check(password, policy)).not.toThrow();
});

test.each<[string, Partial<PasswordPolicy>, string]>([
  ["abcde", {}, "not long enough"],
  ["a".repeat(257), {}, "too long"],
  ["ABCDE1", { needsLowercase: true }, "lowercase"],
  ["abcde1", { needsUppercase: true }, "uppercase"],
  ["abcdeF", { needsNumbers: true }, "numeric"],
  ["abcde1", { needsSymbols: true }, "symbol"],
  [" abcde ", { needsSymbols: true }, "symbol"],
])("%j is refused with %j: %s", (password, policy, reason) => {
  expect(() => check(password, policy)).toThrow(reason);
});

test("each failure after the fourth locks twice as long, 15 minutes at most", () => {
  const user = { failures: { count: 0, lockedUntil: 0 } } as User;
  const seconds = Array.from({ length: 16 }, () => {
    noteFailure(user, 1000);
    return (user.failures.lockedUntil - 1000) / 1000;
  });
  expect(seconds).toEqual([0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);
  expect(() => checkNotLocked(user, user.failures.lockedUntil - 1)).toThrow();
  expect(() => checkNotLocked(user, user.failures.lockedUntil)).not.toThrow();
  clearFailures(user);
  expect(user.failures).toEqual({ count: 0, lockedUntil: 0 });
});
