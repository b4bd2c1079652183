/** @group slow */

import { findMeant } from "../../lib/facts/errors/words";
import { bases, rootBases } from "../inputs/bases";
import { type PropType, propType } from "../inputs/prop-types";

/** The keys of each object in the props of all constructs, down to the third level. */
const lists = new Map<string, readonly string[]>();

function collect(type: PropType, depth: number): void {
  const members = [...type.members()];
  const keys = members.map(([key]) => key);
  if (keys.length > 0) lists.set(keys.join(), keys);
  if (depth === 2) return;
  for (const [, member] of members) {
    collect(member, depth + 1);
    const values = member.values();
    if (values !== undefined) collect(values, depth + 1);
  }
}

for (const { props } of Object.values({ ...bases, ...rootBases }))
  if (props !== undefined) collect(propType(props), 0);

/** Typing errors in a word: a letter is missing, comes twice, is another one, or is swapped with the next. */
const typosOf = (word: string, at: number): readonly string[] => [
  word.slice(0, at) + word.slice(at + 1),
  word.slice(0, at) + word.charAt(at) + word.slice(at),
  `${word.slice(0, at)}x${word.slice(at + 1)}`,
  word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2),
];

test("a typing error in any prop of any construct is answered with the prop", () => {
  const typos = [...lists.values()].flatMap((keys) =>
    keys.flatMap((key, index) =>
      typosOf(key, 1 + (index % Math.max(1, key.length - 2))).flatMap((typo) =>
        keys.includes(typo) ? [] : [{ key, typo, meant: findMeant(typo, keys) }],
      ),
    ),
  );
  expect(typos.length).toBeGreaterThan(3000);
  const missed = typos.filter(({ key, meant }) => meant !== key);
  expect(missed.length / typos.length).toBeLessThan(0.002);
});

const allKeys = [...new Set([...lists.values()].flat())];

test.each([
  ["isDefault", "defaults"],
  ["handlers", "headers"],
  ["destination", "retention"],
  ["corsConfiguration", "postConfirmation"],
  ["eventSource", "tokenSource"],
  ["historySize", "memorySize"],
  ["maxValue", "maxAge"],
  ["mode", "code"],
  ["date", "rate"],
  ["detail", "retail"],
  ["resolvers", "recovery"],
  ["version", "preTokenGenerationVersion"],
  ["stage", "createDefaultStage"],
  ["emailVerificationSubject", "email"],
  ["namespacesPerEventsApi", "name"],
])("%s, which is another word, does not mean %s", (word, other) => {
  expect(allKeys).toContain(other);
  expect(findMeant(word, [other])).toBeUndefined();
});

test.each([
  ["memory", "memorySize"],
  ["retentionPeriod", "retention"],
  ["notes.get", "functions/notes.get"],
  ["src/functions/notes.get", "functions/notes.get"],
  ["nodejs20", "nodejs20.x"],
  ["mail", "email"],
  ["maxRetry", "maxRetries"],
  ["minified", "minify"],
])("%s may be a part or a form of %s, or have one", (word, other) => {
  expect(findMeant(word, [other])).toBe(other);
});
