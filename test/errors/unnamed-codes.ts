/** Error codes that no test names yet. Remove one when a test throws it and names it. */
export const unnamedCodes: readonly string[] = [];
