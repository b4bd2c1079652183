/** Values of condition keys. Names of keys are not case-sensitive. */
export type ConditionKeys = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface RequestKeys {
  /** The values of a key; undefined when the request does not have it. */
  valuesOf(key: string): readonly string[] | undefined;
  /** Whether this machine can tell if a request has the key. */
  isKnown(key: string): boolean;
}

interface KeysOptions {
  /** Whether this machine can know a key, by its name in lower case. @default - it knows every key */
  readonly isKnown?: ((key: string) => boolean) | undefined;
  readonly readKey?: ((key: string) => void) | undefined;
}

/**
 * The keys of a request.
 *
 * @param keys - the keys, or a function that reads them when a condition needs one
 */
export function requestKeys(
  keys: ConditionKeys | (() => ConditionKeys),
  { isKnown, readKey }: KeysOptions = {},
): RequestKeys {
  let read: ReadonlyMap<string, readonly string[]> | undefined;
  // Most statements have no condition, so that the keys are not needed.
  const values = (): ReadonlyMap<string, readonly string[]> => {
    read ??= valuesByName(typeof keys === "function" ? keys() : keys);
    return read;
  };
  return {
    valuesOf: (key) => {
      readKey?.(key);
      return values().get(key.toLowerCase());
    },
    isKnown: (key) => {
      readKey?.(key);
      const name = key.toLowerCase();
      return values().has(name) || (isKnown?.(name) ?? true);
    },
  };
}

function valuesByName(keys: ConditionKeys): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, readonly string[]>();
  for (const [key, value] of Object.entries(keys)) {
    const list = typeof value === "string" ? [value] : value;
    // A key whose value is empty counts as absent.
    if (list !== undefined && list.length > 0) values.set(key.toLowerCase(), list);
  }
  return values;
}
