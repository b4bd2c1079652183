export function notBound(what: {
  /** The expression in the code: `Table.notes`. */
  readonly asked: string;
  /** Its kind: `Table`, `parameter or secret`. */
  readonly kind: string;
  readonly id: string;
  readonly bound: readonly string[];
  readonly key: string;
}): Error {
  const { asked, kind, id, bound, key } = what;
  const list = bound.map((each) => JSON.stringify(each)).join(", ");
  return new Error(
    [
      `${asked}: this function is not bound to ${kind} ${JSON.stringify(id)}.`,
      `It is bound to ${list === "" ? `no ${kind}` : list}.`,
      `Add the construct to bind of the function. In a test, set ${key}.`,
    ].join(" "),
  );
}
