import { ExpressionError } from "./syntax";

/** A value whose parts are found when they are read: all resources of a type, one resource, the outputs of a stack. */
export class Lookup {
  constructor(
    private readonly parts: {
      /** The part of this name; throws `ExpressionError` when there is none. */
      member(key: unknown): unknown;
      /** All of it; absent where nobody needs all. */
      whole?(): unknown;
    },
  ) {}

  member(key: unknown): unknown {
    return this.parts.member(key);
  }

  whole(): unknown {
    if (this.parts.whole === undefined) throw new ExpressionError("a name is missing behind it");
    return this.parts.whole();
  }
}

export function plain(value: unknown): unknown {
  return value instanceof Lookup ? plain(value.whole()) : value;
}
