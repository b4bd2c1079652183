/**
 * The values that the producer of a lazy token computes its result from, if the result depends on nothing else: a second synthesis compares
 * these, and need not compute the result.
 */
export const computedFrom: unique symbol = Symbol.for("serverform.computedFrom");

/** A producer whose result depends on these values alone. */
export interface TransparentProducer {
  [computedFrom](): unknown;
}
