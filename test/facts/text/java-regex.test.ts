import { javaRegex } from "../../../lib/facts/text/java-regex";

test.each([
  ["a*+b", "aab", true],
  ["(ab)?+c{2}+", "abcc", true],
  ["(?i)abc", "ABC", true],
  ["[a-z*+]+@x", "a+b@x", true],
  ["[\\]*+]+", "]*+", true],
  ["\\++", "++", true],
  ["\\\\*+x", "\\\\x", true],
  ["(", "(", false],
])("the rule %j of Java admits %j: %s", (rule, text, expected) => {
  expect(javaRegex(rule)?.test(text)).toBe(expected);
});
