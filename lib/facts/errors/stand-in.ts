const mark: unique symbol = Symbol.for("serverform.standIn");

/** A reference of CDKTF with an unknown value: checks of texts accept it. */
const unknownText = "${TfToken[SERVERFORM.UNKNOWN]}";

/**
 * A value that stands for the result of a call that was refused, so that the code after the call continues.
 *
 * It accepts each call and returns a stand-in for each member. An error about a stand-in is a consequence of the refused call.
 *
 * @param base - an object whose own and inherited members are kept, such as the node of a construct
 */
export function makeStandIn(base: object = {}): object {
  // A function, so that callers may call and extend it; a bound one has no property that a Proxy must show.
  const target = function standIn() {}.bind(undefined);
  const made: object = new Proxy(target, {
    get: (_, key) => member(base, key),
    has: (_, key) => key === mark || key in base,
    apply: () => makeStandIn(),
    construct: () => makeStandIn(),
    set: () => true,
    getPrototypeOf: () => Object.getPrototypeOf(base),
  });
  return made;
}

function member(base: object, key: string | symbol): unknown {
  if (key in base && key !== "constructor") return Reflect.get(base, key);
  if (key === Symbol.toPrimitive || key === "toString" || key === "toJSON") return () => unknownText;
  if (key === Symbol.iterator) return () => [][Symbol.iterator]();
  // A member "then" would make `await` wait for ever, and a member "node" would be a scope without end.
  return typeof key === "symbol" || key === "then" || key === "node" ? undefined : makeStandIn();
}

/** Whether a value is a stand-in. */
export function isStandIn(value: unknown): boolean {
  return (typeof value === "object" || typeof value === "function") && value !== null && mark in value;
}

/** Whether a value is a stand-in, or an object or a list that contains one. */
export function hasStandIn(value: unknown, depth = 3): boolean {
  if (isStandIn(value)) return true;
  if (typeof value === "string") return value.includes(unknownText);
  if (typeof value !== "object" || value === null) return false;
  // Constructs know the whole tree.
  return depth > 0 && !("node" in value) && Object.values(value).some((each) => hasStandIn(each, depth - 1));
}
