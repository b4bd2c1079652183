/**
 * A word with a dot that may be the address of a block, a local value or an output of Terraform. A dash before it may be a minus sign,
 * as in `1-aws_instance.Web.count`.
 */
const addressWord = /(?<![\w.])(?:(?:data\.)?[a-z]\w*|module)\.[A-Za-z_][\w-]*/g;

/**
 * The words of all texts of a value that may be addresses. Other words with a dot look the same: compare them with the addresses there are.
 *
 * JSON writes the end of a line as `\n`, whose letter does not belong to the next word.
 */
export const addressWordsOf = (value: unknown): readonly string[] =>
  (JSON.stringify(value) ?? "").replace(/\\[bfnrt]/g, " ").match(addressWord) ?? [];
