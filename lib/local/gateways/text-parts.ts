/**
 * Splits a text at the places that a pattern matches, so that it is parsed once and rendered for each request.
 *
 * @param partOf - the part in the place of a match
 */
export function textParts<Part>(
  text: string,
  pattern: RegExp,
  partOf: (match: RegExpExecArray) => Part,
): readonly (string | Part)[] {
  const parts: (string | Part)[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > end) parts.push(text.slice(end, match.index));
    parts.push(partOf(match));
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}
