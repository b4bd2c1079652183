/** Marks a function that the library created from a string or props. Its id is the library's, not the caller's. */
export const madeFromReference = Symbol.for("serverform.madeFromReference");
