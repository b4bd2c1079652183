import { matchesWildcard, textOfPattern } from "../../../facts/aws/wildcards";

/** A text for a `*` that no policy contains. It is longer than all `?` of a policy together. */
export const anyText = "\uE100".repeat(64);
const anyCharacter = "\uE101";

/**
 * A text of a pattern that another pattern matches only if it covers the whole pattern.
 *
 * A `*` becomes a text of characters that no policy contains, so that only a `*` of the other pattern can match it. This also
 * holds for a union of patterns: one of them must cover all of it.
 */
export function sampleOf(pattern: string): string {
  return textOfPattern(pattern.replaceAll("*", anyText).replaceAll("?", anyCharacter));
}

/** Further texts of a pattern, which distinguish `?` from `*`: the shortest one, and one with a character for each `*`. */
export function shortSamplesOf(pattern: string): readonly string[] {
  if (!pattern.includes("*")) return [];
  return ["", anyCharacter].map((each) =>
    textOfPattern(pattern.replaceAll("*", each).replaceAll("?", anyCharacter)),
  );
}

/** Whether a pattern matches everything that another one does. */
export function patternCovers(pattern: string, other: string): boolean {
  return matchesWildcard(pattern, sampleOf(other));
}

/** A reader does not need more results; patterns with many stars have thousands. */
const maxMeets = 12;

/** The patterns for the intersection of two patterns. Empty if they have nothing in common. */
export function intersectionsOf(left: string, right: string): readonly string[] {
  if (patternCovers(right, left)) return [left];
  if (patternCovers(left, right)) return [right];
  if (!/[*?]/.test(left) && !/[*?]/.test(right)) return [];
  const known = new Map<number, readonly string[]>();
  const meet = (leftAt: number, rightAt: number): readonly string[] => {
    const key = leftAt * (right.length + 1) + rightAt;
    const before = known.get(key);
    if (before !== undefined) return before;
    const found = [...new Set(step(left, leftAt, right, rightAt, meet))].slice(0, maxMeets);
    known.set(key, found);
    return found;
  };
  return [...new Set(meet(0, 0).map((each) => each.replace(/\*+/g, "*")))];
}

type Meet = (leftAt: number, rightAt: number) => readonly string[];

function step(left: string, leftAt: number, right: string, rightAt: number, meet: Meet): readonly string[] {
  const [one, other] = [left[leftAt], right[rightAt]];
  if (one === undefined && other === undefined) return [""];
  const after = (prefix: string, found: readonly string[]): readonly string[] =>
    found.map((each) => `${prefix}${each}`);
  if (one === "*" && other === "*")
    return after("*", [...meet(leftAt + 1, rightAt), ...meet(leftAt, rightAt + 1)]);
  if (one === "*") {
    const longer = other === undefined ? [] : after(other, meet(leftAt, rightAt + 1));
    return [...meet(leftAt + 1, rightAt), ...longer];
  }
  if (other === "*") {
    const longer = one === undefined ? [] : after(one, meet(leftAt + 1, rightAt));
    return [...meet(leftAt, rightAt + 1), ...longer];
  }
  if (one === undefined || other === undefined) return [];
  if (one !== other && one !== "?" && other !== "?") return [];
  return after(one === "?" ? other : one, meet(leftAt + 1, rightAt + 1));
}
