import { recordDoubt } from "./writer";

/** An object whose methods are replaced. */
export type Observed = Record<PropertyKey, unknown>;

type Call = (...args: unknown[]) => unknown;

export const isCall = (value: unknown): value is Call => typeof value === "function";

/** Calls a function before each call of a method, and before each call of functions that the method has, such as `realpath.native`. */
export function before(owner: Observed, name: PropertyKey, look: (args: readonly unknown[]) => void): void {
  const original = owner[name];
  if (!isCall(original)) return;
  const wrapper = wrapped(original, look);
  for (const key of Reflect.ownKeys(original)) {
    const property = Object.getOwnPropertyDescriptor(original, key);
    if (property === undefined || key === "prototype") continue;
    // Node.js does not let the promise form of `exists` be replaced, and the copy must observe it.
    const value: unknown = isCall(property.value) ? wrapped(property.value, look) : property.value;
    Object.defineProperty(wrapper, key, { ...property, ...("value" in property && { value }) });
  }
  try {
    Object.defineProperty(owner, name, { ...Object.getOwnPropertyDescriptor(owner, name), value: wrapper });
  } catch {
    recordDoubt(`${String(name)} cannot be observed`);
  }
}

function wrapped(original: Call, look: (args: readonly unknown[]) => void): Call {
  return function (this: unknown, ...args: unknown[]): unknown {
    look(args);
    return Reflect.apply(original, this, args);
  };
}
