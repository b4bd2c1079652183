import { isSameSecret } from "../../../lib/facts/text/same-secret";

test.each([
  ["secret", "secret", true],
  ["secret", "secrex", false],
  ["secret", "secret1", false],
  // As many characters, but more bytes: a comparison of bytes alone throws.
  ["secret", "secr\u00e9t", false],
])("%s and %s: %p", (one, other, isSame) => {
  expect(isSameSecret(one, other)).toBe(isSame);
});
