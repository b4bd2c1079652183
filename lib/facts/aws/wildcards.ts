/** Placeholders for a literal `*` and `?` in a pattern. */
const literalStar = "\uE000";
const literalMark = "\uE001";

/**
 * Whether a text matches a pattern: `*` stands for any characters, `?` for exactly one.
 *
 * A regular expression would try every combination of the places where the stars may end. Here only the last star is extended, so the
 * time grows with the length of the text, not with the number of stars.
 */
export function matchesWildcard(pattern: string, text: string): boolean {
  let patternAt = 0;
  let textAt = 0;
  let starAt = -1;
  let resumeAt = 0;
  while (textAt < text.length) {
    const wanted = pattern[patternAt];
    if (wanted === "*") {
      starAt = patternAt;
      resumeAt = textAt;
      patternAt += 1;
    } else if (wanted !== undefined && matchesOne(wanted, text[textAt])) {
      patternAt += 1;
      textAt += 1;
    } else if (starAt !== -1) {
      // Let the last star match one more character.
      resumeAt += 1;
      textAt = resumeAt;
      patternAt = starAt + 1;
    } else return false;
  }
  while (pattern[patternAt] === "*") patternAt += 1;
  return patternAt === pattern.length;
}

function matchesOne(wanted: string, character: string | undefined): boolean {
  if (wanted === "?" || wanted === character) return true;
  return (wanted === literalStar && character === "*") || (wanted === literalMark && character === "?");
}

/** Like `matchesWildcard`, for languages in which only `*` is special. */
export function matchesStars(pattern: string, text: string): boolean {
  return matchesWildcard(pattern.replaceAll("?", literalMark), text);
}

export function literalPattern(text: string): string {
  return text.replaceAll("*", literalStar).replaceAll("?", literalMark);
}

export function textOfPattern(pattern: string): string {
  return pattern.replaceAll(literalStar, "*").replaceAll(literalMark, "?");
}
