/**
 * Characters that are invisible and change the visible text: control characters for terminals, line separators, marks that
 * reverse the direction of writing, and characters without a shape, which can hide text from people but not from programs.
 *
 * Sources: ECMA-48, https://www.unicode.org/reports/tr36/, https://www.unicode.org/reports/tr44/#Default_Ignorable_Code_Point
 */
const unprintable = "[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Default_Ignorable_Code_Point}\\u2028\\u2029]";
/** Pictures are joined by such characters. */
const picture = "\\p{Extended_Pictographic}(?:\\p{Emoji_Modifier}|\\ufe0f)?";
const joinedPictures = `${picture}(?:\\u200d${picture})*`;

const any = new RegExp(unprintable, "u");
const each = new RegExp(`${joinedPictures}|${unprintable}`, "gu");
const isUnprintable = new RegExp(`^${unprintable}$`, "u");

/** Replaces the invisible characters of a text. Pictures and the joiners of scripts stay. */
export function replaceUnprintable(text: string, replace: (character: string) => string): string {
  if (!any.test(text)) return text;
  return text.replace(each, (found: string, index: number) =>
    isUnprintable.test(found) && !isJoiner(text, found, index) ? replace(found) : found,
  );
}

const letter = /[\p{L}\p{M}]/u;
const latin = /\p{Script=Latin}/u;

/** Whether a character joins two letters of a script that needs it. */
function isJoiner(text: string, found: string, index: number): boolean {
  if (found !== "\u200c" && found !== "\u200d") return false;
  const [before = "", after = ""] = [text[index - 1], text[index + 1]];
  return [before, after].every((neighbour) => letter.test(neighbour) && !latin.test(neighbour));
}
