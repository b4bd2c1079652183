/** The value of a key that a table has itself. A key such as `toString`, which every object inherits, has none. */
export const ownValue = <Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;
