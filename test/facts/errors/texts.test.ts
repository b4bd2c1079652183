/** @group slow */

import { catalogue } from "../../support/catalogue";

/** Keys of facts that hold several; a list of one reads like a text in a sentence. */
const isList = (key: string) =>
  key.endsWith("s") ||
  ["allowed", "configured", "expected", "given", "known", "missing", "needed"].includes(key);

/** Facts enough for every text, each with any member. */
const facts = new Proxy({}, { get: (_, key) => (isList(String(key)) ? ["one."] : "one.") });
const texts = Object.entries(catalogue);

test.each(texts)("%s has an error in sentences, with a remedy", (_, write) => {
  const { problem, remedy } = write(facts as never);
  expect(problem).toMatch(/^[a-z].*[^ ]$/s);
  expect(remedy).toMatch(/^[A-Za-z].*[.`?)]$/s);
});

test.each(texts)("the code %s does not change: tools match on it", (code) => {
  expect(code).toMatch(/^([a-z]+(-[a-z]+)*|Stack[A-Z][A-Za-z]+)$/);
});
