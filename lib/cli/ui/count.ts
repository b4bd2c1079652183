/** A number with its noun: `1 stack`, `2 stacks`. */
export const countOf = (number: number, noun: string): string =>
  `${number} ${noun}${number === 1 ? "" : "s"}`;
