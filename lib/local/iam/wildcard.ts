/** Whether a text matches an IAM pattern: `*` stands for any characters, `?` for exactly one. */
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
    } else if (wanted !== undefined && (wanted === "?" || wanted === text[textAt])) {
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
