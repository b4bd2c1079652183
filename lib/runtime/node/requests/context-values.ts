import { useInvocation } from "./invocation";

/** A value that each invocation has its own of. */
export interface ContextValue<Value> {
  /** The value of the current invocation. Computed at the first use, or set with `provide`. */
  use(): Value;
  /** Sets the value for the current invocation. Values that were computed from it are computed again. */
  provide(value: Value): void;
}

/**
 * Values that belong to one invocation, such as the user of a request. Any code of the handler can read them, without
 * passing them along.
 *
 * @example
 * const useUser = Context.memo(() => findUser(useHeader("authorization")));
 */
export const Context = {
  /** A value that is computed at its first use. Without a function, it must be set with `provide`. */
  create<Value>(compute?: () => Value): ContextValue<Value> {
    const key = {};
    return {
      use: () => read(key, compute),
      provide(value) {
        const { values } = useInvocation("Context");
        forget(key);
        values.set(key, { value, dependents: new Set() });
      },
    };
  },
  /** A function whose result is computed once per invocation. */
  memo<Value>(compute: () => Value): () => Value {
    const { use } = Context.create(compute);
    return use;
  },
  /** Forgets all values of the current invocation. */
  reset(): void {
    useInvocation("Context").values.clear();
  },
};

function read<Value>(key: object, compute: (() => Value) | undefined): Value {
  const { values, computing } = useInvocation("Context");
  let entry = values.get(key);
  if (entry === undefined) {
    if (compute === undefined) throw new Error("This context has no value: call its provide() first.");
    computing.push(key);
    try {
      entry = { value: compute(), dependents: new Set() };
    } finally {
      computing.pop();
    }
    values.set(key, entry);
  }
  const dependent = computing.at(-1);
  if (dependent !== undefined) entry.dependents.add(dependent);
  return entry.value as Value;
}

/** Removes a value and the values that were computed from it. */
function forget(key: object): void {
  const { values } = useInvocation("Context");
  const entry = values.get(key);
  values.delete(key);
  for (const dependent of entry?.dependents ?? []) forget(dependent);
}
