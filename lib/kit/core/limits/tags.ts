import type { Where } from "../../../facts/errors/error";
import { refuseValue } from "../errors";
import { memberPath } from "../prop-path";
import { isUnresolved } from "../tokens/unresolved";
import { checkLimit, count, description, isUnknown, textLimit } from "./limit";

const source = "https://docs.aws.amazon.com/tag-editor/latest/userguide/best-practices-and-strats.html";
const characters = /^[\p{L}\p{Z}\p{N}_.:/=+\-@]*$/u;
const inWords = "letters, digits, spaces and _ . : / = + - @";

export const tagLimits = {
  tags: count(source, 50, "tags"),
  key: textLimit(source, 128, characters, inWords),
  value: { ...description(source, 256), pattern: characters, expected: inWords },
};

/**
 * Rejects tags that AWS rejects.
 *
 * @param inherited - further tags of the resource, which also count
 */
export function checkTags(
  where: Where,
  prop: string,
  tags: unknown,
  inherited: Readonly<Record<string, string>> = {},
): void {
  if (tags === undefined || isUnknown(tags) || Array.isArray(tags)) return;
  for (const [key, value] of Object.entries(Object(tags))) {
    const at = memberPath(prop, key);
    if (!isUnresolved(key)) checkLimit(where, at, key, tagLimits.key);
    if (/^aws:/i.test(key)) refuseValue(where, at, key, "a key that does not begin with aws:");
    checkLimit(where, at, value, tagLimits.value);
  }
  checkLimit(where, prop, { ...inherited, ...Object(tags) }, tagLimits.tags);
}
