import { ExpressionError } from "../../../facts/expressions/syntax";

/**
 * A value whose parts are evaluated when they are read: the resources of a type, one resource, the outputs of a stack.
 */
export class Lookup {
  constructor(
    private readonly parts: {
      /** The part with this name; throws `ExpressionError` if it does not exist. */
      member(key: unknown): unknown;
      /** The whole value; absent where expressions cannot use it. */
      whole?(): unknown;
    },
  ) {}

  member(key: unknown): unknown {
    return this.parts.member(key);
  }

  whole(): unknown {
    if (this.parts.whole === undefined) throw new ExpressionError("a name is missing after it");
    return this.parts.whole();
  }
}

export function plain(value: unknown): unknown {
  return value instanceof Lookup ? plain(value.whole()) : value;
}
