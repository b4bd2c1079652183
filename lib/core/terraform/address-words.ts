/** A word with a dot that may be the address of a block, a local value or an output of Terraform. */
const addressWord = /(?<![\w.-])(?:(?:data\.)?[a-z]\w*|module)\.[A-Za-z_][\w-]*/g;

/** The words of a text that may be addresses. Other words with a dot look the same: compare them with the addresses there are. */
export const addressWordsIn = (text: string): readonly string[] => text.match(addressWord) ?? [];
