import { appTexts } from "../../lib/app/errors";
import { functionTexts } from "../../lib/function/errors";

/** Facts enough for every text: any of them may be asked for any. */
const facts = new Proxy(
  {},
  { get: (_, key) => (["names", "parts", "extensions"].includes(String(key)) ? ["one"] : "one") },
);
const texts = Object.entries({ ...appTexts, ...functionTexts });

test.each(texts)("%s is told in sentences, with a remedy", (_, write) => {
  const { problem, remedy } = write(facts as never);
  expect(problem).toMatch(/^[a-z].*[^ ]$/);
  expect(remedy).toMatch(/^[A-Za-z].*[.`?]$/);
});

test.each(texts)("the code %s does not change: tools match on it", (code) => {
  expect(code).toMatch(/^([a-z]+(-[a-z]+)*|Stack[A-Z][A-Za-z]+)$/);
});
